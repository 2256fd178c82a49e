import type { Static, TObject, TSchema } from 'typebox';
import { Problem } from '../domain/problem.ts';
import { isPlain, printable } from '../domain/text.ts';
import { readTime } from '../domain/time.ts';

export interface Query<Values> {
  /** The known parameters, with defaults for those that were not sent. */
  readonly values: Values;
  /** The known parameters as they were sent, in the caller's order. Page links repeat them exactly. */
  readonly sent: readonly SentParameter[];
}

interface SentParameter {
  readonly name: string;
  readonly raw: string;
}

/** With all defaults; a parameter without a default may be absent. */
export type Filled<Schema extends TObject> = Static<Schema> & Record<string, unknown>;

/**
 * Reads the query string strictly by its schema: a number has decimal digits only (no 1e3, 0x10 or spaces), a boolean is
 * true or false, and nothing is clamped. Unknown parameters are ignored. Throws Problem('invalid') with the parameter, its
 * value and what is allowed.
 */
export function readQuery<Schema extends TObject>(schema: Schema, queryString: string): Query<Filled<Schema>> {
  const values: Record<string, unknown> = {};
  const sent: SentParameter[] = [];
  if (queryString !== '') {
    for (const raw of queryString.split('&')) {
      const [name, value] = readPair(raw);
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
    if (Object.hasOwn(values, name)) continue;
    if ('default' in property) values[name] = property.default;
    else if (isRequired(schema, name)) throw new Problem('invalid', `The parameter "${name}" is missing.`);
  }
  return { values: values as Filled<Schema>, sent };
}

/** Whether a query without this parameter is refused. */
export function isRequired({ properties, required }: TObject, name: string): boolean {
  return Boolean(required?.includes(name)) && !('default' in (properties[name] ?? {}));
}

function readPair(raw: string): readonly [name: string, value: string] {
  // The ampersand keeps URLSearchParams from dropping a question mark at the beginning.
  if (/[%+]/.test(raw)) return [...new URLSearchParams(`&${raw}`)][0] ?? ['', ''];
  const mark = raw.indexOf('=');
  return mark === -1 ? [raw, ''] : [raw.slice(0, mark), raw.slice(mark + 1)];
}

function readValue(name: string, text: string, schema: TSchema): unknown {
  const value = decode(text, schema);
  if (value === undefined) {
    throw new Problem('invalid', `The parameter "${name}" is ${printable(text)}; ${allowedBy(schema)}.`);
  }
  return value;
}

/** The JSON Schema keywords of a parameter. */
interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns undefined for a value that the schema does not allow. */
function decode(text: string, schema: TSchema): unknown {
  const { type, enum: choices, minimum = 0, maximum = 999_999_999 } = schema as Keywords;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'string' && !choices) return decodeText(text, schema);
  if (type !== 'integer') return choices?.includes(text) ? text : undefined;
  const number = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
  return number >= minimum && number <= maximum ? number : undefined;
}

/** Times are converted to UTC with milliseconds, as records have them. */
function decodeText(text: string, schema: TSchema): string | undefined {
  const { format, maxLength = 1000 } = schema as Keywords;
  if (format === 'date-time') return readTime(text)?.toISOString();
  return text !== '' && text.length <= maxLength && isPlain(text) ? text : undefined;
}

function allowedBy(schema: TSchema): string {
  const { type, enum: choices, minimum, maximum, format, maxLength = 1000 } = schema as Keywords;
  if (format === 'date-time') return 'allowed is a time such as 2026-01-31T08:00:00Z or a date such as 2026-01-31';
  if (type === 'string' && !choices) return `allowed is text of 1 to ${maxLength} characters`;
  if (type === 'integer') return `allowed is a whole number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'allowed are true and false';
  return `allowed ${choices?.length === 1 ? 'is' : 'are'} ${choices?.join(', ')}`;
}
