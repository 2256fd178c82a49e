import type { Static, TSchema } from 'typebox';
import { ORDERS, SCREENSHOT_SORTS, WEBPAGE_SORTS } from '../domain/listing.ts';
import { Type } from './json-schema.ts';

/** The shapes of the contract (§2, §4). They validate query parameters, type the presenters and make the OpenAPI document. */
const uri = (description: string) => Type.String({ format: 'uri', description });
const date = (description: string) => Type.String({ format: 'date-time', description });
const choice = <Choices extends readonly string[]>(choices: Choices, options: object) =>
  Type.Enum([...choices] as unknown as [...Choices], { type: 'string', ...options });

const page = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 999_999_999,
    default: 1,
    description: 'Page number, from 1. Page numbers shift while records are added or deleted.',
  }),
);
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many records a page holds.' }),
);

export const WebpageQuery = Type.Object({
  page,
  limit,
  sort: Type.Optional(choice(WEBPAGE_SORTS, { default: 'isPartOf.name', description: 'What the list is sorted by.' })),
  order: Type.Optional(choice(ORDERS, { default: 'asc', description: 'Ascending or descending.' })),
});

export const ScreenshotQuery = Type.Object({
  page,
  limit,
  sort: Type.Optional(choice(SCREENSHOT_SORTS, { default: 'dateCreated', description: 'What the list is sorted by.' })),
  order: Type.Optional(choice(ORDERS, { default: 'desc', description: 'Ascending or descending.' })),
  isFavorite: Type.Optional(Type.Boolean({ description: 'Only screenshots that are marked as favorite, or not.' })),
});

const webPageFields = {
  type: Type.Literal('WebPage'),
  id: uri('URL of the webpage record.'),
  identifier: Type.String({ description: 'Unique identifier of the record.' }),
  name: Type.String({ description: 'Name of the record.' }),
  url: uri('URL of the webpage that is captured.'),
  keywords: Type.Array(Type.String(), { description: 'Keywords or tags describing the record.' }),
  dateCreated: date('When the record was created (UTC).'),
  dateModified: date('When the record was modified (UTC).'),
  subjectOf: Type.Object(
    { type: Type.Literal('Collection'), id: uri('URL of the screenshot collection.') },
    { description: 'Reference to the screenshot collection of this record.' },
  ),
  isPartOf: Type.Object(
    {
      type: Type.Literal('WebPageGroup'),
      name: Type.String({ description: 'Derived from the URL of the webpage.' }),
    },
    { description: 'The webpage group the record belongs to.' },
  ),
};

export const WebPageInList = Type.Object(webPageFields, { description: 'A tracked page in a list.' });
export type WebPageInList = Static<typeof WebPageInList>;

export const WebPage = Type.Object(
  { ...webPageFields, collection: uri('URL of the collection that the record belongs to.') },
  { description: 'A tracked page.' },
);
export type WebPage = Static<typeof WebPage>;

export const VERDICTS = [
  'fine',
  'unchanged',
  'http-error',
  'blank',
  'loading',
  'blocked',
  'not-found',
  'login',
  'paywall',
  'accept-wall',
  'no-video',
  'consent',
  'truncated',
] as const;

const screenshotFields = {
  type: Type.Literal('ImageObject'),
  id: uri('URL of the screenshot record.'),
  identifier: Type.String({ description: 'Unique identifier of the record.' }),
  isFavorite: Type.Boolean({ description: 'Whether the record is marked as favorite.' }),
  dateCreated: date('Creation time (UTC).'),
  dateModified: date('Modification time (UTC).'),
  contentUrl: uri('URL of the screenshot image, which is fetched without a token.'),
  encodingFormat: Type.String({ description: 'Media type of the image.' }),
  width: Type.Integer({ description: 'Width of the image in pixels.' }),
  height: Type.Integer({ description: 'Height of the image in pixels.' }),
  contentSize: Type.String({ description: 'Size of the image file in bytes.' }),
  sha256: Type.String({ description: 'SHA-256 of the image file, in hexadecimal digits.' }),
  thumbnail: Type.Object(
    {
      type: Type.Literal('ImageObject'),
      contentUrl: uri('URL of the thumbnail image, which is fetched without a token.'),
      encodingFormat: Type.String({ description: 'Media type of the thumbnail.' }),
    },
    { description: 'Thumbnail version of the image.' },
  ),
  about: Type.Object(
    { type: Type.Literal('WebPage'), id: uri('URL of the webpage record.') },
    { description: 'The webpage record the screenshot belongs to.' },
  ),
  verdict: choice(VERDICTS, {
    description:
      'What the image shows. unchanged: the pixels of the previous screenshot. http-error: an error page. blank: nothing. loading: a page that had not finished loading. blocked: a bot wall. not-found: a message that the page does not exist, with a status that says otherwise. login: a login form in place of the page. paywall: a page that is cut off or covered until the visitor pays. accept-wall: a page covered until the visitor accepts cookies, terms or an age. no-video: a video player without a video. consent: a page with a consent banner. truncated: a page that is longer than the longest image. fine: anything else.',
  }),
  capturedUrl: uri('URL that was captured. The URL of the webpage may have changed since.'),
  title: Type.Optional(Type.String({ description: 'Title of the page at the time of the capture, if it had one.' })),
  finalUrl: Type.Optional(uri('URL of the page after all redirects.')),
  httpStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the response with the page.' })),
  changeShare: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of the page that changed since the screenshot in isBasedOn. Content that only moved and ignored regions do not count.',
    }),
  ),
  textChange: Type.Optional(
    Type.String({
      description:
        'What changed in the words of the page since the screenshot in isBasedOn, such as "Price: € 129.50 → € 124.50", or "Only the picture changed.". Absent if the words of one of them are not known.',
    }),
  ),
  isBasedOn: Type.Optional(uri('URL of the earlier screenshot record that this one was compared with.')),
};

export const ScreenshotInList = Type.Object(screenshotFields, {
  description: 'A captured image of a webpage in a list.',
});
export type ScreenshotInList = Static<typeof ScreenshotInList>;

export const Screenshot = Type.Object(
  { ...screenshotFields, collection: uri('URL of the collection that the record belongs to.') },
  { description: 'A captured image of a webpage.' },
);
export type Screenshot = Static<typeof Screenshot>;

export const View = Type.Object(
  {
    type: Type.Literal('PartialCollectionView'),
    id: uri('URL of the current page.'),
    first: Type.Optional(uri('URL of the first page, if there is one.')),
    previous: Type.Optional(uri('URL of the previous page, if there is one.')),
    next: Type.Optional(uri('URL of the next page, if there is one.')),
    last: Type.Optional(uri('URL of the last page, if there is one.')),
  },
  { description: 'Pagination controls.' },
);
export type View = Static<typeof View>;

/** Refers to a schema by its place in the OpenAPI document. */
const component = (name: string) => Type.Ref(`#/components/schemas/${name}`);

const collectionOf = (member: TSchema, description: string) =>
  Type.Object(
    {
      type: Type.Literal('Collection'),
      id: uri('URL of the collection.'),
      totalItems: Type.Integer({ minimum: 0, description: 'Count of records in the collection.' }),
      members: Type.Array(member, { description: 'Records of the current page.' }),
      view: component('PartialCollectionView'),
    },
    { description },
  );
export const WebPageCollection = collectionOf(component('WebPageInList'), 'A page of the list of webpages.');
export const ScreenshotCollection = collectionOf(component('ScreenshotInList'), 'A page of the list of screenshots.');

export const EntryPoint = Type.Object(
  {
    type: Type.Literal('EntryPoint'),
    id: uri('URL of the entry point.'),
    title: Type.String(),
    collection: uri('URL of the collection of webpages.'),
  },
  { description: 'Where a client begins.' },
);
export type EntryPoint = Static<typeof EntryPoint>;

export const ErrorRecord = Type.Object(
  {
    type: Type.Literal('Error'),
    title: Type.String({ description: 'The HTTP reason phrase.' }),
    description: Type.String({ description: 'What was wrong, and what is allowed.' }),
  },
  { description: 'What went wrong.' },
);
export type ErrorRecord = Static<typeof ErrorRecord>;
