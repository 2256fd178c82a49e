import type { TSchema } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { ORDERS } from '../../domain/listing.ts';
import { LONGEST_CURSOR } from '../cursor.ts';

/** Parts of the shapes of the management API. The shapes check requests, type the operations and make the OpenAPI document. */
export const uri = (description: string) => Type.String({ format: 'uri', description });
export const date = (description: string) => Type.String({ format: 'date-time', description });
export const choice = <Choices extends readonly string[]>(choices: Choices, options: object) =>
  Type.Unsafe<Choices[number]>({ type: 'string', enum: [...choices], ...options });
export const closed = { additionalProperties: false };
export const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many records a page has at most.' }),
);
export const cursor = Type.Optional(
  Type.String({
    maxLength: LONGEST_CURSOR,
    description: 'Where the page begins, from `view.next` of the page before.',
  }),
);
export const order = (normal: (typeof ORDERS)[number], what: string) =>
  Type.Optional(choice(ORDERS, { default: normal, description: `Ascending or descending by ${what}.` }));

type Properties = Record<string, TSchema>;
type AllOptional<Shape extends Properties> = { [Name in keyof Shape]: ReturnType<typeof Type.Optional<Shape[Name]>> };
export const optional = <Shape extends Properties>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as AllOptional<Shape>;
export const nullable = (shape: Properties) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, Type.Optional(orNull(schema))]));

export const PageView = Type.Object(
  {
    type: Type.Literal('PartialCollectionView'),
    id: uri('URL of this page.'),
    first: uri('URL of the first page.'),
    next: Type.Optional(uri('URL of the next page. Without it, this page is the last one.')),
  },
  { description: 'Where the list continues. A page may have fewer members than the limit although others follow.' },
);

export const pageOf = (member: TSchema, description: string) =>
  Type.Object(
    {
      type: Type.Literal('Collection'),
      id: uri('URL of the collection.'),
      members: Type.Array(member),
      view: PageView,
    },
    { description },
  );

export const identifier = Type.String({ description: 'Unique identifier of the record.' });

export const reference = (type: string, description: string) =>
  Type.Object({ type: Type.Literal(type), id: uri(`URL of the record.`) }, { description });

export const namedWebpage = Type.Object(
  {
    type: Type.Literal('WebPage'),
    id: uri('URL of the record.'),
    identifier: Type.String(),
    name: Type.String(),
    url: uri('Address of the page.'),
  },
  { description: 'The webpage.' },
);

export const SELECTOR = 1000;
export const ViewportSize = Type.Object(
  {
    width: Type.Integer(),
    height: Type.Integer(),
    scale: Type.Optional(Type.Number()),
    mobile: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const Box = Type.Object(
  { x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() },
  { ...closed, description: 'A rectangle in pixels of a picture.' },
);
