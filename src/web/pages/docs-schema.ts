/** The parts of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** The name of the schema that $ref points to. */
export function referredName(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

/** The allowed values, in a few words. */
export function describeType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const bounds = schema.maximum === undefined ? '' : `, ${schema.minimum ?? 0} to ${schema.maximum}`;
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  return `${schema.type ?? 'object'}${format}${bounds}`;
}

const SAMPLES: Record<string, string> = {
  uri: 'https://…',
  'date-time': '2026-01-31T12:00:00.000Z',
  uuid: '01926e4f-…',
};

/** An example value of the schema, with every property and one member per array. */
export function sampleOf(schema: Schema, schemas: Schemas): unknown {
  const name = referredName(schema);
  if (name !== undefined) return sampleOf(schemas[name] ?? {}, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, schemas)];
  if (schema.type === 'integer') return schema.default ?? Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'number') return schema.default ?? ((schema.minimum ?? 0) + (schema.maximum ?? 1)) / 2;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return SAMPLES[schema.format ?? ''] ?? '…';
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([property, inner]) => [property, sampleOf(inner, schemas)]),
  );
}
