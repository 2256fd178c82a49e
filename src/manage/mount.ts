import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddAdmission } from '../api/admission.ts';
import { mountAllow } from '../api/allow.ts';
import type { Authenticate } from '../api/authenticate.ts';
import { mayHaveBody, refuseBody, setBodyTypeAside } from '../api/body.ts';
import { answerError, statusLine } from '../api/errors.ts';
import { readQuery } from '../api/query.ts';
import { checkScope } from '../api/scope.ts';
import { Problem } from '../domain/problem.ts';
import { etagOf } from '../http/etag.ts';
import { type Body, makeBody, respond } from '../http/responder.ts';
import { checkBody, parseBody } from './body.ts';
import { makeStreamEvents, type StreamEvents, wantsStream } from './event-stream.ts';
import { manageDocument } from './openapi.ts';
import type { Manage, ManageAnswer, ManageRequest, Method, Operation } from './operation.ts';
import { etagWith } from './preconditions.ts';
import { MANAGE_ROUTES } from './routes.ts';

export interface ManageOptions extends Manage {
  /** The path of the API. */
  readonly basePath: string;
  readonly addAdmission: AddAdmission;
  readonly authenticate: Authenticate;
  /** Aborted when the server begins to stop. */
  readonly closing: AbortSignal;
}

const JSON_TYPE = 'application/json';
const BODY_TYPES: Record<Method, readonly string[]> = {
  GET: [],
  DELETE: [],
  POST: [JSON_TYPE],
  PATCH: [JSON_TYPE, 'application/merge-patch+json'],
};

const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Mounts the management API. Its description needs no token. */
export async function mountManage(app: FastifyInstance, options: ManageOptions): Promise<void> {
  const link = options.links.contextHeader;
  const { basePath: prefix } = options;

  function prepare(scope: FastifyInstance): void {
    scope.setErrorHandler((error, request, reply) => answerError(explain(error, request), request, reply, link));
    scope.addHook('onRequest', setBodyTypeAside);
    scope.removeContentTypeParser('*');
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      reply.header('status', statusLine(reply.statusCode));
      done();
    });
  }

  await app.register(
    async (scope) => {
      prepare(scope);
      let body: Body | undefined;
      // Called by the first request: it takes a tenth of the CPU time of building a server.
      const describe = () => {
        const text = JSON.stringify(manageDocument(options.own, MANAGE_ROUTES));
        return makeBody(text, etagOf(text));
      };
      const headers = {
        link,
        'cache-control': 'public, max-age=3600',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
      };
      const url = '/openapi.json';
      const handler = (request: FastifyRequest, reply: FastifyReply) => {
        body ??= describe();
        return respond(request, reply, { contentType: JSON_TYPE, headers, body });
      };
      scope.route({ method: ['GET', 'HEAD'], url, handler });
      mountAllow(scope, { url, methods: ['GET', 'HEAD'], link });
    },
    { prefix },
  );

  await app.register(
    async (scope) => {
      options.addAdmission(scope);
      const streamEvents = makeStreamEvents();
      const waits: Waits = { count: 0 };
      prepare(scope);
      scope.setNotFoundHandler({}, (request, reply) =>
        answerError(new Problem('not-found', 'The resource does not exist.'), request, reply, link),
      );
      for (const { path: url, methods } of MANAGE_ROUTES) {
        const allowed: string[] = [];
        for (const [method, operation] of Object.entries(methods) as [Method, Operation][]) {
          const names = method === 'GET' ? ['GET', 'HEAD'] : [method];
          allowed.push(...names);
          scope.route({
            method: names,
            url,
            bodyLimit: operation.bodyLimit ?? DEFAULT_BODY_LIMIT,
            handler: (request, reply) =>
              handle(options, { method, operation, link, streamEvents, waits }, request, reply),
          });
        }
        mountAllow(scope, { url, methods: allowed, link });
      }
    },
    { prefix },
  );
}

interface Mounted {
  readonly method: Method;
  readonly operation: Operation;
  readonly link: string;
  readonly streamEvents: StreamEvents;
  readonly waits: Waits;
}

/** The requests of this process that wait for a result. */
interface Waits {
  count: number;
}

/** Further ones are answered at once. */
const MOST_WAITS = 200;

async function handle(
  { closing, authenticate, ...manage }: ManageOptions,
  { method, operation, link, streamEvents, waits }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = request;
  checkScope(caller, operation.scope);
  const gone = new AbortController();
  const onClose = () => gone.abort();
  request.raw.socket.once('close', onClose);
  try {
    const signal = AbortSignal.any([closing, gone.signal]);
    if (operation.streams && request.method === 'GET' && wantsStream(request)) {
      const { authorization } = request.headers;
      const admit = () => authenticate(authorization, { address: request.ip });
      return await streamEvents(manage, request, reply, { owner: caller.owner, signal, link, admit });
    }
    const asked = await readRequest(operation, method, request, signal);
    const waitSeconds = waits.count < MOST_WAITS ? asked.waitSeconds : 0;
    if (waitSeconds > 0) waits.count += 1;
    const store = manage.store.by({ via: 'api', account: caller.owner, address: request.ip });
    try {
      const answer = await operation.run({ ...manage, store }, { ...asked, waitSeconds });
      return await send(answer, { request, reply, link, isRead: method === 'GET' });
    } finally {
      if (waitSeconds > 0) waits.count -= 1;
    }
  } finally {
    request.raw.socket.off('close', onClose);
  }
}

async function readRequest(
  operation: Operation,
  method: Method,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<ManageRequest> {
  const { caller, raw, headers } = request;
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  const bytes = request.body as Buffer | undefined;
  if (!operation.body) await refuseAnyBody(request, bytes);
  const query = operation.query && readQuery(operation.query, mark === -1 ? '' : url.slice(mark + 1));
  const body = operation.body && parseBody(bytes, request.bodyType, BODY_TYPES[method]);
  if (operation.body && !operation.checksBody) await checkBody(operation.body, body);
  return {
    caller,
    owner: caller.owner,
    parameters: request.params as Record<string, string>,
    query: query?.values ?? {},
    sent: query?.sent ?? [],
    body,
    preconditions: {
      ifMatch: headers['if-match'],
      ifNoneMatch: method === 'GET' ? undefined : headers['if-none-match'],
    },
    idempotencyKey: operation.reads?.includes('Idempotency-Key') ? readKey(headers['idempotency-key']) : undefined,
    fingerprint: hash('sha256', Buffer.concat([Buffer.from(`${method} ${url}\n`), bytes ?? Buffer.alloc(0)])),
    waitSeconds: operation.reads?.includes('Prefer') ? readWait(headers.prefer) : 0,
    signal,
    standAside: () => request.standAside(),
  };
}

async function refuseAnyBody(request: FastifyRequest, bytes: Buffer | undefined): Promise<void> {
  if (bytes === undefined) {
    if (mayHaveBody(request.raw)) await refuseBody(request.raw, request.bodyType);
    return;
  }
  if (bytes.length > 0) throw new Problem('invalid', 'This operation takes no request body; send none.');
}

/** Throws Problem('invalid'). The draft of the IETF makes it a quoted string; most clients send it bare. */
function readKey(sent: string | string[] | undefined): string | undefined {
  if (sent === undefined) return undefined;
  const key = String(sent).replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('invalid', 'The Idempotency-Key must have 1 to 255 visible ASCII characters, such as a UUID.');
  }
  return key;
}

/** The server closes connections without traffic after a minute. */
const LONGEST_WAIT_SECONDS = 50;

/** RFC 7240: a preference that is not understood is ignored. */
function readWait(prefer: string | string[] | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?(?:$|[,;\s])/i.exec(String(prefer ?? ''))?.[1];
  return Math.min(Number(seconds ?? 0), LONGEST_WAIT_SECONDS);
}

interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly link: string;
  readonly isRead: boolean;
}

function send(answer: ManageAnswer, { request, reply, link, isRead }: Sending): Promise<FastifyReply> | FastifyReply {
  const { status = 200, body, text = body && JSON.stringify(body), headers = {}, settingsTag } = answer;
  if (answer.image) {
    const { type: contentType, etag, bytes } = answer.image;
    const picture = { bytes: Buffer.from(bytes), etag, compressed: undefined };
    const kept = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'Authorization' };
    return respond(request, reply, { status, contentType, headers: { link, ...kept }, body: picture });
  }
  if (text === undefined)
    return reply
      .code(status)
      .headers({ link, ...headers })
      .send();
  const tag = settingsTag === undefined ? etagOf(text) : etagWith(settingsTag, etagOf(text));
  const cached = { 'cache-control': isRead ? 'private, no-cache' : 'no-store', vary: 'Authorization, Accept-Encoding' };
  // A changed record has its new tag; any other answer to a change is compared with nothing.
  const shown = makeBody(text, isRead || settingsTag !== undefined ? tag : undefined);
  return respond(request, reply, {
    status,
    contentType: JSON_TYPE,
    headers: { link, ...cached, ...headers },
    body: shown,
  });
}

/** Fastify's own error about a body that is too large. */
function explain(error: unknown, request: FastifyRequest): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  if (!isTooLarge) return error;
  const mebibytes = (request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT) / 1024 ** 2;
  return new Problem('too-large', `The request body is too large; at most ${mebibytes} MiB are allowed.`);
}
