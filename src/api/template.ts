import type { WebpageTemplate } from '../domain/ports.ts';
import type { Hole, Template } from '../domain/template.ts';
import type { Links } from './links.ts';
import { presentWebpage } from './present.ts';

/** A webpage as a list shows it, as a template: made by showing one whose values are marks. */
export function webpageTemplate(links: Links): WebpageTemplate {
  const webpage = {
    id: plain('id'),
    name: quoted('name'),
    url: quoted('url'),
    keywords: quoted('keywords') as never,
    groupName: quoted('groupName'),
    createdAt: plain('createdAt'),
    modifiedAt: plain('modifiedAt'),
  };
  return readMarks(JSON.stringify(presentWebpage(links, webpage, false)));
}

// No address that this program is configured with holds these brackets as they are.
/** For a value that needs no escaping, also within a longer text. */
const plain = (field: string) => `⟦${field}⟧`;
/** For a value that takes the place of a whole string, quotes and all. */
const quoted = (field: string) => `⟦⟦${field}⟧⟧`;
const MARK = /"⟦⟦(\w+)⟧⟧"|⟦(\w+)⟧/g;

function readMarks<Field extends string>(json: string): Template<Field> {
  const texts: string[] = [];
  const holes: Hole<Field>[] = [];
  let at = 0;
  for (const { 0: mark, 1: asJson, 2: asText, index } of json.matchAll(MARK)) {
    texts.push(json.slice(at, index));
    holes.push({ field: (asJson ?? asText) as Field, as: asJson ? 'json' : 'text' });
    at = index + mark.length;
  }
  return { texts: [...texts, json.slice(at)], holes };
}
