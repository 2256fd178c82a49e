import { type Child, type Html, html } from './html.ts';
import type { WebLinks } from './links.ts';
import { noticeOf } from './notices.ts';
import type { Visit, Web } from './visit.ts';

export interface PageContent {
  readonly title: string;
  /** The navigation entry to mark as the current page. */
  readonly current?: 'archive' | 'add' | 'tokens' | 'docs' | 'account';
  readonly main: Html;
  readonly width?: 'narrow' | 'wide';
  /** A capture is pending: without JavaScript, the page reloads itself every few seconds. */
  readonly live?: boolean;
  /** Hides the navigation: during maintenance none of its links work. */
  readonly closed?: boolean;
}

/** The whole HTML document around the content of a page. */
export function layout(web: Web, visit: Visit, content: PageContent): Html {
  const { title, current, main, width = 'narrow', live, closed } = content;
  const { links } = web;
  const notice = noticeOf(visit.query);
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Pagekeep</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${links.asset('mark.svg')}">
<link rel="stylesheet" href="${links.asset('style.css')}">
<script type="module" src="${links.asset('main.js')}"></script>
${live && html`<noscript><meta http-equiv="refresh" content="4"></noscript>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${closed ? html`<header class="bar"><span class="brand">${brand(links)}</span></header>` : bar(links, visit, current)}
<main id="main" class="${width}" tabindex="-1">
${visit.alerts.map(({ message }) => html`<p class="callout" role="status">${icon(links, 'warning')}${message}</p>`)}
${notice && html`<p class="notice" role="status">${icon(links, 'check')}${notice}</p>`}
${main}
</main>
</body>
</html>
`;
}

function bar(links: WebLinks, visit: Visit, current: PageContent['current']): Html {
  const entry = (name: PageContent['current'], to: string, text: string) =>
    html`<li><a href="${to}"${name === current && html` aria-current="page"`}>${text}</a></li>`;
  return html`<header class="bar">
<a class="brand" href="${links.home}">${brand(links)}</a>
<nav aria-label="Main">
<ul>
${visit.member && [entry('archive', links.home, 'Archive'), entry('add', links.add, 'Add'), entry('tokens', links.tokens, 'Tokens')]}
${entry('docs', links.docs, 'API')}
${visit.member && entry('account', links.account, 'Account')}
</ul>
</nav>
${
  visit.member
    ? form(visit, links.signOut, html`<button class="quiet">Sign out</button>`, { class: 'inline' })
    : html`<a class="button quiet" href="${links.signIn}">Sign in</a>`
}
</header>`;
}

function brand(links: WebLinks): Html {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><use href="${links.asset('icons.svg')}#mark"></use></svg>Pagekeep`;
}

export interface FormOptions {
  /** "stack" by default: one field below the other. */
  readonly class?: string;
  readonly id?: string;
}

/** A POST form with the CSRF token. */
export function form(visit: Visit, action: string, content: Child, options: FormOptions = {}): Html {
  return html`<form method="post" action="${action}" class="${options.class ?? 'stack'}"${options.id && html` id="${options.id}"`}>
<input type="hidden" name="csrf" value="${visit.csrf}">
${content}
</form>`;
}

export function icon(links: WebLinks, name: string): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${links.asset('icons.svg')}#${name}"></use></svg>`;
}

/** The error above a form; role="alert" makes screen readers announce it. */
export function errorMessage(links: WebLinks, message: string | undefined): Html | false {
  return message !== undefined && html`<p class="error" role="alert">${icon(links, 'warning')}${message}</p>`;
}
