import type { FastifyBaseLogger } from 'fastify';
import { Problem } from '../../domain/problem.ts';
import { clientStatus, STATUS_OF } from '../../http/status.ts';
import { html } from '../html.ts';
import { icon, layout } from '../layout.ts';
import type { PageAnswer, Visit, Web } from '../visit.ts';

const TITLES: Record<number, string> = {
  404: 'Nothing here',
  429: 'Slow down',
  503: 'Closed for the moment',
};

interface Failure {
  readonly error: unknown;
  /** The page that was asked for, or that the form was sent from. */
  readonly again: string;
}

/** Answers anything that was thrown. What is not a Problem is a bug: its cause reaches the log, never the visitor. */
export function failurePage(web: Web, visit: Visit, { error, again }: Failure, log: FastifyBaseLogger): PageAnswer {
  const { status, message } = explain(error, log);
  const title = TITLES[status] ?? (status >= 500 ? 'Something broke' : 'That did not work');
  const closed = status === 503;
  const main = html`<section class="failure">
${icon(web.links, status === 404 ? 'lost' : 'warning')}
<h1>${title}</h1>
<p>${message}</p>
<p>${
    closed
      ? html`<a class="button" href="${again}">Try again</a>`
      : html`<a class="button" href="${web.links.home}">To the archive</a>`
  }</p>
</section>`;
  const headers = { 'Cache-Control': 'no-store', ...(closed && { 'Retry-After': '60' }) };
  return { kind: 'page', status, html: layout(web, visit, { title, main, closed }), headers };
}

function explain(error: unknown, log: FastifyBaseLogger): { status: number; message: string } {
  if (error instanceof Problem) {
    if (error.cause !== undefined) log.warn({ err: error.cause }, error.message);
    return { status: STATUS_OF[error.kind], message: error.message };
  }
  const status = clientStatus(error);
  if (status) return { status, message: 'The request could not be read.' };
  log.error({ err: error }, 'a page failed');
  return { status: 500, message: 'The fault is ours. It has been logged; try again, or go back.' };
}
