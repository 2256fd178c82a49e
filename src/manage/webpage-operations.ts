import { Type } from '../api/json-schema.ts';
import { presentError } from '../api/present.ts';
import { addDrafts, type DraftResult } from '../app/add-drafts.ts';
import { patchWebpage, type WebpagePatch, webpageSettings } from '../app/patch-webpage.ts';
import { pauseWebpage, resumeWebpage, type TrackedDraft } from '../app/track-webpages.ts';
import { deleteWebpage } from '../app/trash.ts';
import { NOTHING_IGNORED } from '../domain/change.ts';
import { readWords } from '../domain/gallery.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { Order } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { WEBPAGE_STATES } from '../domain/stepwise.ts';
import { readAddress } from '../domain/webpage.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { STATUS_OF } from '../http/status.ts';
import { checkBody } from './body.ts';
import { type Manage, type ManageAnswer, type ManageRequest, operation, repeatableOf } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { checkSettingsTag } from './preconditions.ts';
import { presentTracked, presentTrackedInList, settingsTag } from './present.ts';
import { choice, cursor, date, limit, order } from './schemas/parts.ts';
import {
  AddResults,
  ManagedWebPage,
  ManagedWebPageInList,
  MOST_DRAFTS,
  WebPageDraft,
  WebPageDrafts,
  WebPagePatch,
  WebPages,
} from './schemas/webpage.ts';

const TAG = 'webpages';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const listWebpages = operation({
  id: 'listWebpages',
  summary: 'Search and list webpages',
  description: 'In the order in which they were added. Adding or deleting webpages does not shift the other pages.',
  tag: TAG,
  scope: 'read',
  query: Type.Object({
    q: text(500, 'Words that the name, title, address or keywords must all contain.'),
    url: text(4096, 'The exact address.'),
    keyword: text(100, 'A whole keyword.'),
    site: text(300, 'The site, as in isPartOf.name.'),
    state: Type.Optional(choice(WEBPAGE_STATES, { description: 'The state of the captures.' })),
    changedSince: Type.Optional(date('Webpages whose last announced change is at this time or later.')),
    order: order('desc', 'the time when the webpage was added'),
    limit,
    cursor,
  }),
  answers: [{ status: 200, description: 'A page of the list.', schema: WebPages }],
  async run(manage, request) {
    const { store, own, now } = manage;
    const { query, owner } = request;
    const { records, next } = await store.searches.webpages(owner, {
      words: readWords(query.q ?? ''),
      url: query.url === undefined ? undefined : readAddress(query.url),
      keyword: query.keyword,
      site: query.site,
      state: query.state,
      changedSince: query.changedSince,
      order: query.order as Order,
      limit: query.limit as number,
      from: positionOf(own.webpages, request, query.cursor),
    });
    const ids = records.map(({ id }) => id);
    const schedules = ids.length === 0 ? new Map() : await store.schedules.findMany(owner, ids, now());
    const members = records.map((webpage) => presentTrackedInList(manage, webpage, schedules.get(webpage.id)));
    return { body: presentPage(own.webpages, request, { members, next }) };
  },
});

export const addWebpages = operation({
  id: 'addWebpages',
  summary: 'Add webpages',
  description: `Adds one webpage, or with an array up to ${MOST_DRAFTS}, each with its own result. Each is captured at once. With an Idempotency-Key, a repeated request adds nothing and gets the answer of the first one for 24 hours.`,
  tag: TAG,
  scope: 'manage',
  query: Type.Object({
    duplicates: Type.Optional(
      choice(['refuse', 'allow'], {
        default: 'refuse',
        description: 'Whether a view (viewport and colours) of an address that is tracked already is added again.',
      }),
    ),
  }),
  body: WebPageDrafts,
  checksBody: true,
  bodyLimit: 4 * 1024 * 1024,
  reads: ['Idempotency-Key'],
  answers: [
    { status: 200, description: 'The results of an array.', schema: AddResults },
    { status: 201, description: 'The webpage was added.', schema: ManagedWebPageInList },
  ],
  errors: [409, 413, 422],
  async run(manage, request) {
    const { store, sealingKey, now } = manage;
    const { body, owner } = request;
    const many = Array.isArray(body);
    const sent: readonly unknown[] = many ? body : [body];
    if (sent.length === 0 || sent.length > MOST_DRAFTS) {
      throw new Problem('invalid', `The request has ${sent.length} webpages; allowed are 1 to ${MOST_DRAFTS}.`);
    }
    const at = now();
    const reply = await addDrafts({ store, sealingKey }, owner, {
      drafts: await Promise.all(sent.map(readDraft)),
      allowDuplicates: request.query.duplicates === 'allow',
      now: at,
      request: repeatableOf(request, at),
      reply: (results) => (many ? presentResults(manage, sent, results) : presentOnly(manage, results)),
    });
    const headers = reply.location === undefined ? {} : { location: reply.location };
    return { status: reply.status, text: reply.body, headers };
  },
});

async function readDraft(sent: unknown): Promise<TrackedDraft | Problem> {
  try {
    await checkBody(WebPageDraft, sent);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  const { captureOptions, changeSettings, ...draft } = sent as WebPageDraft;
  return {
    ...draft,
    options: captureOptions,
    changeSettings: changeSettings && ({ ...NOTHING_IGNORED, ...changeSettings } as TrackedDraft['changeSettings']),
  };
}

/** If the only webpage is refused, the request fails with its error. */
function presentOnly(manage: Manage, [result]: readonly DraftResult[]) {
  if (!result) throw new Problem('invalid', 'The request has no webpage.');
  if (result.kind === 'refused') throw result.problem;
  const { webpage } = result;
  const body = JSON.stringify({ ...presentTrackedInList(manage, webpage, undefined), ...JUST_ADDED });
  return { status: 201, location: manage.own.webpage(webpage.id), body };
}

/** A webpage is due as soon as it is added. */
const JUST_ADDED = { state: 'active', captureStatus: 'queued' } as const;

function presentResults(manage: Manage, sent: readonly unknown[], results: readonly DraftResult[]) {
  const members = results.map((result, index) => {
    const { url } = (sent[index] ?? {}) as { url?: unknown };
    const base = { type: 'Result', ...(typeof url === 'string' && { url: url.slice(0, 4096) }) };
    if (result.kind === 'added') {
      const webpage = { ...presentTrackedInList(manage, result.webpage, undefined), ...JUST_ADDED };
      return { ...base, httpStatus: 201, webpage };
    }
    const status = STATUS_OF[result.problem.kind];
    return {
      ...base,
      httpStatus: status,
      error: presentError(STATUS_CODES[status] ?? 'Error', result.problem.message),
    };
  });
  const added = results.filter(({ kind }) => kind === 'added').length;
  const body = { type: 'Collection', added, refused: results.length - added, members };
  return { status: 200, location: undefined, body: JSON.stringify(body) };
}

export function idOf({ parameters }: Pick<ManageRequest, 'parameters'>, name: string): string {
  const id = parameters[name] ?? '';
  if (!isIdentifier(id)) throw notFound(name);
  return id;
}

/** The record with its settings, and the tag that If-Match may name. */
async function answerWebpage(manage: Manage, request: ManageRequest, id: string): Promise<ManageAnswer> {
  const settings = await webpageSettings(manage.store, request.owner, id, manage.now());
  return { body: presentTracked(manage, settings), settingsTag: settingsTag(settings) };
}

const RECORD = [{ status: 200, description: 'The record.', schema: ManagedWebPage }];

export const getWebpage = operation({
  id: 'getWebpage',
  summary: 'Get a webpage',
  tag: TAG,
  scope: 'read',
  answers: RECORD,
  errors: [404],
  run: (manage, request) => answerWebpage(manage, request, idOf(request, 'webpage')),
});

export const changeWebpage = operation({
  id: 'changeWebpage',
  summary: 'Change a webpage',
  description:
    'Changes only what the body names. Send the ETag of the record in If-Match, so that another change is not overwritten: it protects the settings, and a capture in between does not matter.',
  tag: TAG,
  scope: 'manage',
  body: WebPagePatch,
  reads: ['If-Match'],
  answers: RECORD,
  errors: [404, 412, 422],
  async run(manage, request) {
    const id = idOf(request, 'webpage');
    await patchWebpage(manage, request.owner, id, request.body as WebpagePatch, {
      now: manage.now(),
      check: (current) => checkSettingsTag(request.preconditions, settingsTag(current)),
    });
    return answerWebpage(manage, request, id);
  },
});

export const removeWebpage = operation({
  id: 'deleteWebpage',
  summary: 'Delete a webpage and all its screenshots',
  description: 'They stay in the trash for some days and can be restored.',
  tag: TAG,
  scope: 'delete',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 412],
  async run(manage, request) {
    const { trashDays, now } = manage;
    const id = idOf(request, 'webpage');
    await actOnHeld(manage, request, id, (tx) =>
      deleteWebpage({ store: tx, trashDays }, request.owner, id, { now: now() }),
    );
    return { status: 204 };
  },
});

const pausing = { tag: TAG, scope: 'manage', reads: ['If-Match'], answers: RECORD, errors: [404, 412] } as const;

export const pause = operation({
  ...pausing,
  id: 'pauseWebpage',
  summary: 'Pause the captures of a webpage',
  description: 'A capture under way is completed. Its screenshots stay.',
  async run(manage, request) {
    const id = idOf(request, 'webpage');
    await actOnHeld(manage, request, id, (tx) => pauseWebpage(tx, request.owner, id));
    return answerWebpage(manage, request, id);
  },
});

export const resume = operation({
  ...pausing,
  id: 'resumeWebpage',
  summary: 'Resume the captures of a webpage on its schedule',
  async run(manage, request) {
    const id = idOf(request, 'webpage');
    await actOnHeld(manage, request, id, (tx) => resumeWebpage(tx, request.owner, id, manage.now()));
    return answerWebpage(manage, request, id);
  },
});

/** Acts on the webpage in one transaction, if it is still the one that If-Match names. */
function actOnHeld(
  { store, now }: Manage,
  { owner, preconditions }: ManageRequest,
  id: string,
  act: (tx: Store) => Promise<unknown>,
): Promise<void> {
  return store.transaction(async (tx) => {
    await tx.webpages.hold(owner, id);
    checkSettingsTag(preconditions, settingsTag(await webpageSettings(tx, owner, id, now())));
    await act(tx);
  });
}
