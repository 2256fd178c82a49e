import type { Static } from 'typebox';
import type { CaptureRequest } from '../manage/schemas/capture.ts';
import type { ChangeReview, Comparison } from '../manage/schemas/change.ts';
import type { FeedDraft, NewFeed } from '../manage/schemas/feed.ts';
import type { ManyPatch, ManyResults } from '../manage/schemas/many.ts';
import type { NewToken, TokenDraft } from '../manage/schemas/token.ts';
import type { Usage } from '../manage/schemas/usage.ts';
import type { ChangedWebhook, NewWebhook, WebhookDraft, WebhookPatch } from '../manage/schemas/webhook.ts';
import type { AddResults, WebPageDraft, WebPagePatch } from '../manage/schemas/webpage.ts';
import { type AddOptions, adding, creating, type IdempotentCall, pagesOf } from './calls.ts';
import type {
  AccountActivity,
  ActivityFilter,
  ApiToken,
  ArchiveEvent,
  CaptureAttempt,
  ChangeFeed,
  ChangeFilter,
  EventWebhook,
  FoundWords,
  PageChange,
  PhraseOptions,
  Screenshot,
  ScreenshotFilter,
  ScreenshotInList,
  SearchOptions,
  TrashedItem,
  WebhookDelivery,
  WebPage,
  WebPageFilter,
  WebPageInList,
} from './records.ts';
import { type Call, type ClientOptions, makeSend } from './send.ts';

export type * from './records.ts';

/** A record, and the tag that protects its change: `change(id, patch, { ifMatch: etag })`. */
export interface Tagged<Body> {
  readonly record: Body;
  readonly etag: string | undefined;
}

interface Guarded {
  /** The change fails with `precondition-failed` if the record has another tag. */
  readonly ifMatch?: string | undefined;
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

      /** Up to 1,000 webpages, each with its own result. */
      async changeMany(
        ids: readonly string[],
        patch: Omit<Static<typeof ManyPatch>, 'webpages'>,
      ): Promise<Static<typeof ManyResults>> {
        const body = { webpages: ids, ...patch };
        return (await change<Static<typeof ManyResults>>('POST', '/webpages/changes', { body })).record;
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

    /** Webpages by the words that their captures show: `client.search('"merger talks" -rumour site:example.org')`. */
    search: (q: string, options: SearchOptions = {}) => list<FoundWords>('/search', { q, ...options }),

    /** When a phrase appeared on webpages, and when it went. */
    phrase: (q: string, options: PhraseOptions = {}) => list<FoundWords>('/phrase', { q, ...options }),

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
      /** The answer has the secret, which is shown only once. */
      create: async (draft: Static<typeof TokenDraft>, { idempotencyKey }: IdempotentCall = {}) =>
        (await send<Static<typeof NewToken>>(creating('/tokens', draft, idempotencyKey))).body,
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

    /** The audit log of the account, the newest first. */
    activity: (filter: ActivityFilter = {}) => list<AccountActivity>('/activity', filter),

    usage: async () => (await get<Static<typeof Usage>>('/usage')).body,
  };
}
