import type { Static } from 'typebox';
import type { ScreenshotInList as ScreenshotInListSchema, Screenshot as ScreenshotSchema } from '../api/schemas.ts';
import type { Capture, CaptureRequest } from '../manage/schemas/capture.ts';
import type { Change, ChangeReview, Comparison } from '../manage/schemas/change.ts';
import type { Event } from '../manage/schemas/event.ts';
import type { Feed, FeedDraft, NewFeed } from '../manage/schemas/feed.ts';
import type { NewToken, Token, TokenDraft } from '../manage/schemas/token.ts';
import type { Trashed } from '../manage/schemas/trash.ts';
import type { Usage } from '../manage/schemas/usage.ts';
import type {
  ChangedWebhook,
  Delivery,
  NewWebhook,
  Webhook,
  WebhookDraft,
  WebhookPatch,
} from '../manage/schemas/webhook.ts';
import type {
  AddResults,
  ManagedWebPage,
  ManagedWebPageInList,
  WebPageDraft,
  WebPagePatch,
} from '../manage/schemas/webpage.ts';
import { type Call, type ClientOptions, makeSend, type Send } from './send.ts';

export type WebPage = Static<typeof ManagedWebPage>;
export type WebPageInList = Static<typeof ManagedWebPageInList>;
export type Screenshot = Static<typeof ScreenshotSchema>;
export type ScreenshotInList = Static<typeof ScreenshotInListSchema>;
export type PageChange = Static<typeof Change>;
export type CaptureAttempt = Static<typeof Capture>;
export type ArchiveEvent = Static<typeof Event>;
export type TrashedItem = Static<typeof Trashed>;
export type ApiToken = Static<typeof Token>;
export type ChangeFeed = Static<typeof Feed>;
export type EventWebhook = Static<typeof Webhook>;
export type WebhookDelivery = Static<typeof Delivery>;

/** A record, and the tag that protects its change: `change(id, patch, { ifMatch: etag })`. */
export interface Tagged<Body> {
  readonly record: Body;
  readonly etag: string | undefined;
}

interface Page<Member> {
  readonly members: Member[];
  /** Missing where a list is always whole. */
  readonly view?: { readonly next?: string };
}

interface Guarded {
  /** The change fails with `precondition-failed` if the record has another tag. */
  readonly ifMatch?: string | undefined;
}

type Order = 'asc' | 'desc';

export interface WebPageFilter {
  readonly q?: string | undefined;
  readonly url?: string | undefined;
  readonly keyword?: string | undefined;
  readonly site?: string | undefined;
  readonly state?: WebPage['state'] | undefined;
  readonly changedSince?: Date | string | undefined;
  readonly order?: Order | undefined;
}

export interface ScreenshotFilter {
  readonly after?: Date | string | undefined;
  readonly before?: Date | string | undefined;
  readonly verdict?: Screenshot['verdict'] | undefined;
  readonly order?: Order | undefined;
}

export interface ChangeFilter {
  readonly since?: Date | string | undefined;
  readonly kind?: 'all' | 'reviewed' | PageChange['kind'] | undefined;
  readonly site?: string | undefined;
  readonly keyword?: string | undefined;
  readonly order?: Order | undefined;
}

export type PagekeepClient = ReturnType<typeof connect>;

/**
 * A client of the management API: `connect({ url: 'https://archive.example', token })`. Lists are async iterables that
 * read further pages as they are needed. Failures are thrown as PagekeepError.
 */
export function connect(options: ClientOptions) {
  const send = makeSend(options);
  const get = <Body>(path: string, query?: object, headers?: Call['headers']) =>
    send<Body>({ method: 'GET', path, query, ...(headers && { headers }), repeatable: true });
  const list = <Member>(path: string, query: object = {}) => pagesOf<Member>(send, path, { limit: 100, ...query });
  const webpagePath = (id: string) => `/webpages/${encodeURIComponent(id)}`;
  const screenshotPath = (webpage: string, id: string) =>
    `${webpagePath(webpage)}/screenshots/${encodeURIComponent(id)}`;
  const webhookPath = (id: string) => `/webhooks/${encodeURIComponent(id)}`;
  const waiting = (seconds: number | undefined) => ({ Prefer: seconds === undefined ? undefined : `wait=${seconds}` });

  async function change<Body>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, ifMatch }: Guarded & { body?: unknown } = {},
  ): Promise<Tagged<Body>> {
    const headers = { 'If-Match': ifMatch };
    // Sent twice, each of these changes has the result of the first; with a tag, the second would be refused.
    const answered = await send<Body>({ method, path, body, headers, repeatable: ifMatch === undefined });
    return { record: answered.body, etag: answered.headers.get('etag') ?? undefined };
  }

  return {
    webpages: {
      list: (filter: WebPageFilter = {}) => list<WebPageInList>('/webpages', filter),

      async get(id: string): Promise<Tagged<WebPage>> {
        const { body, headers } = await get<WebPage>(webpagePath(id));
        return { record: body, etag: headers.get('etag') ?? undefined };
      },

      /** A broken connection does not add it twice: each call has an Idempotency-Key. */
      async add(draft: Static<typeof WebPageDraft>, how: AddOptions = {}): Promise<WebPageInList> {
        return (await send<WebPageInList>(adding(draft, how))).body;
      },

      /** Up to 1,000, each with its own result. */
      async addMany(
        drafts: readonly Static<typeof WebPageDraft>[],
        how: AddOptions = {},
      ): Promise<Static<typeof AddResults>> {
        return (await send<Static<typeof AddResults>>(adding(drafts, how))).body;
      },

      change: (id: string, patch: Static<typeof WebPagePatch>, guarded: Guarded = {}) =>
        change<WebPage>('PATCH', webpagePath(id), { ...guarded, body: patch }),
      pause: (id: string, guarded?: Guarded) => change<WebPage>('POST', `${webpagePath(id)}/pause`, guarded),
      resume: (id: string, guarded?: Guarded) => change<WebPage>('POST', `${webpagePath(id)}/resume`, guarded),

      async remove(id: string, guarded?: Guarded): Promise<void> {
        await change('DELETE', webpagePath(id), guarded);
      },

      /** Requests a capture. With `wait`, up to so many seconds pass until the answer. */
      async capture(id: string, { wait }: { wait?: number } = {}): Promise<Static<typeof CaptureRequest>> {
        const path = `${webpagePath(id)}/captures`;
        const call = { method: 'POST', path, headers: waiting(wait), repeatable: true } as const;
        return (await send<Static<typeof CaptureRequest>>(call)).body;
      },

      async follow(
        id: string,
        request: string,
        { wait }: { wait?: number } = {},
      ): Promise<Static<typeof CaptureRequest>> {
        const path = `${webpagePath(id)}/capture-requests/${encodeURIComponent(request)}`;
        return (await get<Static<typeof CaptureRequest>>(path, {}, waiting(wait))).body;
      },

      captures: (id: string) => list<CaptureAttempt>(`${webpagePath(id)}/captures`),
    },

    screenshots: {
      list: (filter: ScreenshotFilter = {}) => list<ScreenshotInList>('/screenshots', filter),

      async get(webpage: string, id: string): Promise<Tagged<Screenshot>> {
        const { body, headers } = await get<Screenshot>(screenshotPath(webpage, id));
        return { record: body, etag: headers.get('etag') ?? undefined };
      },

      /** With `good`, the latest one that shows the page and not an error or a wall. */
      latest: async (webpage: string, query: { good?: boolean } = {}) =>
        (await get<Screenshot>(`${webpagePath(webpage)}/screenshots/latest`, query)).body,

      /** A part of the picture as a small JPEG, from the row `top` on. */
      async image(
        webpage: string,
        id: string,
        query: { width?: number; top?: number } = {},
      ): Promise<{ type: string; bytes: Uint8Array }> {
        const path = `${screenshotPath(webpage, id)}/picture`;
        const call = { method: 'GET', path, query, repeatable: true, binary: true } as const;
        const { headers, body } = await send<ArrayBuffer>(call);
        return { type: headers.get('content-type') ?? '', bytes: new Uint8Array(body) };
      },

      setFavorite: (webpage: string, id: string, isFavorite: boolean, guarded: Guarded = {}) =>
        change<Screenshot>('PATCH', screenshotPath(webpage, id), { ...guarded, body: { isFavorite } }),

      async remove(webpage: string, id: string, guarded?: Guarded): Promise<void> {
        await change('DELETE', screenshotPath(webpage, id), guarded);
      },
    },

    changes: (filter: ChangeFilter = {}) => list<PageChange>('/changes', filter),

    /** Marks changes as reviewed, by their identifiers or by time. */
    async review(review: Static<typeof ChangeReview>): Promise<void> {
      await change('POST', '/changes/review', { body: review });
    },

    compare: async (before: string, after: string) =>
      (await get<Static<typeof Comparison>>('/compare', { before, after })).body,

    /** The events that are there, beginning after one. */
    events: ({ after }: { after?: string } = {}) => list<ArchiveEvent>('/events', { after }),

    tokens: {
      list: () => list<ApiToken>('/tokens'),
      async create(draft: Static<typeof TokenDraft>): Promise<Static<typeof NewToken>> {
        const call = { method: 'POST', path: '/tokens', body: draft, repeatable: false } as const;
        return (await send<Static<typeof NewToken>>(call)).body;
      },
      async revoke(id: string): Promise<void> {
        await change('DELETE', `/tokens/${encodeURIComponent(id)}`);
      },
    },

    trash: {
      list: () => list<TrashedItem>('/trash'),
      async restore(id: string): Promise<void> {
        await change('POST', `/trash/${encodeURIComponent(id)}/restore`);
      },
      /** It cannot be restored afterwards. */
      async erase(id: string): Promise<void> {
        await change('DELETE', `/trash/${encodeURIComponent(id)}`);
      },
      async empty(): Promise<void> {
        await change('DELETE', '/trash');
      },
    },

    webhooks: {
      list: () => list<EventWebhook>('/webhooks'),

      async get(id: string): Promise<Tagged<EventWebhook>> {
        const { body, headers } = await get<EventWebhook>(webhookPath(id));
        return { record: body, etag: headers.get('etag') ?? undefined };
      },

      /** The answer has the key, which is shown only once. */
      add: async (draft: Static<typeof WebhookDraft>, { idempotencyKey }: IdempotentCall = {}) =>
        (await send<Static<typeof NewWebhook>>(creating('/webhooks', draft, idempotencyKey))).body,

      change: (id: string, patch: Static<typeof WebhookPatch>, guarded: Guarded = {}) =>
        change<Static<typeof ChangedWebhook>>('PATCH', webhookPath(id), { ...guarded, body: patch }),
      enable: (id: string, guarded?: Guarded) => change<EventWebhook>('POST', `${webhookPath(id)}/enable`, guarded),
      disable: (id: string, guarded?: Guarded) => change<EventWebhook>('POST', `${webhookPath(id)}/disable`, guarded),

      /** Not repeated by itself: each call makes another key. */
      async rotateKey(id: string): Promise<Static<typeof NewWebhook>> {
        const call = { method: 'POST', path: `${webhookPath(id)}/rotate-key`, repeatable: false } as const;
        return (await send<Static<typeof NewWebhook>>(call)).body;
      },

      async remove(id: string, guarded?: Guarded): Promise<void> {
        await change('DELETE', webhookPath(id), guarded);
      },

      deliveries: (id: string) => list<WebhookDelivery>(`${webhookPath(id)}/deliveries`),

      delivery: async (id: string, delivery: string) =>
        (await get<WebhookDelivery>(`${webhookPath(id)}/deliveries/${encodeURIComponent(delivery)}`)).body,

      async test(id: string): Promise<WebhookDelivery> {
        const call = { method: 'POST', path: `${webhookPath(id)}/test`, repeatable: false } as const;
        return (await send<WebhookDelivery>(call)).body;
      },

      async sendAgain(id: string, delivery: string): Promise<WebhookDelivery> {
        const path = `${webhookPath(id)}/deliveries/${encodeURIComponent(delivery)}/send`;
        return (await send<WebhookDelivery>({ method: 'POST', path, repeatable: false })).body;
      },
    },

    feeds: {
      list: () => list<ChangeFeed>('/feeds'),
      /** The answer has the addresses, which are shown only once. */
      create: async (draft: Static<typeof FeedDraft>, { idempotencyKey }: IdempotentCall = {}) =>
        (await send<Static<typeof NewFeed>>(creating('/feeds', draft, idempotencyKey))).body,
      async revoke(id: string): Promise<void> {
        await change('DELETE', `/feeds/${encodeURIComponent(id)}`);
      },
    },

    usage: async () => (await get<Static<typeof Usage>>('/usage')).body,
  };
}

interface IdempotentCall {
  /** By default a new one for each call. */
  readonly idempotencyKey?: string;
}

interface AddOptions extends IdempotentCall {
  /** Whether an address that is tracked already is added again. */
  readonly allowDuplicates?: boolean;
}

function creating(path: string, body: unknown, idempotencyKey: string = crypto.randomUUID()): Call {
  return { method: 'POST', path, body, headers: { 'Idempotency-Key': idempotencyKey }, repeatable: true };
}

function adding(body: unknown, { allowDuplicates, idempotencyKey }: AddOptions): Call {
  return {
    ...creating('/webpages', body, idempotencyKey),
    query: { duplicates: allowDuplicates ? 'allow' : undefined },
  };
}

async function* pagesOf<Member>(send: Send, path: string, query: object): AsyncGenerator<Member, void, void> {
  let call: Call = { method: 'GET', path, query, repeatable: true };
  for (;;) {
    const { body } = await send<Page<Member>>(call);
    yield* body.members;
    if (body.view?.next === undefined) return;
    call = { method: 'GET', path: body.view.next, repeatable: true };
  }
}
