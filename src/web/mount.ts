import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '../domain/problem.ts';
import { DEVICE_DAYS, daysFrom, hashSecret, type Member, SECRET_BYTES, SESSION_DAYS } from '../domain/session.ts';
import { INCOMPLETE, type MayLackRecords, refuseIncomplete } from '../http/completeness.ts';
import { etagOf, matchesEtag } from '../http/etag.ts';
import { makeBody, respond } from '../http/responder.ts';
import type { Assets } from './assets.ts';
import {
  type CookieOptions,
  DEVICE_COOKIE,
  GUEST_COOKIE,
  readCookie,
  SESSION_COOKIE,
  TIME_ZONE_COOKIE,
  writeCookie,
  writeDevices,
} from './cookies.ts';
import { FLASH_COOKIE, FLASH_SECONDS, type Flash, writeFlash } from './flash.ts';
import { failurePage } from './pages/failure.ts';
import { NO_FORM, visitOf } from './read-visit.ts';
import { nearestPage, ROUTES, type WebRoute } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import type { AdministratorVisit, Answer, MemberVisit, Visit, Web } from './visit.ts';

export interface WebOptions {
  readonly web: Web;
  readonly assets: Assets;
  readonly imageOrigin: string;
  readonly mayLackRecords: MayLackRecords;
}

/** Handlers for requests that no route answers. */
export interface MountedWeb {
  answerNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

const LAST_SEEN_INTERVAL_MS = 10 * 60 * 1000;
const IMMUTABLE = 'private, max-age=31536000, immutable';
const TIME_ZONE_DAYS = 365;
const FORM_LIMIT_BYTES = 1024 * 1024;
/** Forms that anyone can send: a password of 1,000 characters has 12 KB. */
const OPEN_FORM_LIMIT_BYTES = 32 * 1024;

/** Mounts the web application under the path of PUBLIC_URL. */
export async function mountWeb(
  app: FastifyInstance,
  { web, assets, imageOrigin, mayLackRecords }: WebOptions,
): Promise<MountedWeb> {
  const { links, store } = web;
  const secure = links.publicUrl.startsWith('https:');
  const cookieOptions: CookieOptions = { path: links.home, secure };
  const fixedHeaders = securityHeaders(imageOrigin);

  async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
    switch (answer.kind) {
      case 'page': {
        const headers = { ...fixedHeaders, ...answer.headers };
        const { status = 200, html } = answer;
        return respond(request, reply, {
          status,
          contentType: 'text/html; charset=utf-8',
          headers,
          body: makeBody(html.text),
        });
      }
      case 'feed': {
        const headers = { ...fixedHeaders, 'cache-control': 'private, no-cache' };
        const body = makeBody(answer.text, etagOf(answer.text));
        return respond(request, reply, { contentType: answer.type, headers, body });
      }
      case 'file':
        return reply.headers({ ...fixedHeaders, ...answer.headers }).send(answer.stream);
      case 'image': {
        const headers = { ...fixedHeaders, 'cache-control': IMMUTABLE, etag: answer.etag };
        if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).headers(headers).send();
        // Read before any header is set: an error must not get the headers that cache it.
        const bytes = Buffer.from(await answer.read());
        return reply.headers({ ...headers, 'content-type': answer.type }).send(bytes);
      }
      case 'redirect':
        return reply.headers(fixedHeaders).code(303).header('location', answer.to).send('');
    }
  }

  /** Sets the guest cookie only when a page reads the CSRF token, so that pages without a form set no cookie. */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const secret = readCookie(cookieOptions, request.headers.cookie, SESSION_COOKIE);
    const since = daysFrom(web.now(), -SESSION_DAYS);
    const { maintenance, member } = await store.sessions.enter(secret && hashSecret(secret), since);
    if (maintenance !== undefined) throw new Problem('unavailable', maintenance);
    if (member) {
      await touch(member);
      return visitOf(cookieOptions, request, member, () => csrfOf(secret ?? ''));
    }
    return visitOf(cookieOptions, request, undefined, () => {
      const known = readCookie(cookieOptions, request.headers.cookie, GUEST_COOKIE);
      if (known !== undefined) return csrfOf(known);
      const guest = randomBytes(SECRET_BYTES).toString('base64url');
      reply.header('set-cookie', writeCookie(cookieOptions, GUEST_COOKIE, guest, SESSION_DAYS));
      return csrfOf(guest);
    });
  }

  async function touch(member: Member): Promise<void> {
    const now = web.now();
    if (now.getTime() - Date.parse(member.lastSeenAt) < LAST_SEEN_INTERVAL_MS) return;
    await store.sessions.touch(member.owner, member.sessionId, now.toISOString());
  }

  /** Adds the alerts and counts that every page shows to a signed-in visitor. */
  async function addNews(visit: Visit): Promise<void> {
    if (!visit.member) return;
    const [alerts, counts] = await Promise.all([store.alerts.list(), store.changes.counts(visit.member.owner)]);
    visit.alerts = mayLackRecords() ? [{ message: INCOMPLETE }, ...alerts] : alerts;
    visit.counts = counts;
  }

  function setFlash(reply: FastifyReply, flash: Flash): void {
    const days = FLASH_SECONDS / SECONDS_PER_DAY;
    reply.header('set-cookie', writeCookie(cookieOptions, FLASH_COOKIE, writeFlash(flash), days));
  }

  function askToSignIn(
    route: WebRoute,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const query = new URLSearchParams({ next: nearestPage(route, visit) });
    // The changes of the form are lost.
    if (route.method === 'POST') setFlash(reply, { notice: 'not-saved' });
    return send(request, reply, { kind: 'redirect', to: `${links.signIn}?${query}` });
  }

  async function handle(route: WebRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await identify(request, reply);
    if (route.access !== 'anyone' && !visit.member) return askToSignIn(route, visit, request, reply);
    if (route.method === 'POST' && !route.isOneClick) checkForm(request, visit);
    if (route.access !== 'anyone' && web.twoStepRequired && !visit.member?.twoStep && !worksWithoutTwoStep(route)) {
      return send(request, reply, { kind: 'redirect', to: links.twoStep });
    }
    if (route.access === 'administrator' && visit.member?.role !== 'administrator') throw noSuchPage();
    // A form that is refused is answered with a page, too.
    if (!route.isFile) await addNews(visit);
    if (request.headers['time-zone'] !== undefined) {
      reply.header('set-cookie', writeCookie(cookieOptions, TIME_ZONE_COOKIE, visit.timeZone, TIME_ZONE_DAYS));
    }
    // The audit log states who changes something through this store.
    const origin = { via: 'web', account: visit.member?.owner, address: visit.address } as const;
    const own = { ...web, store: store.by(origin) };
    const answer = await answerOf(route, own, visit);
    // Pages say it themselves. An image is the right one, or missing.
    const lists = answer.kind === 'feed' || (answer.kind === 'file' && answer.lists);
    if (lists && mayLackRecords()) throw refuseIncomplete();
    if (answer.kind === 'redirect' && answer.session !== undefined) {
      reply.header('set-cookie', writeCookie(cookieOptions, SESSION_COOKIE, answer.session, SESSION_DAYS));
    }
    if (answer.kind === 'redirect' && answer.devices) {
      reply.header('set-cookie', writeCookie(cookieOptions, DEVICE_COOKIE, writeDevices(answer.devices), DEVICE_DAYS));
    }
    if (answer.kind === 'redirect' && answer.flash) setFlash(reply, answer.flash);
    if (answer.kind === 'page' && Object.keys(visit.flash).length > 0) {
      reply.header('set-cookie', writeCookie(cookieOptions, FLASH_COOKIE, null, 0));
      // The page shows something once, so the browser must not show its copy again.
      return send(request, reply, { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } });
    }
    return send(request, reply, answer);
  }

  async function identifyWithNews(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const visit = await identify(request, reply);
    await addNews(visit);
    return visit;
  }

  async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // If the database failed, the visitor cannot be identified: show the page as to a guest.
    const visit = await identifyWithNews(request, reply).catch(() =>
      visitOf(cookieOptions, request, undefined, () => ''),
    );
    const route = ROUTES.find(
      ({ method, path }) => method === request.method && links.root + path === request.routeOptions.url,
    );
    const retryUrl = route ? nearestPage(route, visit) : links.home;
    const log = request.log.child({ reqId: request.id });
    return send(request, reply, failurePage(web, visit, { error, retryUrl }, log));
  }

  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerError);
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(String(body))),
      );
      // Mail programs may send their form so (RFC 8058). Nothing in it is read.
      scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
        done(null, NO_FORM),
      );
      for (const route of ROUTES) {
        const isOpen = route.access === 'anyone';
        scope.route({
          method: route.method,
          url: route.path,
          bodyLimit: isOpen ? OPEN_FORM_LIMIT_BYTES : FORM_LIMIT_BYTES,
          // Before the body is read: only members may send large ones.
          async onRequest(request, reply) {
            if (isOpen || route.method === 'GET') return;
            const visit = await identify(request, reply);
            if (!visit.member) await askToSignIn(route, visit, request, reply);
          },
          handler: (request, reply) => handle(route, request, reply),
        });
      }
      scope.get('/assets/:version/:file', async (request, reply) => {
        const { file } = request.params as { file: string };
        const asset = assets.find(file);
        if (!asset) throw noSuchPage();
        return respond(request, reply, asset);
      });
    },
    { prefix: links.root },
  );
  return { answerError, answerNotFound: (request, reply) => answerError(noSuchPage(), request, reply) };
}

/** The visitor was checked against the access of the route. */
function answerOf(route: WebRoute, web: Web, visit: Visit): Promise<Answer> {
  switch (route.access) {
    case 'anyone':
      return route.answer(web, visit);
    case 'member':
      return route.answer(web, visit as MemberVisit);
    case 'administrator':
      return route.answer(web, visit as AdministratorVisit);
  }
}

/** If every account must sign in in two steps, an account without can only set it up or sign out. */
function worksWithoutTwoStep({ path }: WebRoute): boolean {
  return path.startsWith('/account/two-step') || path === '/sign-out';
}

function noSuchPage(): Problem {
  return notFound('page');
}

/** The CSRF token is derived from the cookie, so another site cannot know it. */
function csrfOf(secret: string): string {
  return hash('sha256', `csrf ${secret}`, 'base64url');
}

/** Throws Problem('invalid') for a form that another site sent, or whose cookie has changed since. */
function checkForm(request: FastifyRequest, visit: Visit): void {
  const site = request.headers['sec-fetch-site'];
  const given = Buffer.from(visit.form.get('csrf') ?? '');
  const expected = Buffer.from(visit.csrf);
  const sameOrigin = site === undefined || site === 'same-origin' || site === 'none';
  if (sameOrigin && given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new Problem('invalid', 'This form has expired or was sent from another site. Reload the page and try again.');
}

const SECONDS_PER_DAY = 24 * 60 * 60;
