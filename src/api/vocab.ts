import type { Links } from './links.ts';
import { MANAGE_VOCABULARY } from './manage-terms.ts';

/** The Hydra documentation of the API, and RDFS definitions of our own terms. */
export function vocabDocument(links: Links) {
  return {
    '@context': {
      hydra: 'http://www.w3.org/ns/hydra/core#',
      rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
      schema: 'https://schema.org/',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
      svc: `${links.vocab}#`,
      'rdfs:domain': { '@type': '@id' },
      'rdfs:range': { '@type': '@id' },
      'rdfs:isDefinedBy': { '@type': '@id' },
      'rdfs:subClassOf': { '@type': '@id' },
      'hydra:entrypoint': { '@type': '@id' },
      'hydra:expects': { '@type': '@id' },
      'hydra:returns': { '@type': '@id' },
      'hydra:property': { '@type': '@id' },
    },
    '@graph': [documentation(links), ...ownTerms(links)],
  };
}

function documentation(links: Links) {
  return {
    '@id': links.vocab,
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': 'Pagekeep Archive API, version 3',
    'hydra:description': 'Webpage records and screenshot records of a webpage screenshot archive.',
    'hydra:entrypoint': links.base,
    'hydra:supportedClass': [
      {
        '@id': 'svc:EntryPoint',
        '@type': 'hydra:Class',
        'hydra:title': 'EntryPoint',
        'hydra:description': 'Where a client begins.',
        'hydra:supportedOperation': [get('Fetch the entry point', 'svc:EntryPoint')],
        'hydra:supportedProperty': [link('hydra:collection', 'collection', 'hydra:Collection')],
      },
      {
        '@id': 'hydra:Collection',
        '@type': 'hydra:Class',
        'hydra:title': 'Collection',
        'hydra:description': 'A page of a list of records.',
        'hydra:supportedOperation': [get('Fetch a page of the list', 'hydra:Collection')],
        'hydra:supportedProperty': [
          property('hydra:totalItems', 'totalItems', 'xsd:integer'),
          property('hydra:member', 'members', 'hydra:Resource'),
          property('hydra:view', 'view', 'hydra:PartialCollectionView'),
        ],
      },
      {
        '@id': 'schema:WebPage',
        '@type': 'hydra:Class',
        'hydra:title': 'WebPage',
        'hydra:description': 'A tracked page.',
        'hydra:supportedOperation': [
          get('Fetch a webpage', 'schema:WebPage'),
          {
            '@type': ['hydra:Operation', 'schema:DeleteAction'],
            'hydra:method': 'DELETE',
            'hydra:title': 'Delete a webpage',
            'hydra:description': 'Deletes the webpage record and all screenshots associated with it.',
            'hydra:expects': 'http://www.w3.org/2002/07/owl#Nothing',
            'hydra:returns': 'http://www.w3.org/2002/07/owl#Nothing',
          },
        ],
        'hydra:supportedProperty': [
          property('schema:identifier', 'identifier', 'xsd:string'),
          property('schema:name', 'name', 'xsd:string'),
          property('schema:url', 'url', 'rdfs:Resource'),
          property('schema:keywords', 'keywords', 'xsd:string'),
          property('schema:dateCreated', 'dateCreated', 'xsd:dateTime'),
          property('schema:dateModified', 'dateModified', 'xsd:dateTime'),
          link('schema:subjectOf', 'subjectOf', 'hydra:Collection'),
          property('schema:isPartOf', 'isPartOf', 'svc:WebPageGroup'),
          link('hydra:collection', 'collection', 'hydra:Collection'),
        ],
      },
      {
        '@id': 'svc:WebPageGroup',
        '@type': 'hydra:Class',
        'hydra:title': 'WebPageGroup',
        'hydra:description': 'The webpages of one registrable domain.',
        'hydra:supportedProperty': [property('schema:name', 'name', 'xsd:string')],
      },
      {
        '@id': 'schema:ImageObject',
        '@type': 'hydra:Class',
        'hydra:title': 'ImageObject',
        'hydra:description': 'A screenshot of a webpage.',
        'hydra:supportedOperation': [get('Fetch a screenshot', 'schema:ImageObject')],
        'hydra:supportedProperty': [
          property('schema:identifier', 'identifier', 'xsd:string'),
          property('svc:isFavorite', 'isFavorite', 'xsd:boolean'),
          property('schema:dateCreated', 'dateCreated', 'xsd:dateTime'),
          property('schema:dateModified', 'dateModified', 'xsd:dateTime'),
          property('schema:contentUrl', 'contentUrl', 'rdfs:Resource'),
          property('schema:encodingFormat', 'encodingFormat', 'xsd:string'),
          property('schema:width', 'width', 'xsd:integer'),
          property('schema:height', 'height', 'xsd:integer'),
          property('schema:contentSize', 'contentSize', 'xsd:string'),
          property('schema:sha256', 'sha256', 'xsd:string'),
          property('schema:thumbnail', 'thumbnail', 'schema:ImageObject'),
          link('schema:about', 'about', 'schema:WebPage'),
          property('svc:verdict', 'verdict', 'xsd:string'),
          property('svc:capturedUrl', 'capturedUrl', 'rdfs:Resource'),
          property('hydra:title', 'title', 'xsd:string'),
          property('svc:finalUrl', 'finalUrl', 'rdfs:Resource'),
          property('svc:httpStatus', 'httpStatus', 'xsd:integer'),
          property('svc:changeShare', 'changeShare', 'xsd:double'),
          property('svc:textChange', 'textChange', 'xsd:string'),
          link('schema:isBasedOn', 'isBasedOn', 'schema:ImageObject'),
          link('hydra:collection', 'collection', 'hydra:Collection'),
        ],
      },
      {
        '@id': 'hydra:Error',
        '@type': 'hydra:Class',
        'hydra:title': 'Error',
        'hydra:description': 'What went wrong.',
        'hydra:supportedProperty': [
          property('hydra:title', 'title', 'xsd:string'),
          property('hydra:description', 'description', 'xsd:string'),
        ],
      },
    ],
  };
}

function ownTerms(links: Links) {
  const defined = { 'rdfs:isDefinedBy': links.vocab };
  return [
    {
      '@id': 'svc:EntryPoint',
      '@type': 'rdfs:Class',
      'rdfs:label': 'EntryPoint',
      'rdfs:comment': 'The resource from which every other one can be reached.',
      ...defined,
    },
    {
      '@id': 'svc:WebPageGroup',
      '@type': 'rdfs:Class',
      'rdfs:label': 'WebPageGroup',
      'rdfs:comment': 'A group of webpages whose URLs share a registrable domain, or a host that has none.',
      ...defined,
    },
    {
      '@id': 'svc:IpAddress',
      '@type': 'rdfs:Class',
      'rdfs:label': 'IpAddress',
      'rdfs:comment': 'An Internet Protocol address.',
      ...defined,
    },
    ...ACTIVITIES.map(([name, comment]) => ({
      '@id': `svc:${name}`,
      '@type': 'rdfs:Class',
      'rdfs:label': name,
      'rdfs:comment': comment,
      'rdfs:subClassOf': ACTIVITY,
      ...defined,
    })),
    {
      '@id': 'svc:Region',
      '@type': 'rdfs:Class',
      'rdfs:label': 'Region',
      'rdfs:comment': 'A part of a screenshot that changed, in the pixels of the newer screenshot.',
      ...defined,
    },
    ...EVENT_TERMS.map(([name, domain, range, comment]) => ({
      '@id': `svc:${name}`,
      '@type': 'rdf:Property',
      'rdfs:label': name,
      'rdfs:comment': comment,
      'rdfs:domain': domain,
      'rdfs:range': range,
      ...defined,
    })),
    ...SCREENSHOT_TERMS.map(([name, range, comment]) => ({
      '@id': `svc:${name}`,
      '@type': 'rdf:Property',
      'rdfs:label': name,
      'rdfs:comment': comment,
      'rdfs:domain': 'schema:ImageObject',
      'rdfs:range': range,
      ...defined,
    })),
    ...MANAGE_VOCABULARY.map((term) => ({ ...term, ...defined })),
  ];
}

const ACTIVITY = 'https://www.w3.org/ns/activitystreams#Activity';

/** Our own kinds of activities. */
const ACTIVITIES = [
  ['Pause', 'The actor paused the scheduled captures of the object.'],
  ['Resume', 'The actor resumed the scheduled captures of the object.'],
  ['Restore', 'The actor restored the object, which was deleted.'],
] as const;

/** Our own properties of activities and regions. */
const EVENT_TERMS = [
  [
    'eventKind',
    ACTIVITY,
    'xsd:string',
    'What happened: changed, captured, failed, still-failing, recovered, added, edited, paused, resumed, deleted, restored, capture-deleted or capture-restored.',
  ],
  ['failures', ACTIVITY, 'xsd:integer', 'How many captures in a row failed.'],
  ['failingSince', ACTIVITY, 'xsd:dateTime', 'When the first of these captures failed.'],
  ['regions', ACTIVITY, 'svc:Region', 'The largest parts of the screenshot that changed.'],
  ['regionKind', 'svc:Region', 'xsd:string', 'What happened to the region: added, removed or altered.'],
  ['left', 'svc:Region', 'xsd:integer', 'The distance of the region from the left edge, in pixels.'],
  ['top', 'svc:Region', 'xsd:integer', 'The distance of the region from the top edge, in pixels.'],
] as const;

/** Our own properties of screenshots. */
const SCREENSHOT_TERMS = [
  ['isFavorite', 'xsd:boolean', 'Whether a screenshot is marked as favorite.'],
  [
    'verdict',
    'xsd:string',
    'What a screenshot shows: fine, unchanged, http-error, blank, loading, blocked, not-found, login, paywall, accept-wall, no-video, consent or truncated.',
  ],
  ['capturedUrl', 'rdfs:Resource', 'The URL that was captured. The URL of the webpage may have changed since.'],
  ['finalUrl', 'rdfs:Resource', 'The URL of the captured page after all redirects.'],
  ['httpStatus', 'xsd:integer', 'The HTTP status of the response with the captured page.'],
  [
    'changeShare',
    'xsd:double',
    'The share (0 to 1) of the page that changed since the screenshot to which schema:isBasedOn refers.',
  ],
  [
    'textChange',
    'xsd:string',
    'What changed in the words of the page since the screenshot to which schema:isBasedOn refers.',
  ],
] as const;

function get(title: string, returns: string) {
  return { '@type': 'hydra:Operation', 'hydra:method': 'GET', 'hydra:title': title, 'hydra:returns': returns };
}

function property(id: string, title: string, range: string) {
  return {
    '@type': 'hydra:SupportedProperty',
    'hydra:property': { '@id': id, '@type': 'rdf:Property', 'rdfs:range': range },
    'hydra:title': title,
    'hydra:required': false,
    'hydra:readable': true,
    'hydra:writeable': false,
  };
}

function link(id: string, title: string, range: string) {
  return { ...property(id, title, range), 'hydra:property': { '@id': id, '@type': 'hydra:Link', 'rdfs:range': range } };
}
