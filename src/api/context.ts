import type { Links } from './links.ts';

/**
 * The terms of the contract (§4.6) in its order, then `xsd`, without which dates get a wrong datatype, `keywords`, and our
 * own properties. JSON-LD 1.0 only.
 */
export function contextDocument(links: Links) {
  const reference = (id: string) => ({ '@id': id, '@type': '@id' }) as const;
  const dateTime = (id: string) => ({ '@id': id, '@type': 'xsd:dateTime' }) as const;
  return {
    '@context': {
      type: '@type',
      id: '@id',
      as: 'https://www.w3.org/ns/activitystreams#',
      hydra: 'http://www.w3.org/ns/hydra/core#',
      schema: 'https://schema.org/',
      svc: `${links.vocab}#`,
      ImageObject: 'schema:ImageObject',
      WebPage: 'schema:WebPage',
      WebPageGroup: 'svc:WebPageGroup',
      IpAddress: 'svc:IpAddress',
      Collection: 'hydra:Collection',
      PartialCollectionView: 'hydra:PartialCollectionView',
      Error: 'hydra:Error',
      Create: 'as:Create',
      Reject: 'as:Reject',
      summary: 'as:summary',
      actor: reference('as:actor'),
      object: 'as:object',
      published: dateTime('as:published'),
      title: 'hydra:title',
      description: 'hydra:description',
      collection: reference('hydra:collection'),
      totalItems: 'hydra:totalItems',
      members: 'hydra:member',
      view: reference('hydra:view'),
      first: reference('hydra:first'),
      previous: reference('hydra:previous'),
      next: reference('hydra:next'),
      last: reference('hydra:last'),
      dateCreated: dateTime('schema:dateCreated'),
      dateModified: dateTime('schema:dateModified'),
      datePublished: dateTime('schema:datePublished'),
      identifier: 'schema:identifier',
      isFavorite: 'svc:isFavorite',
      name: 'schema:name',
      about: 'schema:about',
      subjectOf: 'schema:subjectOf',
      isPartOf: 'schema:isPartOf',
      contentUrl: reference('schema:contentUrl'),
      encodingFormat: 'schema:encodingFormat',
      url: reference('schema:url'),
      thumbnail: 'schema:thumbnail',
      isBasedOn: reference('schema:isBasedOn'),
      xsd: 'http://www.w3.org/2001/XMLSchema#',
      keywords: { '@id': 'schema:keywords', '@container': '@set' },
      EntryPoint: 'svc:EntryPoint',
      width: 'schema:width',
      height: 'schema:height',
      contentSize: 'schema:contentSize',
      sha256: 'schema:sha256',
      verdict: 'svc:verdict',
      capturedUrl: reference('svc:capturedUrl'),
      finalUrl: reference('svc:finalUrl'),
      httpStatus: 'svc:httpStatus',
      // Without the type, 0 and 1 would be integers in RDF.
      changeShare: { '@id': 'svc:changeShare', '@type': 'xsd:double' },
    },
  } as const;
}
