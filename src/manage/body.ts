import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/schema';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

const checks = new Map<TSchema, Validator>();

/** Checks a value against its schema. Throws Problem('invalid') with the name of the property and what is allowed. */
export async function checkBody(schema: TSchema, value: unknown): Promise<void> {
  let check = checks.get(schema);
  if (!check) {
    // Loaded on first use, because it takes 0.1 s of CPU time.
    const { Compile } = await import('typebox/schema');
    check = Compile(schema);
    checks.set(schema, check);
  }
  if (!check.Check(value)) throw new Problem('invalid', describe(check.Errors(value)[1]));
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** Errors of the last alternative come last. An unknown property is reported twice, the second time with its name. */
function describe(errors: readonly SchemaError[]): string {
  const error =
    errors.find(({ keyword }) => keyword === 'additionalProperties' || keyword === 'required') ??
    errors.find(({ keyword }) => keyword !== 'anyOf' && keyword !== 'boolean') ??
    errors[0];
  const place = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const inside = place === '' ? '' : ` of ${printable(place)}`;
  const { additionalProperties = [], requiredProperties = [] } = (error?.params ?? {}) as {
    additionalProperties?: readonly string[];
    requiredProperties?: readonly string[];
  };
  if (error?.keyword === 'additionalProperties') {
    return `The property ${printable(additionalProperties[0] ?? '')}${inside} is not known.`;
  }
  if (error?.keyword === 'required') {
    return `The property ${printable(requiredProperties[0] ?? '')}${inside} is missing.`;
  }
  const subject = place === '' ? 'The request body' : `The property ${printable(place)}`;
  return `${subject} ${error?.message ?? 'is not valid'}.`;
}

/** Parses a JSON body. Throws Problem('unsupported-media') and Problem('invalid'). */
export function parseBody(bytes: Buffer | undefined, bodyType: string | undefined, types: readonly string[]): unknown {
  const type = bodyType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (bytes === undefined || bytes.length === 0) {
    throw new Problem('invalid', 'The request body is missing: send JSON.');
  }
  if (!types.includes(type)) {
    throw new Problem('unsupported-media', `The content type of the request body must be ${types.join(' or ')}.`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Problem('invalid', 'The request body is not valid JSON in UTF-8.', { cause });
  }
}
