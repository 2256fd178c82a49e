import type { WordPage, WordResult } from '../../../domain/ports/words.ts';
import { Problem } from '../../../domain/problem.ts';
import {
  LONGEST_QUERY,
  readWordQuery,
  WORD_SCOPES,
  type WordQuery,
  type WordScope,
} from '../../../domain/word-query.ts';
import { pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, icon, layout } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { type SiteMark, siteMarks } from '../../site-mark.ts';
import { type Answer, type MemberVisit, page, refusal, type Web } from '../../visit.ts';
import { captureWithWords, excerpt, readAfter, resultHeading, resultPaging, shortSpan } from './word-results.ts';

const A_PAGE = 20;

const SCOPES: Record<WordScope, string> = { current: 'Current text', all: 'All time' };

/** Webpages by the words of their captures. */
export async function showSearch(web: Web, visit: MemberVisit): Promise<Answer> {
  const text = visit.query.get('q')?.trim() ?? '';
  const scope = WORD_SCOPES.find((each) => each === visit.query.get('in')) ?? 'current';
  const exact = visit.query.get('exact') === 'on';
  const around = (message: string | undefined, results: Html | false) =>
    layout(web, visit, {
      title: text === '' ? 'Search words' : `${text.slice(0, 60)} – search`,
      current: 'archive',
      main: html`<div class="opening"><h1>Search words</h1></div>
${searchForm(web.links, { text, scope, exact })}
${errorMessage(web.links, message)}
${results}`,
      width: 'wide',
      ownSearch: true,
    });
  if (text === '') return page(around(undefined, introduction()));
  let query: WordQuery;
  try {
    query = readWordQuery(text, { scope, exact, timeZone: visit.timeZone });
  } catch (error) {
    if (error instanceof Problem) return refusal(around(error.message, introduction()), error);
    throw error;
  }
  const after = readAfter(visit);
  const found = await web.store.words.search(visit.member.owner, query, { after, limit: A_PAGE, spans: 1 });
  const mark = await siteMarks(
    web,
    visit,
    found.results.map(({ webpage }) => webpage),
  );
  return page(around(undefined, resultList(web, visit, { text, query, found, after, mark })));
}

function searchForm(links: WebLinks, { text, scope, exact }: { text: string; scope: WordScope; exact: boolean }): Html {
  return html`<form class="lookup words" role="search" action="${links.search}">
<div class="find">${icon(links, 'search')}<input type="search" name="q" value="${text}" aria-label="Words to find" placeholder="Words or a phrase in quotation marks" maxlength="${LONGEST_QUERY}"></div>
<fieldset class="choices"><legend class="visually-hidden">Where to search</legend>
${WORD_SCOPES.map((each) => html`<label><input type="radio" name="in" value="${each}"${each === scope && html` checked`}>${SCOPES[each]}</label>`)}
<label><input type="checkbox" name="exact" value="on"${exact && html` checked`}>Exactly as written</label>
<button class="primary">Search</button></fieldset>
</form>`;
}

function introduction(): Html {
  return html`<section class="aside-text">
<p>Finds webpages by the words that visitors see on them. Case and accents do not matter.</p>
<dl class="syntax">
<dt><code>merger talks</code></dt><dd>both words on the page</dd>
<dt><code>"merger talks"</code></dt><dd>exactly this phrase</dd>
<dt><code>merger -rumour</code></dt><dd>the first word, but not the second</dd>
<dt><code>site:example.org</code>, <code>keyword:news</code></dt><dd>only these webpages</dd>
<dt><code>from:2026-05-01 to:2026-05-31</code></dt><dd>only what was visible in this time</dd>
</dl>
<p>Captures from before Pagekeep kept words are not searched.</p></section>`;
}

interface Found {
  readonly text: string;
  readonly query: WordQuery;
  readonly found: WordPage;
  readonly after: number | undefined;
  readonly mark: SiteMark;
}

function resultList(web: Web, visit: MemberVisit, { text, query, found, after, mark }: Found): Html {
  const { results, next } = found;
  const { links } = web;
  const exact = query.exact ? 'on' : undefined;
  const [term] = query.wanted;
  const history =
    query.wanted.length === 1 &&
    term &&
    html`<a href="${withQuery(links.phrase, new URLSearchParams({ q: term.text }), { exact })}">When did “<bdi>${term.text}</bdi>” appear and go?</a>`;
  const none = results.length === 0 && next === undefined && after === undefined;
  return html`${!none && html`<p class="total" role="status">${totalOf(found, after)} ${results.length > 0 && history}</p>`}
${
  none
    ? html`<section class="empty" role="status"><h2>No results</h2>
<p>No webpage ${query.scope === 'current' ? 'has these words now' : 'had these words at any time'}. ${query.scope === 'current' && html`<a href="${withQuery(links.search, new URLSearchParams({ q: text }), { exact, in: 'all' })}">Search all time</a>. `}Captures from before Pagekeep kept words are not searched.</p></section>`
    : html`<ul class="word-results">${results.map((result) => resultItem(web, visit, { result, text, query, mark }))}</ul>`
}
${resultPaging(web, visit, links.search, { after, next, found: results.length })}`;
}

function totalOf({ results, next }: WordPage, after: number | undefined): string {
  if (next === undefined && after === undefined) return `${pluralize(results.length, 'webpage')}.`;
  return results.length === 0 ? 'Nothing found in this part.' : `${pluralize(results.length, 'webpage')} in this part.`;
}

function resultItem(
  { links }: Web,
  visit: MemberVisit,
  { result, text, query, mark }: Pick<Found, 'text' | 'query' | 'mark'> & { result: WordResult },
): Html {
  const [span] = result.spans;
  const { id } = result.webpage;
  const href = span ? captureWithWords(links, visit, id, span.last.id, text) : links.webpage(id);
  return html`<li>${resultHeading(mark, result, href)}
${result.passages.map((passage) => excerpt(passage, query))}
${span && html`<p class="span">${shortSpan(span)}${result.spanCount > 1 && ` · ${pluralize(result.spanCount - 1, 'earlier time')}`}</p>`}</li>`;
}
