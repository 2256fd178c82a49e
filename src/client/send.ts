import { PagekeepError } from './errors.ts';

export interface ClientOptions {
  /** The address of the service, as in PUBLIC_URL. */
  readonly url: string;
  /** An API token. */
  readonly token: string;
  /** Further attempts after 503 and 429 with Retry-After, and after a broken connection. Default: 3. */
  readonly retries?: number;
  /** The longest wait before another attempt. A server that asks for more time gets none. Default: 60 s. */
  readonly longestWaitMs?: number;
  readonly signal?: AbortSignal;
  /** In place of the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /manage/v1, or a URL of an answer. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The request can be sent twice without harm. */
  readonly repeatable: boolean;
  /** The body is an ArrayBuffer in place of JSON. */
  readonly binary?: boolean;
}

interface Answered<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export type Send = <Body>(call: Call) => Promise<Answered<Body>>;

/** Pauses after a broken connection. */
const FIRST_PAUSE_MS = 500;

export function makeSend(options: ClientOptions): Send {
  const { token, retries = 3, longestWaitMs = 60_000, signal, fetch: send = globalThis.fetch } = options;
  const base = `${options.url.replace(/\/+$/, '')}/manage/v1`;

  async function attempt<Body>({ method, path, query, body, headers, binary }: Call): Promise<Answered<Body>> {
    const request = new Request(urlOf(base, path, query), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(Object.fromEntries(Object.entries(headers ?? {}).filter((header) => header[1] !== undefined)) as Record<
          string,
          string
        >),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      redirect: 'error',
    });
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await send(request);
      bytes = await response.arrayBuffer();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new PagekeepError(0, `${new URL(base).origin} cannot be reached.`, { cause });
    }
    if (binary && response.ok) return { status: response.status, headers: response.headers, body: bytes as Body };
    const text = new TextDecoder().decode(bytes);
    if (!response.ok) throw failureOf(response, text);
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    };
  }

  return async (call) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(call);
      } catch (error) {
        const pause = error instanceof PagekeepError ? pauseAfter(error, call, tries) : undefined;
        if (pause === undefined || tries >= retries || pause > longestWaitMs) throw error;
        await wait(pause, signal);
      }
    }
  };
}

/** A page of another server gets no token. */
function urlOf(base: string, path: string, query: object = {}): URL {
  const url = path.startsWith('/') ? new URL(`${base}${path}`) : ownUrl(base, path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return url;
}

/** The service may be reached at another address than PUBLIC_URL, from which it makes its links. */
function ownUrl(base: string, link: string): URL {
  const { pathname, search } = new URL(link);
  const path = pathname.slice(pathname.indexOf('/manage/v1') + '/manage/v1'.length);
  return new URL(`${base}${path}${search}`);
}

function failureOf(response: Response, text: string): PagekeepError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  return new PagekeepError(response.status, descriptionOf(text) ?? `The server answered ${response.status}.`, {
    retryAfter,
  });
}

function descriptionOf(text: string): string | undefined {
  try {
    const { description } = JSON.parse(text) as { description?: unknown };
    return typeof description === 'string' ? description : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds before another attempt; undefined: none. */
function pauseAfter({ kind, retryAfter }: PagekeepError, { repeatable }: Call, tries: number): number | undefined {
  if (!repeatable) return undefined;
  if (kind === 'network') return FIRST_PAUSE_MS * 2 ** tries;
  if (kind === 'unavailable' || kind === 'too-many') return (retryAfter ?? 5) * 1000;
  return undefined;
}

function wait(pauseMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, pauseMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
