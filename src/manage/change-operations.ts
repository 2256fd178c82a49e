import { Type } from '../api/json-schema.ts';
import { presentScreenshot } from '../api/present.ts';
import type { Compare } from '../app/compare-captures.ts';
import type { EntryPosition } from '../domain/change.ts';
import type { Region } from '../domain/findings.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { Order } from '../domain/listing.ts';
import { offerElement } from '../domain/page-element.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import { readTime } from '../domain/time.ts';
import { type Manage, operation } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { presentChange } from './present.ts';
import { ChangeReview, Changes, Comparison, MOST_REVIEWED } from './schemas/change.ts';
import { choice, cursor, date, limit, order } from './schemas/parts.ts';

const FILTERS = ['all', 'changed', 'new', 'failing', 'reviewed'] as const;

export const listChanges = operation({
  id: 'listChanges',
  summary: 'List changes',
  description:
    'The entries of the Changes page. In ascending order, a client that keeps the cursor of the last page reads each entry once.',
  tag: 'changes',
  scope: 'read',
  query: Type.Object({
    since: Type.Optional(date('Entries from this time on.')),
    kind: Type.Optional(choice(FILTERS, { default: 'changed', description: 'Which entries.' })),
    site: Type.Optional(Type.String({ maxLength: 300, description: 'The site, as in isPartOf.name.' })),
    keyword: Type.Optional(Type.String({ maxLength: 100, description: 'A whole keyword.' })),
    order: order('asc', 'time'),
    limit,
    cursor,
  }),
  answers: [{ status: 200, description: 'A page of the list.', schema: Changes }],
  async run(manage, request) {
    const { store, own } = manage;
    const { query, owner } = request;
    const list = `${own.base}/changes`;
    const { since = '', kind = 'changed' } = query;
    const order = query.order as Order;
    const size = query.limit as number;
    const begin: EntryPosition | undefined = order === 'asc' && since !== '' ? { at: since, id: '' } : undefined;
    const found = await store.changes.entries(owner, {
      filter: kind as (typeof FILTERS)[number],
      site: query.site,
      keyword: query.keyword,
      order,
      from: positionOf(list, request, query.cursor) ?? begin,
      limit: size + 1,
    });
    const entries = found.filter(({ at }) => at >= since);
    const shown = entries.slice(0, size);
    const last = entries.length > size ? shown.at(-1) : undefined;
    const screenshots = shown.map((entry) => (entry.kind === 'changed' ? entry.after.id : entry.screenshot?.id));
    const known = await store.captures.knowledge(
      owner,
      screenshots.filter((id) => id !== undefined),
    );
    const members = shown.map((entry) => presentChange(manage, entry, known));
    return { body: presentPage(list, request, { members, next: last && { at: last.at, id: last.id } }) };
  },
});

export const reviewChanges = operation({
  id: 'reviewChanges',
  summary: 'Mark changes as reviewed',
  description: `Names up to ${MOST_REVIEWED} changes, or a time. Identifiers of other accounts and of changes that are gone are ignored.`,
  tag: 'changes',
  scope: 'manage',
  body: ChangeReview,
  answers: [{ status: 204, description: 'Done.' }],
  async run({ store, now }, { owner, body: { changes, after, before, isReviewed } }) {
    if (changes !== undefined) {
      if (after !== undefined || before !== undefined) {
        throw new Problem('invalid', 'Send either "changes", or "after" and "before", not both.');
      }
      if (!changes.every(isIdentifier)) {
        throw new Problem('invalid', 'The property "changes" must have identifiers of changes.');
      }
      await store.changes.review(owner, changes, isReviewed ? now() : undefined);
      return { status: 204 };
    }
    if (!isReviewed || after === undefined || before === undefined) {
      throw new Problem('invalid', 'Send "changes", or "after" and "before" with "isReviewed": true.');
    }
    const range = { from: timeIn('after', after), to: timeIn('before', before) };
    await store.changes.reviewIn(owner, range, now());
    return { status: 204 };
  },
});

/** Throws Problem('invalid'). */
function timeIn(name: string, text: string): string {
  const time = readTime(text);
  if (!time) throw new Problem('invalid', `The property "${name}" must be a time such as 2026-01-31T08:00:00Z.`);
  return time.toISOString();
}

const id = (which: string) => Type.String({ maxLength: 36, description: `Identifier of the ${which} screenshot.` });

export const compareScreenshots = operation({
  id: 'compareScreenshots',
  summary: 'Compare two screenshots of a webpage',
  description:
    'The result is computed once and stored. If it is not ready in time, the answer is 503 with Retry-After.',
  tag: 'changes',
  scope: 'read',
  query: Type.Object({ before: Type.Optional(id('older')), after: Type.Optional(id('newer')) }),
  answers: [{ status: 200, description: 'The differences between the screenshots.', schema: Comparison }],
  errors: [404, 422],
  async run(manage, request) {
    const { own, links, store } = manage;
    const { owner, query } = request;
    const [before, after] = [
      await screenshotOf(manage, owner, 'before', query.before),
      await screenshotOf(manage, owner, 'after', query.after),
    ];
    if (before.webpageId !== after.webpageId) {
      throw new Problem('unprocessable', 'The screenshots belong to two webpages; compare two of one webpage.');
    }
    request.standAside();
    const { findings, summary, announced } = await findingsOf(manage, owner, before, after);
    const known = await store.captures.knowledge(owner, [before.id, after.id]);
    const { word, share, added, removed, altered, ignored } = summary;
    return {
      body: {
        type: 'Comparison',
        id: `${own.base}/compare?before=${before.id}&after=${after.id}`,
        before: presentScreenshot(links, before, known.get(before.id)),
        after: presentScreenshot(links, after, known.get(after.id)),
        word,
        changeShare: share,
        announced,
        added,
        removed,
        altered,
        ignored,
        regions: await withSelectors(store, owner, { before, after }, findings.regions),
        omitted: findings.omitted,
        moved: findings.moved,
        bands: findings.bands,
        beforeSize: findings.before,
        afterSize: findings.after,
      },
    };
  },
});

/** Captures of an unchanged page share a picture. */
async function findingsOf(manage: Manage, owner: string, before: Screenshot, after: Screenshot): ReturnType<Compare> {
  if (before.picture.id !== after.picture.id) return manage.compare(owner, before, after);
  const { width, height } = after.picture;
  const rows = { top: 0, bottom: height };
  return {
    findings: {
      word: 'same',
      share: 0,
      regions: [],
      omitted: 0,
      omittedArea: 0,
      moved: [],
      bands: [{ before: rows, after: rows }],
      before: { width, height },
      after: { width, height },
    },
    summary: { word: 'same', share: 0, added: 0, removed: 0, altered: 0, ignored: 0, leading: [] },
    announced: false,
  };
}

async function screenshotOf(
  { store }: Manage,
  owner: string,
  name: 'before' | 'after',
  sent: string | undefined,
): Promise<Screenshot> {
  if (sent === undefined) throw new Problem('invalid', `The parameter "${name}" is missing: the id of a screenshot.`);
  const found = isIdentifier(sent) ? await store.screenshots.findAnywhere(owner, sent) : undefined;
  if (!found) throw notFound(`screenshot in "${name}"`);
  return found;
}

/** Each region with the element that the web application offers to ignore: the one where the picture shows the region. */
async function withSelectors(
  store: Store,
  owner: string,
  pair: Readonly<Record<'before' | 'after', Screenshot>>,
  regions: readonly Region[],
) {
  const elementsOf = ({ webpageId, id }: Screenshot) => store.changes.elements(owner, webpageId, id);
  const elements = { before: await elementsOf(pair.before), after: await elementsOf(pair.after) };
  return regions.map((region) => {
    const side = region.kind === 'removed' ? 'before' : 'after';
    const selector = offerElement(elements[side], region[side])?.selector;
    return { ...region, ...(selector !== undefined && { selector }) };
  });
}
