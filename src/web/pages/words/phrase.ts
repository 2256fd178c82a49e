import { Readable } from 'node:stream';
import { allResults, CSV_HEAD, csvRows, presentResult } from '../../../app/word-history.ts';
import { csvRow } from '../../../domain/csv.ts';
import type { WordResult, WordSpan } from '../../../domain/ports/words.ts';
import { Problem } from '../../../domain/problem.ts';
import { LONGEST_QUERY, readPhrase, type WordQuery } from '../../../domain/word-query.ts';
import { attachment } from '../../attachment.ts';
import { pluralize, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, icon, layout } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { siteMarks } from '../../site-mark.ts';
import { type Answer, type MemberVisit, page, refusal, type Web } from '../../visit.ts';
import { appeared, captureWithWords, excerpt, readAfter, resultHeading, resultPaging, went } from './word-results.ts';

const A_PAGE = 10;
const SPANS = 20;

/** When a phrase appeared on each webpage, and when it went. */
export async function showPhrase(web: Web, visit: MemberVisit): Promise<Answer> {
  const text = visit.query.get('q')?.trim() ?? '';
  const exact = visit.query.get('exact') === 'on';
  const around = (message: string | undefined, results: Html | false) =>
    layout(web, visit, {
      title: text === '' ? 'A phrase through time' : `${text.slice(0, 60)} through time`,
      current: 'archive',
      main: html`<div class="opening"><h1>A phrase through time</h1></div>
${phraseForm(web.links, text, exact)}
${errorMessage(web.links, message)}
${results}`,
      width: 'wide',
      ownSearch: true,
    });
  if (text === '') return page(around(undefined, introduction()));
  let query: WordQuery;
  try {
    query = readPhrase(text, { exact });
  } catch (error) {
    if (error instanceof Problem) return refusal(around(error.message, introduction()), error);
    throw error;
  }
  const after = readAfter(visit);
  const { results, next } = await web.store.words.search(visit.member.owner, query, {
    after,
    limit: A_PAGE,
    spans: SPANS,
  });
  const mark = await siteMarks(
    web,
    visit,
    results.map(({ webpage }) => webpage),
  );
  const words = `"${query.wanted[0]?.text.replace(/["“”„«»]/g, ' ')}"`;
  const items = await Promise.all(
    results.map(
      async (result) => html`<li>${resultHeading(mark, result, web.links.webpage(result.webpage.id))}
${result.passages.slice(0, 1).map((passage) => excerpt(passage, query))}
${await spanList(web, visit, result, words)}</li>`,
    ),
  );
  const none = items.length === 0 && next === undefined && after === undefined;
  const total = html`<p class="total" role="status">${pluralize(results.length, 'webpage')}${(next !== undefined || after !== undefined) && ' in this part'}.
${results.length > 0 && exports(web.links, visit)}</p>`;
  const list = none
    ? html`<section class="empty" role="status"><h2>No results</h2><p>No webpage had this phrase in any capture whose words are known.</p></section>`
    : html`<ul class="word-results">${items}</ul>`;
  return page(
    around(
      undefined,
      html`${!none && total}
${list}
${resultPaging(web, visit, web.links.phrase, { after, next, found: results.length })}`,
    ),
  );
}

function exports(links: WebLinks, visit: MemberVisit): Html {
  const to = (format: string) => withQuery(`${links.phrase}/export`, visit.query, { after: undefined, format });
  return html`Download all as <a href="${to('csv')}">CSV</a> or <a href="${to('json')}">JSON</a>.`;
}

function phraseForm(links: WebLinks, text: string, exact: boolean): Html {
  return html`<form class="lookup words" role="search" action="${links.phrase}">
<div class="find">${icon(links, 'search')}<input type="search" name="q" value="${text}" aria-label="Phrase" placeholder="Enter a phrase" maxlength="${LONGEST_QUERY}"></div>
<fieldset class="choices"><legend class="visually-hidden">How to search</legend>
<label><input type="checkbox" name="exact" value="on"${exact && html` checked`}>Exactly as written</label>
<button class="primary">Search</button></fieldset>
</form>`;
}

function introduction(): Html {
  return html`<section class="aside-text"><p>Shows for each webpage between which captures a phrase appeared and went.
Only good captures count: an error page, a bot wall or a login form says nothing about the words of the page.</p></section>`;
}

async function spanList(
  web: Web,
  visit: MemberVisit,
  { webpage, spans, spanCount }: WordResult,
  words: string,
): Promise<Html> {
  const [newest, ...older] = spans;
  if (!newest) return html``;
  const { links } = web;
  const pictured = await pictures(web, visit, newest, webpage.id, words);
  const more = spanCount - spans.length;
  const link = (id: string, text: string) =>
    html`<a href="${captureWithWords(links, visit, webpage.id, id, words)}">${text}</a>`;
  const captureLinks = (first: string, last: string) =>
    first === last
      ? link(first, 'Show capture')
      : html`${link(first, 'Show first capture')} · ${link(last, 'last capture')}`;
  return html`${pictured}
<ol class="spans" reversed>${[newest, ...older].map(
    ({ first, last, before, after }) => html`<li>${appeared(before, first.at)} ${went(after, last.at)}
${captureLinks(first.id, last.id)}</li>`,
  )}</ol>
${more > 0 && html`<p class="aside">${pluralize(more, 'earlier time')} ${more === 1 ? 'is' : 'are'} in the download.</p>`}`;
}

/** The first and the last capture of the newest span. */
async function pictures(
  { store, links }: Web,
  visit: MemberVisit,
  { first, last }: WordSpan,
  webpageId: string,
  words: string,
): Promise<Html> {
  const shown = first.id === last.id ? [first] : [first, last];
  const figures = await Promise.all(
    shown.map(async ({ id, at }, index) => {
      const screenshot = await store.screenshots.find(visit.member.owner, webpageId, id);
      if (!screenshot) return html``;
      const label = shown.length === 1 ? 'Only capture' : index === 0 ? 'First capture' : 'Last capture';
      return html`<figure><a href="${captureWithWords(links, visit, webpageId, id, words)}" aria-label="${label} with the phrase, ${at}"><img src="${links.image(screenshot.picture.thumbnailKey)}" alt="" loading="lazy" decoding="async"></a><figcaption>${label} ${timeTag(at)}</figcaption></figure>`;
    }),
  );
  return html`<div class="both">${figures}</div>`;
}

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** All webpages of a phrase as a file. Throws Problem('invalid') for what is not a phrase. */
export async function exportPhrase({ store }: Web, { query, member }: MemberVisit): Promise<Answer> {
  const phrase = readPhrase(query.get('q') ?? '', { exact: query.get('exact') === 'on' });
  const format = query.get('format') === 'json' ? 'json' : 'csv';
  const results = allResults(store.words, member.owner, phrase);
  const lines = format === 'json' ? jsonLines(results) : csvLines(results);
  return {
    kind: 'file',
    lists: true,
    headers: {
      'content-type': TYPES[format],
      'content-disposition': attachment(`phrase.${format}`),
      'cache-control': 'no-store',
    },
    stream: Readable.from(lines),
  };
}

async function* csvLines(results: AsyncIterable<WordResult>): AsyncGenerator<string> {
  yield csvRow(CSV_HEAD);
  for await (const result of results) for (const row of csvRows(result)) yield csvRow(row);
}

async function* jsonLines(results: AsyncIterable<WordResult>): AsyncGenerator<string> {
  let before = '[';
  for await (const result of results) {
    yield `${before}${JSON.stringify(presentResult(result))}`;
    before = ',\n';
  }
  yield before === '[' ? '[]\n' : ']\n';
}
