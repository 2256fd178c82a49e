import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddAdmission } from '../api/admission.ts';
import { mountAllow } from '../api/allow.ts';
import { setBodyTypeAside } from '../api/body.ts';
import { answerError, statusLine } from '../api/errors.ts';
import { connect } from '../client/client.ts';
import { Problem } from '../domain/problem.ts';

export interface McpOptions {
  /** The path of the endpoint, and of the service. */
  readonly path: string;
  readonly root: string;
  readonly publicUrl: string;
  readonly link: string;
  readonly addAdmission: AddAdmission;
}

const BODY_LIMIT = 256 * 1024;

/**
 * The Model Context Protocol over streamable HTTP, without sessions. A tool asks the management API in this process with
 * the token of the request, so that the same checks, scopes and limits apply.
 */
export async function mountMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const { path: url, link, publicUrl, root, addAdmission } = options;
  const hosts = allowedHosts(publicUrl);

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => checkOrigin(request, hosts));
    addAdmission(scope);
    scope.addHook('onRequest', setBodyTypeAside);
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, link));
    scope.removeContentTypeParser('*');
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      reply.header('status', statusLine(reply.statusCode));
      done();
    });
    scope.route({ method: 'POST', url, bodyLimit: BODY_LIMIT, handler: (request, reply) => serve(request, reply) });
    mountAllow(scope, { url, methods: ['POST'], link });
  });

  let running = 0;

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (running >= MOST_AT_ONCE) throw new Problem('unavailable', 'Too many tools run at the moment. Try again soon.');
    // Loaded with the first request: most services have none.
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const { makeMcpServer } = await import('./tools.ts');
    const { caller, ip, headers } = request;
    const token = /(\S+)\s*$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const client = connect({ url: publicUrl, token, retries: 0, fetch: (asked) => inject(asked, ip) });
    const canManage = caller.limits.scopes.includes('manage');
    const handler = createMcpHandler(() => makeMcpServer({ client, canManage }), {
      maxRequestBodySize: BODY_LIMIT,
    });
    // A tool may wait for a capture or a comparison.
    request.standAside();
    running += 1;
    try {
      const response = await handler.fetch(
        new Request(`${publicUrl}/mcp`, {
          method: 'POST',
          headers: webHeaders(request),
          body: new Uint8Array((request.body as Buffer | undefined) ?? []),
          signal: AbortSignal.timeout(LONGEST_MS),
        }),
      );
      const body = Buffer.from(await response.arrayBuffer());
      reply
        .code(response.status)
        .headers({ link, 'cache-control': 'no-store', ...Object.fromEntries(response.headers) });
      return reply.send(body);
    } finally {
      running -= 1;
      await handler.close();
    }
  }

  /** From the address of the client, to which a token may be limited. */
  async function inject(asked: Request, address: string): Promise<Response> {
    const { pathname, search } = new URL(asked.url);
    const payload = Buffer.from(await asked.arrayBuffer());
    const answer = await app.inject({
      method: asked.method as 'GET',
      url: `${root}${pathname.slice(new URL(publicUrl).pathname.replace(/\/$/, '').length)}${search}`,
      headers: Object.fromEntries(asked.headers),
      remoteAddress: address,
      ...(payload.length > 0 && { payload }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value));
    const hasBody = ![204, 304].includes(answer.statusCode);
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, { status: answer.statusCode, headers });
  }
}

/** Less than the server waits before it closes a connection without traffic. */
const LONGEST_MS = 55_000;
const MOST_AT_ONCE = 100;

function webHeaders({ headers, bodyType }: FastifyRequest): Headers {
  const copied = new Headers();
  for (const name of ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = headers[name];
    if (value !== undefined) copied.set(name, String(value));
  }
  copied.set('content-type', bodyType ?? 'application/json');
  return copied;
}

function allowedHosts(publicUrl: string): ReadonlySet<string> {
  return new Set([new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]']);
}

/**
 * A page in a browser could reach a service on the same machine or network by DNS rebinding. Browsers send Origin, and the
 * Host that they know. Throws Problem('forbidden').
 */
function checkOrigin({ headers }: FastifyRequest, hosts: ReadonlySet<string>): void {
  const { origin, host = '' } = headers;
  if (origin !== undefined && !hosts.has(URL.parse(origin)?.hostname ?? '')) {
    throw new Problem(
      'forbidden',
      'This endpoint does not answer pages of other sites: the Origin header names another host.',
    );
  }
  if (!hosts.has(URL.parse(`http://${host}`)?.hostname ?? '')) {
    throw new Problem('forbidden', 'The Host header does not name this service: use the host of PUBLIC_URL.');
  }
}
