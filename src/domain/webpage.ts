import { completeAddress } from './address.ts';
import { groupName } from './group.ts';
import { Problem } from './problem.ts';
import { printable, readLine, withoutControls } from './text.ts';
import { defaultView, isSameView, isViewLabel, type View, viewLabel } from './view.ts';

export interface Webpage {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly keywords: readonly string[];
  readonly groupName: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

/** User input for a new webpage. */
export interface WebpageDraft {
  readonly url: string;
  readonly name?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** For the default name, which tells the views of a page apart. */
  readonly view?: View | undefined;
}

/** No website has an address that ends with .example (RFC 2606). `pagekeep demo` uses such addresses; they are not captured. */
export function isInvented(url: string): boolean {
  return URL.parse(url)?.hostname.endsWith('.example') ?? false;
}

const URL_LIMIT = 2048;
const NAME_LIMIT = 300;
const KEYWORD_LIMIT = 100;
const KEYWORDS_LIMIT = 50;
/** Of all keywords of a webpage. Every index of the list of webpages contains them. */
const KEYWORDS_LENGTH = 2000;

/** Throws Problem('invalid') with the invalid value and the allowed values. */
export function makeWebpage(draft: WebpageDraft, made: { id: string; now: Date }): Webpage {
  const url = readAddress(draft.url);
  const at = made.now.toISOString();
  return {
    id: made.id,
    name: draft.name === undefined ? nameOf(url, draft.view) : readLine('The name', draft.name, NAME_LIMIT),
    url,
    keywords: readKeywords(draft.keywords ?? []),
    groupName: groupName(url),
    createdAt: at,
    modifiedAt: at,
  };
}

/**
 * Completes the scheme and normalises the address like the browser. Only http: and https:, because the guard cannot
 * filter file: and view-source:.
 */
export function readAddress(text: string): string {
  const url = URL.parse(completeAddress(text));
  if (!url) {
    throw new Problem('invalid', `${printable(text)} is not a URL; enter an address such as https://example.org/.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Problem('invalid', `${printable(text)} is not a web address: only http: and https: can be captured.`);
  }
  if (url.username || url.password) {
    throw new Problem(
      'invalid',
      'The address contains a user name or a password, which would be visible in every record.',
    );
  }
  if (url.href.length > URL_LIMIT) {
    throw new Problem('invalid', `The address has ${url.href.length} characters; at most ${URL_LIMIT} are allowed.`);
  }
  return url.href;
}

export function readKeywords(keywords: readonly string[]): string[] {
  const read = [...new Set(keywords.map((keyword) => readLine('A keyword', keyword, KEYWORD_LIMIT)))];
  if (read.length > KEYWORDS_LIMIT) {
    throw new Problem('invalid', `${read.length} keywords were given; at most ${KEYWORDS_LIMIT} are allowed.`);
  }
  const length = read.join(', ').length;
  if (length > KEYWORDS_LENGTH) {
    throw new Problem(
      'invalid',
      `The keywords have ${length} characters together; at most ${KEYWORDS_LENGTH} are allowed.`,
    );
  }
  return read;
}

/** The title of a page on one line; undefined if it is empty. Other than a name, it is not input of a user. */
export function readTitle(title: string): string | undefined {
  const line = title
    .slice(0, 4 * NAME_LIMIT)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.slice(0, NAME_LIMIT).toWellFormed() || undefined;
}

/** The sort key of a name, independent of case and Unicode composition. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * The name to show: the one that the user gave, or else the title of the page, or else the address. A name that equals
 * the default one counts as not given.
 */
export function shownName({ name, url }: Pick<Webpage, 'name' | 'url'>, title: string | undefined): string {
  return withoutControls(givenName({ name, url }) ?? title ?? '').trim() || name;
}

export function givenName({ name, url }: Pick<Webpage, 'name' | 'url'>): string | undefined {
  const label = / \(([^()]+)\)$/.exec(name)?.[1] ?? '';
  const isDefault = name === nameOf(url) || (isViewLabel(label) && name === withLabel(nameOf(url), label));
  return isDefault ? undefined : name;
}

/** The host of a webpage with its port, whose icon it has. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** The default view adds nothing. */
function nameOf(url: string, view: View = defaultView): string {
  const { host, pathname } = new URL(url);
  const name = `${host}${pathname === '/' ? '' : pathname}`.slice(0, NAME_LIMIT);
  return isSameView(view, defaultView) ? name : withLabel(name, viewLabel(view));
}

function withLabel(name: string, label: string): string {
  const end = ` (${label})`;
  return `${name.slice(0, NAME_LIMIT - end.length)}${end}`;
}
