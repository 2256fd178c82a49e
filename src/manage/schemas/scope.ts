import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { SCOPE_KINDS } from '../../domain/scope.ts';
import { choice, closed, text } from './parts.ts';

/** The webpages that a webhook or a feed is about. */
export const Scope = Type.Object(
  {
    kind: choice(SCOPE_KINDS, { description: 'All webpages, or those of a site, with a keyword, or a single one.' }),
    site: Type.Optional(text(300, 'For the kind "site": the site, as in isPartOf.name.')),
    keyword: Type.Optional(text(100, 'For the kind "keyword": a whole keyword.')),
    webpage: Type.Optional(text(36, 'For the kind "webpage": the identifier of the webpage.')),
  },
  { ...closed, description: 'The webpages that something is about.' },
);
export type Scope = Static<typeof Scope>;
