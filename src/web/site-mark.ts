import { domainToUnicode } from 'node:url';
import { hostOf, type Webpage } from '../domain/webpage.ts';
import { type Html, html } from './html.ts';
import type { MemberVisit, Web } from './visit.ts';

/** The icon of the host of a webpage, or the letter tile of its site. */
export type SiteMark = (webpage: Webpage) => Html;

/** Finds out which of these webpages have an icon. */
export async function siteMarks(
  { store, links }: Web,
  { member }: MemberVisit,
  webpages: readonly Webpage[],
): Promise<SiteMark> {
  const hosts = [...new Set(webpages.map(({ url }) => hostOf(url)))];
  const versions = await store.siteIcons.versions(member.owner, hosts);
  // The rows of a page are often of the same webpages.
  const marks = new Map<string, Html>();
  return ({ url, groupName }) => {
    const known = marks.get(url);
    if (known) return known;
    const host = hostOf(url);
    const version = versions.get(host);
    const made =
      version === undefined
        ? letterTile(groupName)
        : html`<img class="fav" src="${links.siteIcon(host, version)}" width="16" height="16" alt="">`;
    marks.set(url, made);
    return made;
  };
}

/** White letters have a contrast of at least 4.5 on each of these. */
const COLOURS = [
  '#1e4d40',
  '#0b2f6b',
  '#5a2a6d',
  '#a03a12',
  '#153b4f',
  '#4a4f3f',
  '#0f7048',
  '#8c1d40',
  '#1f6f94',
  '#23255c',
  '#7a5200',
  '#5d4037',
];

/** A tile with the first letter of a site, in a colour that depends on the site only. */
export function letterTile(site: string): Html {
  const name = site.includes('xn--') ? domainToUnicode(site) || site : site;
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  return html`<svg class="fav" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><rect width="16" height="16" rx="3" fill="${colourOf(site)}"/><text x="8" y="12" text-anchor="middle" font-family="Georgia, serif" font-weight="700" font-size="11" fill="#fff">${letter.toUpperCase()}</text></svg>`;
}

function colourOf(site: string): string {
  // FNV-1a.
  let sum = 2_166_136_261;
  for (const byte of Buffer.from(site)) sum = Math.imul(sum ^ byte, 16_777_619);
  return COLOURS[(sum >>> 0) % COLOURS.length] ?? '#4a4f3f';
}
