import { excerptAround } from '../../../domain/excerpt.ts';
import type { WordEdge, WordResult, WordSpan } from '../../../domain/ports/words.ts';
import { shownName } from '../../../domain/webpage.ts';
import { readPosition, type WordQuery } from '../../../domain/word-query.ts';
import { shortUrl, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import type { SiteMark } from '../../site-mark.ts';
import type { MemberVisit, Web } from '../../visit.ts';
import { partsWith } from '../../word-marks.ts';

/** A capture with the words outlined. */
export function captureWithWords(
  links: WebLinks,
  visit: MemberVisit,
  webpageId: string,
  captureId: string,
  words: string,
): string {
  const exact = visit.query.get('exact') === 'on' ? 'on' : undefined;
  return withQuery(links.capture(webpageId, captureId), new URLSearchParams(), { words, exact });
}

export function resultHeading(mark: SiteMark, { webpage, title }: WordResult, href: string): Html {
  const name = shownName(webpage, title);
  const address = shortUrl(webpage.url);
  return html`<h2>${mark(webpage)}<a href="${href}" dir="auto">${name}</a></h2>
${name !== address && html`<p class="where" title="${webpage.url}">${address}</p>`}`;
}

/** A passage with the words marked; a long one is cut around the first of them. */
export function excerpt(text: string, { wanted, exact }: WordQuery): Html {
  const parts = partsWith(text, wanted, exact);
  const { start, end } = excerptAround(text, parts[0]?.start ?? 0);
  let position = start;
  const pieces: Html[] = [];
  for (const part of parts) {
    if (part.end > end) break;
    pieces.push(html`${text.slice(position, part.start)}<mark>${text.slice(part.start, part.end)}</mark>`);
    position = part.end;
  }
  return html`<p class="excerpt" dir="auto">${start > 0 && '… '}${pieces}${text.slice(position, end).toWellFormed()}${end < text.length && ' …'}</p>`;
}

/** When a text was visible, in few words. */
export function shortSpan({ first, last, before, after }: WordSpan): Html {
  const unknown = [before.kind === 'unknown' && 'before', after.kind === 'unknown' && 'after'].filter(Boolean);
  const note = unknown.length > 0 && ` · words ${unknown.join(' and ')} are not known`;
  if (after.kind === 'none') return html`Visible since ${timeTag(first.at)}${note}`;
  if (first.id === last.id) return html`Visible on ${timeTag(first.at)}${note}`;
  return html`Visible from ${timeTag(first.at)} to ${timeTag(last.at)}${note}`;
}

export function appeared(before: WordEdge, first: string): Html {
  if (before.kind === 'none') return html`There since the first capture, ${timeTag(first)}.`;
  const { at } = before.capture;
  return before.kind === 'without'
    ? html`Appeared between ${timeTag(at)} (last capture without it) and ${timeTag(first)} (first with it).`
    : html`First seen ${timeTag(first)}. The words of the capture before, ${timeTag(at)}, are not known.`;
}

export function went(after: WordEdge, last: string): Html {
  if (after.kind === 'none') return html`Still there at the newest capture, ${timeTag(last)}.`;
  const { at } = after.capture;
  return after.kind === 'without'
    ? html`Went between ${timeTag(last)} (last capture with it) and ${timeTag(at)} (first without it).`
    : html`Last seen ${timeTag(last)}. The words of the capture after, ${timeTag(at)}, are not known.`;
}

/** Links to the next results, and to the first ones. */
export function resultPaging(
  { links }: Web,
  visit: MemberVisit,
  path: string,
  { after, next, found }: { after: number | undefined; next: number | undefined; found: number },
): Html | false {
  if (after === undefined && next === undefined) return false;
  const to = (position: number | undefined) =>
    withQuery(path, visit.query, { after: position === undefined ? undefined : String(position) });
  return html`<nav class="paging" aria-label="Pages"><div class="row">${after !== undefined && html`<a class="button" href="${to(undefined)}">First</a>`}</div>
<div class="row">${next !== undefined && html`<a class="button" rel="next" href="${to(next)}">${found === 0 ? 'Search on' : 'Next'}${icon(links, 'right')}</a>`}</div></nav>`;
}

/** The position of a link to the next results. Other texts are the beginning. */
export function readAfter({ query }: Pick<MemberVisit, 'query'>): number | undefined {
  return readPosition(query.get('after') ?? '');
}
