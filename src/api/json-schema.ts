/**
 * JSON Schemas together with the types of their values. typebox does the same for all of JSON Schema, but loading its 370
 * files takes 0.1 s of CPU time at every start.
 */
declare const VALUE: unique symbol;
const OPTIONAL = Symbol('optional');

export interface Schema<Value = unknown> {
  readonly [keyword: string]: unknown;
  /** Only a type; there is no such property. */
  readonly [VALUE]?: Value;
}

interface OptionalSchema<Value = unknown> extends Schema<Value> {
  readonly [OPTIONAL]: true;
}

type Properties = Readonly<Record<string, Schema>>;
type OptionalNames<Some extends Properties> = {
  [Name in keyof Some]: Some[Name] extends OptionalSchema ? Name : never;
}[keyof Some];
type ObjectOf<Some extends Properties> = {
  -readonly [Name in Exclude<keyof Some, OptionalNames<Some>>]: Static<Some[Name]>;
} & { -readonly [Name in OptionalNames<Some>]?: Static<Some[Name]> };

export interface ObjectSchema<Some extends Properties = Properties> extends Schema<ObjectOf<Some>> {
  readonly properties: Some;
}

/** The type of the values of a schema. */
export type Static<Some extends Schema> = Some extends Schema<infer Value> ? Value : never;

/** Further keywords. */
type Keywords = Readonly<Record<string, unknown>>;

export const Type = {
  String: (keywords: Keywords = {}): Schema<string> => ({ type: 'string', ...keywords }),
  Number: (keywords: Keywords = {}): Schema<number> => ({ type: 'number', ...keywords }),
  Integer: (keywords: Keywords = {}): Schema<number> => ({ type: 'integer', ...keywords }),
  Boolean: (keywords: Keywords = {}): Schema<boolean> => ({ type: 'boolean', ...keywords }),
  Literal: <const Value extends string>(value: Value): Schema<Value> => ({ type: 'string', const: value }),
  Enum: <const Value extends string>(values: readonly Value[], keywords: Keywords = {}): Schema<Value> => ({
    enum: values,
    type: 'string',
    ...keywords,
  }),
  Array: <Item>(items: Schema<Item>, keywords: Keywords = {}): Schema<Item[]> => ({
    type: 'array',
    items,
    ...keywords,
  }),
  Object: <Some extends Properties>(properties: Some, keywords: Keywords = {}): ObjectSchema<Some> => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
  },
  /** A property that may be absent. */
  Optional: <Value>(schema: Schema<Value>): OptionalSchema<Value> => ({ ...schema, [OPTIONAL]: true }),
  /** Refers to a schema by its place in the document. */
  Ref: (place: string): Schema => ({ $ref: place }),
};
