import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

export interface Query<Values> {
  /** The known parameters, with defaults for those that were not sent. */
  readonly values: Values;
  /** The known parameters as they were sent, in the caller's order: page links repeat them to the letter. */
  readonly sent: readonly SentParameter[];
}

interface SentParameter {
  readonly name: string;
  readonly raw: string;
}

/** With every default filled in; a parameter without a default may still be absent. */
export type Filled<Schema extends TObject> = Static<Schema> & Record<string, unknown>;

/**
 * Reads the query string by its schema, and strictly: a number is decimal digits and nothing else (no 1e3, 0x10, or
 * space), a boolean is true or false, nothing is clamped. Unknown parameters are ignored.
 * Throws Problem('invalid') naming the parameter, its value and what is allowed.
 */
export function readQuery<Schema extends TObject>(schema: Schema, queryString: string): Query<Filled<Schema>> {
  const values: Record<string, unknown> = {};
  const sent: SentParameter[] = [];
  if (queryString !== '') {
    for (const raw of queryString.split('&')) {
      // Behind an ampersand, because URLSearchParams would drop a question mark that stands first.
      const [name, value] = [...new URLSearchParams(`&${raw}`)][0] ?? ['', ''];
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!property) continue;
      if (Object.hasOwn(values, name)) {
        throw new Problem('invalid', `The parameter "${name}" is given more than once; it is allowed once.`);
      }
      values[name] = readValue(name, value, property);
      sent.push({ name, raw });
    }
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(values, name) && 'default' in property) values[name] = property.default;
  }
  return { values: values as Filled<Schema>, sent };
}

function readValue(name: string, text: string, schema: TSchema): unknown {
  const value = decode(text, schema);
  if (value !== undefined && Value.Check(schema, value)) return value;
  throw new Problem('invalid', `The parameter "${name}" is ${printable(text)}; ${allowedBy(schema)}.`);
}

interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function decode(text: string, schema: TSchema): unknown {
  const { type } = schema as Keywords;
  if (type === 'integer') return /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text;
}

function allowedBy(schema: TSchema): string {
  const { type, enum: choices, minimum, maximum } = schema as Keywords;
  if (type === 'integer') return `allowed is a whole number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'allowed are true and false';
  return `allowed ${choices?.length === 1 ? 'is' : 'are'} ${choices?.join(', ')}`;
}
