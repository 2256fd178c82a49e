import type { ScreenshotField } from '../domain/screenshot.ts';
import type { Hole, Template } from '../domain/template.ts';
import type { Webpage } from '../domain/webpage.ts';
import type { Links } from './links.ts';
import { presentScreenshot, presentWebpage } from './present.ts';

/** How records are shown, as templates: each is made by showing a record whose values are marks. */
export interface Templates {
  readonly webpage: Template<keyof Webpage>;
  readonly webpageInList: Template<keyof Webpage>;
  readonly screenshot: Template<ScreenshotField>;
  readonly screenshotInList: Template<ScreenshotField>;
}

export function makeTemplates(links: Links): Templates {
  const webpage = (single: boolean) => readMarks<keyof Webpage>(presentWebpage(links, WEBPAGE, single));
  const screenshot = (single: boolean) => readMarks<ScreenshotField>(presentScreenshot(links, SCREENSHOT, single));
  return {
    webpage: webpage(true),
    webpageInList: webpage(false),
    screenshot: screenshot(true),
    screenshotInList: screenshot(false),
  };
}

// No address that this program is configured with holds these brackets as they are.
/** For a value that stands within quotes and needs no escaping. */
const plain = (field: string) => `⟦${field}⟧` as never;
/** For a value that takes the place of a whole string, quotes and all. */
const whole = (field: string) => `⟦⟦${field}⟧⟧` as never;
const MARK = /"⟦⟦(\w+)⟧⟧"|⟦(\w+)⟧/g;

const WEBPAGE = {
  id: plain('id'),
  name: whole('name'),
  url: whole('url'),
  keywords: whole('keywords'),
  groupName: whole('groupName'),
  createdAt: plain('createdAt'),
  modifiedAt: plain('modifiedAt'),
};

const SCREENSHOT = {
  id: plain('id'),
  webpageId: plain('webpageId'),
  isFavorite: whole('isFavorite'),
  verdict: plain('verdict'),
  createdAt: plain('createdAt'),
  modifiedAt: plain('modifiedAt'),
  picture: {
    id: plain('pictureId'),
    contentKey: plain('contentKey'),
    contentType: plain('contentType'),
    thumbnailKey: plain('thumbnailKey'),
    thumbnailType: plain('thumbnailType'),
    width: whole('width'),
    height: whole('height'),
    bytes: plain('bytes'),
    sha256: plain('sha256'),
  },
};

function readMarks<Field extends string>(shown: object): Template<Field> {
  const json = JSON.stringify(shown);
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
