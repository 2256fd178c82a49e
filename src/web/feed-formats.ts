import type { ChangeEntry } from '../domain/change.ts';
import type { Feed } from '../domain/feed.ts';
import { shownName } from '../domain/webpage.ts';
import { tellWords } from '../domain/word-change.ts';
import { formatShare } from './format.ts';
import { html } from './html.ts';
import type { WebLinks } from './links.ts';

/** The fields of an entry in both formats. */
interface Item {
  /** The same for as long as the entry exists. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly at: string;
  readonly updatedAt: string;
  readonly html: string;
  readonly picture: string | undefined;
  readonly pictureType: string | undefined;
}

export interface FeedPlace {
  readonly links: WebLinks;
  readonly feed: Feed;
  /** The address of the feed itself. */
  readonly self: string;
}

export function atomFeed({ links, feed, self }: FeedPlace, entries: readonly ChangeEntry[]): string {
  const items = entries.map((entry) => itemOf(links, entry));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>urn:uuid:${feed.id}</id>
<title>${plain(`Pagekeep: ${feed.name}`)}</title>
<updated>${updatedOf(feed, items)}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${links.publicUrl}/"/>
<author><name>Pagekeep</name></author>
<generator>Pagekeep</generator>
${items.map(
  ({ id, title, url, at, updatedAt, html: content, picture, pictureType }) => html`<entry>
<id>${id}</id>
<title>${plain(title)}</title>
<published>${at}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
${picture !== undefined && html`<link rel="enclosure" type="${pictureType ?? 'image/jpeg'}" href="${picture}"/>`}
<content type="html">${plain(content)}</content>
</entry>`,
)}
</feed>
`.text;
}

export function jsonFeed({ links, feed, self }: FeedPlace, entries: readonly ChangeEntry[]): string {
  const items = entries.map((entry) => itemOf(links, entry));
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Pagekeep: ${feed.name}`,
    home_page_url: `${links.publicUrl}/`,
    feed_url: self,
    language: 'en',
    authors: [{ name: 'Pagekeep' }],
    items: items.map(({ id, title, url, at, updatedAt, html: content, picture }) => ({
      id,
      url,
      title,
      content_html: content,
      ...(picture !== undefined && { image: picture }),
      date_published: at,
      date_modified: updatedAt,
    })),
  });
}

function updatedOf(feed: Feed, items: readonly Item[]): string {
  return items.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), feed.createdAt);
}

/** XML cannot contain other control characters, not even escaped. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ');
}

function itemOf(links: WebLinks, entry: ChangeEntry): Item {
  const { id, at, webpage, title } = entry;
  const origin = new URL(links.publicUrl).origin;
  const shot = entry.kind === 'changed' ? entry.after : entry.screenshot;
  const path =
    entry.kind === 'changed' ? links.compare(webpage.id, entry.before.id, entry.after.id) : links.webpage(webpage.id);
  const says = sentenceOf(entry);
  const words = entry.kind === 'changed' ? tellWords(entry.summary.words) : undefined;
  const pictures = [...(entry.kind === 'changed' ? [entry.before] : []), ...(shot ? [shot] : [])];
  const images = pictures.map(
    ({ picture }, index) =>
      html`<img src="${links.image(picture.thumbnailKey)}" alt="${entry.kind === 'changed' ? (index === 0 ? 'Before' : 'After') : ''}"> `,
  );
  return {
    id: `urn:uuid:${id}`,
    title: `${shownName(webpage, title)}: ${says}`,
    url: `${origin}${path}`,
    at,
    updatedAt: entry.kind === 'failing' ? (entry.until ?? at) : at,
    html: html`<p>${says}</p>${words !== undefined && html`<p dir="auto">${words}</p>`}<p><a href="${webpage.url}">${webpage.url}</a></p>${images.length > 0 && html`<p>${images}</p>`}`
      .text,
    picture: shot && links.image(shot.picture.thumbnailKey),
    pictureType: shot?.picture.thumbnailType,
  };
}

function sentenceOf(entry: ChangeEntry): string {
  if (entry.kind === 'changed') return `${formatShare(entry.summary.share)} changed`;
  if (entry.kind === 'new') return 'first capture';
  return entry.until === undefined ? `failing: ${entry.because}` : 'captured again after failures';
}
