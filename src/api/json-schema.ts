import type { TSchema, Type as TypeBox } from 'typebox';

type Options = Readonly<Record<string, unknown>>;

const optional = new WeakSet<TSchema>();

const ofType = (type: string) => (options?: Options) => ({ type, ...options });

/**
 * Makes JSON Schema with the static types of TypeBox, but without its code: it has 370 modules, which take 0.15 s of CPU at
 * each start, for types that Pagekeep does not use.
 */
export const Type = {
  Boolean: ofType('boolean'),
  Integer: ofType('integer'),
  Null: ofType('null'),
  Number: ofType('number'),
  String: ofType('string'),
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Enum: (values: readonly string[], options?: Options) => ({ enum: values, ...options }),
  Literal: (value: string | number | boolean, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Object(properties: Readonly<Record<string, TSchema>>, options?: Options) {
    const required = Object.entries(properties).flatMap(([name, schema]) => (optional.has(schema) ? [] : [name]));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  /** The property may be missing from its object. */
  Optional(schema: TSchema) {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
  Record: (_names: TSchema, values: TSchema, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  Ref: ($ref: string) => ({ $ref }),
  Union: (anyOf: readonly TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => schema,
} as unknown as Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'Ref'
  | 'String'
  | 'Union'
  | 'Unsafe'
>;
