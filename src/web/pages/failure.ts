import type { FastifyBaseLogger } from 'fastify';
import { Problem } from '../../domain/problem.ts';
import { clientStatus, STATUS_OF } from '../../http/status.ts';
import { html } from '../html.ts';
import { icon, layout } from '../layout.ts';
import type { PageAnswer, Visit, Web } from '../visit.ts';

const TITLES: Record<number, string> = {
  403: 'Not allowed',
  404: 'Page not found',
  413: 'Request too large',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
};

/** For requests that were refused before a page could read them. */
const MESSAGES: Record<number, string> = {
  413: 'The form is too large. Go back and send less: at most 1 MB, such as fewer addresses, or 32 KB before you sign in.',
};

interface Failure {
  readonly error: unknown;
  /** The URL of the requested page, or of the page with the form. */
  readonly retryUrl: string;
}

/** The page for any thrown error. An error that is not a Problem is a bug: it is logged and never shown. */
export function failurePage(web: Web, visit: Visit, { error, retryUrl }: Failure, log: FastifyBaseLogger): PageAnswer {
  const { status, message } = explain(error, log);
  const title = TITLES[status] ?? (status >= 500 ? 'Something went wrong' : 'Request failed');
  const closed = status === 503;
  const next = nextStep(web, visit, status, retryUrl);
  const main = html`<section class="failure">
${icon(web.links, status === 404 ? 'lost' : 'warning')}
<h1>${title}</h1>
<p>${message}</p>
<p><a class="button" href="${next.to}">${next.text}</a></p>
</section>`;
  const headers = { 'cache-control': 'no-store', ...(closed && { 'retry-after': '60' }) };
  return { kind: 'page', status, html: layout(web, visit, { title, main, closed }), headers };
}

/** A form that was refused leads back to its page. A page that was refused would be refused again. */
function nextStep({ links }: Web, visit: Visit, status: number, retryUrl: string): { to: string; text: string } {
  if (status === 503) return { to: retryUrl, text: 'Try again' };
  if (status !== 404 && status < 500 && retryUrl !== visit.url) return { to: retryUrl, text: 'Go back' };
  return { to: links.home, text: visit.member ? 'Go to Changes' : 'Sign in' };
}

function explain(error: unknown, log: FastifyBaseLogger): { status: number; message: string } {
  if (error instanceof Problem) {
    if (error.cause !== undefined) log.warn({ err: error.cause }, error.message);
    return { status: STATUS_OF[error.kind], message: error.message };
  }
  const status = clientStatus(error);
  if (status) return { status, message: MESSAGES[status] ?? 'The server could not read this request.' };
  log.error({ err: error }, 'a page failed');
  return { status: 500, message: 'An unexpected error occurred and was logged. Try again later.' };
}
