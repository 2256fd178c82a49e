import { Type } from '../api/json-schema.ts';
import { presentScreenshot, presentScreenshotInList } from '../api/present.ts';
import { Screenshot, VERDICTS } from '../api/schemas.ts';
import { beginCapture, captureProgress, waitForCapture } from '../app/follow-capture.ts';
import { deleteCapture } from '../app/trash.ts';
import type { Order } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { Screenshot as ScreenshotRecord } from '../domain/screenshot.ts';
import { checkPreconditions, etagOf } from '../http/etag.ts';
import { type Manage, type ManageAnswer, type ManageRequest, operation } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { presentCapture, presentProgress } from './present.ts';
import { Capture, CaptureRequest, Captures } from './schemas/capture.ts';
import { choice, cursor, date, limit, order } from './schemas/parts.ts';
import { ScreenshotPatch, Screenshots } from './schemas/screenshot.ts';
import { idOf } from './webpage-operations.ts';

export const requestCapture = operation({
  id: 'captureWebpage',
  summary: 'Capture a webpage now',
  description:
    'Requests a capture as soon as possible, also of a paused webpage. With "Prefer: wait=N" the answer waits up to N seconds (at most 50) and is 200 if the capture is done by then.',
  tag: 'captures',
  scope: 'manage',
  reads: ['Prefer'],
  answers: [
    { status: 200, description: 'The capture is done.', schema: CaptureRequest },
    { status: 202, description: 'The capture is requested. Follow Location.', schema: CaptureRequest },
  ],
  errors: [404, 422],
  async run(manage, request) {
    const webpageId = idOf(request, 'webpage');
    const id = await beginCapture(manage, request.owner, webpageId);
    const { status, ...answer } = await answerProgress(manage, request, webpageId, id);
    const location = manage.own.captureRequest(webpageId, id);
    return { ...answer, status: status ?? 202, headers: { ...answer.headers, location } };
  },
});

export const getCaptureRequest = operation({
  id: 'getCaptureRequest',
  summary: 'Follow a requested capture',
  description: 'With "Prefer: wait=N" the answer waits up to N seconds (at most 50) until the capture is done.',
  tag: 'captures',
  scope: 'read',
  reads: ['Prefer'],
  answers: [{ status: 200, description: 'How far the capture is.', schema: CaptureRequest }],
  errors: [404],
  async run(manage, request) {
    const answer = await answerProgress(manage, request, idOf(request, 'webpage'), idOf(request, 'request'));
    return { ...answer, status: 200 };
  },
});

/** With the status 200 if the capture is done. */
async function answerProgress(
  { store, own, links, now }: Manage,
  request: ManageRequest,
  webpageId: string,
  id: string,
): Promise<ManageAnswer> {
  const { owner, waitSeconds, signal } = request;
  const read = () => captureProgress(store, owner, webpageId, id, now());
  if (waitSeconds > 0) request.standAside();
  const progress = await waitForCapture(read, { waitMs: waitSeconds * 1000, signal });
  return {
    ...(progress.status === 'done' && { status: 200 }),
    body: presentProgress({ links, own }, progress),
    headers: {
      ...(waitSeconds > 0 && { 'preference-applied': `wait=${waitSeconds}` }),
      ...(progress.status !== 'done' && { 'retry-after': '1' }),
    },
  };
}

/** Sorts after every time. */
const END_OF_TIME = '9999';

export const listCaptures = operation({
  id: 'listCaptures',
  summary: 'List the attempts to capture a webpage',
  tag: 'captures',
  scope: 'read',
  query: Type.Object({ limit, cursor }),
  answers: [{ status: 200, description: 'A page of the log, the newest first.', schema: Captures }],
  errors: [404],
  async run(manage, request) {
    const { store, own } = manage;
    const { owner, query } = request;
    const webpageId = idOf(request, 'webpage');
    if (!(await store.webpages.find(owner, webpageId))) throw notFound('webpage');
    const list = `${own.webpage(webpageId)}/captures`;
    const before = positionOf(list, request, query.cursor)?.at ?? END_OF_TIME;
    const size = query.limit as number;
    const records = await store.captures.list(owner, webpageId, { before, limit: size + 1 });
    const shown = records.slice(0, size);
    const last = records.length > size ? shown.at(-1) : undefined;
    const members = shown.map((record) => presentCapture(manage, record));
    return { body: presentPage(list, request, { members, next: last && { at: last.startedAt, id: last.id } }) };
  },
});

export const getCapture = operation({
  id: 'getCapture',
  summary: 'Get an attempt to capture a webpage',
  tag: 'captures',
  scope: 'read',
  answers: [{ status: 200, description: 'The record.', schema: Capture }],
  errors: [404],
  async run(manage, request) {
    const record = await manage.store.captures.find(request.owner, idOf(request, 'webpage'), idOf(request, 'capture'));
    if (!record) throw notFound('capture');
    return { body: presentCapture(manage, record) };
  },
});

const SCREENSHOT = [{ status: 200, description: 'The record.', schema: Screenshot }];

export const listScreenshots = operation({
  id: 'listScreenshots',
  summary: 'List the screenshots of all webpages by time',
  tag: 'screenshots',
  scope: 'read',
  query: Type.Object({
    after: Type.Optional(date('Screenshots from this time on.')),
    before: Type.Optional(date('Screenshots before this time.')),
    verdict: Type.Optional(choice(VERDICTS, { description: 'What the screenshot shows.' })),
    order: order('desc', 'time'),
    limit,
    cursor,
  }),
  answers: [{ status: 200, description: 'A page of the list.', schema: Screenshots }],
  async run({ store, links, own }, request) {
    const { query, owner } = request;
    const list = `${own.base}/screenshots`;
    const { records, next } = await store.searches.screenshots(owner, {
      after: query.after,
      before: query.before,
      verdict: query.verdict,
      order: query.order as Order,
      limit: query.limit as number,
      from: positionOf(list, request, query.cursor),
    });
    const known = await store.captures.knowledge(
      owner,
      records.map(({ id }) => id),
    );
    const members = records.map((screenshot) => presentScreenshotInList(links, screenshot, known.get(screenshot.id)));
    return { body: presentPage(list, request, { members, next }) };
  },
});

export const latestScreenshot = operation({
  id: 'getLatestScreenshot',
  summary: 'Get the latest screenshot of a webpage',
  tag: 'screenshots',
  scope: 'read',
  query: Type.Object({
    good: Type.Optional(
      Type.Boolean({ default: false, description: 'The latest one that shows the page, not an error or a wall.' }),
    ),
  }),
  answers: SCREENSHOT,
  errors: [404],
  async run({ store, links }, request) {
    const { owner, query } = request;
    const webpageId = idOf(request, 'webpage');
    const state = await store.screenshots.state(owner, webpageId, undefined);
    if (!state) throw notFound('webpage');
    const found = query.good
      ? await store.captures.lastPictures(owner, webpageId).then(({ good }) => good && find(good.screenshotId))
      : (await store.screenshots.page(owner, webpageId, state, { page: 1, limit: 1, order: 'desc' })).records[0];
    if (!found) throw notFound('screenshot');
    const known = await store.captures.knowledgeOf(owner, webpageId, [found.id]);
    return { body: presentScreenshot(links, found, known.get(found.id)) };

    function find(id: string) {
      return store.screenshots.find(owner, webpageId, id);
    }
  },
});

/** The record as GET answers it. */
async function showScreenshot({ store, links }: Manage, request: ManageRequest) {
  const [webpageId, id] = [idOf(request, 'webpage'), idOf(request, 'screenshot')];
  const found = await store.captures.screenshot(request.owner, webpageId, id);
  if (!found) throw notFound('screenshot');
  return presentScreenshot(links, found.screenshot, found.known);
}

async function findScreenshot({ store }: Manage, request: ManageRequest): Promise<ScreenshotRecord> {
  const found = await store.screenshots.find(request.owner, idOf(request, 'webpage'), idOf(request, 'screenshot'));
  if (!found) throw notFound('screenshot');
  return found;
}

/** Compares the record, as GET answers it, with what If-Match names. It cannot change until the transaction ends. */
async function checkHeld(tx: Store, manage: Manage, request: ManageRequest): Promise<void> {
  const held = { ...manage, store: tx };
  await tx.webpages.hold(request.owner, idOf(request, 'webpage'));
  const shown = await showScreenshot(held, request);
  checkPreconditions(request.preconditions, etagOf(JSON.stringify(shown)));
}

export const getScreenshot = operation({
  id: 'getScreenshot',
  summary: 'Get a screenshot',
  tag: 'screenshots',
  scope: 'read',
  answers: SCREENSHOT,
  errors: [404],
  async run(manage, request) {
    return { body: await showScreenshot(manage, request) };
  },
});

/** The part shows the whole width of the picture, and at most so many times this in height. */
const PART_RATIO = 2;

export const getPicture = operation({
  id: 'getPicture',
  summary: 'Get a part of a screenshot as a small image',
  description: `The part begins at a row of the picture and is at most ${PART_RATIO} times as high as the picture is wide.`,
  tag: 'screenshots',
  scope: 'read',
  query: Type.Object({
    width: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 1600, default: 800, description: 'Most pixels in width.' }),
    ),
    top: Type.Optional(Type.Integer({ minimum: 0, maximum: 200_000, default: 0, description: 'The first row.' })),
  }),
  answers: [{ status: 200, description: 'The image.', imageType: 'image/jpeg' }],
  errors: [404],
  async run(manage, request) {
    const { picture } = await findScreenshot(manage, request);
    const { width: most = 800, top = 0 } = request.query;
    const width = Math.min(most, picture.width);
    if (top >= picture.height) {
      throw new Problem('invalid', `The parameter "top" is ${top}, but the picture has ${picture.height} rows.`);
    }
    const height = Math.min(picture.height - top, picture.width * PART_RATIO);
    const region = { x: 0, y: top, width: picture.width, height };
    const size = { width, height: Math.max(1, Math.round((height * width) / picture.width)) };
    const bytes = await manage.readPicturePart(picture, { region, size, format: 'jpg' });
    const etag = etagOf(`${picture.sha256} ${top} ${width}`);
    return { image: { type: 'image/jpeg', etag, bytes } };
  },
});

export const changeScreenshot = operation({
  id: 'changeScreenshot',
  summary: 'Mark a screenshot as favorite, or not',
  tag: 'screenshots',
  scope: 'manage',
  body: ScreenshotPatch,
  reads: ['If-Match'],
  answers: SCREENSHOT,
  errors: [404, 412],
  async run(manage, request) {
    const { webpageId, id } = await findScreenshot(manage, request);
    const { isFavorite } = request.body;
    await manage.store.transaction(async (tx) => {
      await checkHeld(tx, manage, request);
      await tx.screenshots.setFavorite(request.owner, { webpageId, id, isFavorite, now: manage.now() });
    });
    return { body: await showScreenshot(manage, request) };
  },
});

export const removeScreenshot = operation({
  id: 'deleteScreenshot',
  summary: 'Delete a screenshot',
  description: 'It stays in the trash for some days and can be restored.',
  tag: 'screenshots',
  scope: 'delete',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 412],
  async run(manage, request) {
    const { webpageId, id } = await findScreenshot(manage, request);
    const check = (tx: Store) => checkHeld(tx, manage, request);
    await deleteCapture(manage, request.owner, { webpageId, id }, manage.now(), check);
    return { status: 204 };
  },
});
