import { pauseReason } from '../domain/quota.ts';
import { formatCounted } from './format.ts';
import { type Child, type Html, html } from './html.ts';
import { type KeyHelp, keyHelp } from './key-help.ts';
import type { WebLinks } from './links.ts';
import { noticeOf, warningOf } from './notices.ts';
import { symbol } from './symbol.ts';
import type { Visit, Web } from './visit.ts';

export interface PageContent {
  readonly title: string;
  /** The navigation entry to mark as the current page. */
  readonly current?:
    | 'changes'
    | 'archive'
    | 'add'
    | 'tokens'
    | 'trash'
    | 'docs'
    | 'account'
    | 'people'
    | 'notifications';
  readonly main: Html;
  /** A class of the main element. `narrow` is for forms and text, `wide` for everything else. */
  readonly width?: 'narrow' | 'wide' | 'add' | 'cmp';
  /** The keys of this page, beside those of every page. */
  readonly keys?: readonly KeyHelp[];
  /** The page has a search field of its own, so the bar has none. */
  readonly ownSearch?: boolean;
  /** A capture is pending: without JavaScript, the page reloads itself every few seconds. */
  readonly live?: boolean;
  /** A form beside the notice that takes back what it tells. */
  readonly undo?: Html | undefined;
  /** Hides the navigation: during maintenance none of its links work. */
  readonly closed?: boolean;
}

/** The whole HTML document around the content of a page. */
export function layout(web: Web, visit: Visit, content: PageContent): Html {
  const { title, main, width = 'narrow', keys = [], live, closed } = content;
  const { links } = web;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Pagekeep</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${links.asset('mark.svg')}">
<link rel="preload" href="${links.asset('hanken-grotesk-latin.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="${links.asset('newsreader-latin.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${links.asset('style.css')}">
<script type="module" src="${links.asset('main.js')}"></script>
${live && html`<noscript><meta http-equiv="refresh" content="4"></noscript>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${closed ? html`<header class="bar"><span class="brand">${brand(links)}</span></header>` : bar(links, visit, content)}
<main id="main" class="${width}" tabindex="-1">
${messages(web, visit, content)}
${main}
</main>
${visit.member && keyHelp(keys)}
</body>
</html>
`;
}

function bar(links: WebLinks, visit: Visit, content: PageContent): Html {
  return html`<header class="bar">
<a class="brand" href="${links.home}" aria-label="Pagekeep">${brand(links)}</a>
${visit.member ? memberNavigation(links, visit, content) : guestNavigation(links, content.current)}
</header>`;
}

function memberNavigation(links: WebLinks, visit: Visit, { current, ownSearch }: PageContent): Html {
  const mark = (name: PageContent['current']) => name === current && html` aria-current="page"`;
  return html`<nav aria-label="Main"><ul>
<li><a href="${links.home}"${mark('changes')}>Changes <span id="unreviewed" class="unreviewed" data-live>${unreviewedCount(visit.counts.changed)}</span></a></li>
<li><a href="${links.archive}"${mark('archive')}>Archive</a></li>
<li><a href="${links.add}"${mark('add')}>Add</a></li>
</ul></nav>
${!ownSearch && html`<form class="find" role="search" action="${links.archive}">${icon(links, 'search')}<input type="search" name="q" aria-label="Search the archive" placeholder="Search the archive" maxlength="300"><kbd aria-hidden="true">/</kbd></form>`}
<details class="menu"><summary class="button quiet only" aria-label="Account and more">${icon(links, 'person')}</summary><div>
<a href="${links.account}"${mark('account')}>${icon(links, 'person')}Account</a>
<a href="${links.notifications}"${mark('notifications')}>${icon(links, 'bell')}Notifications</a>
<a href="${links.tokens}"${mark('tokens')}>${icon(links, 'key')}Tokens</a>
<a href="${links.trash}"${mark('trash')}>${icon(links, 'trash')}Trash</a>
<a href="${links.docs}"${mark('docs')}>${icon(links, 'code')}API</a>
${visit.member?.role === 'administrator' && html`<a href="${links.people}"${mark('people')}>${icon(links, 'people')}People</a>`}
<hr>
${form(visit, links.signOut, html`<button>${icon(links, 'bye')}Sign out</button>`, { class: 'item' })}
</div></details>`;
}

function unreviewedCount(number: number): Html | false {
  if (number === 0) return false;
  const shown = formatCounted(number);
  return html`<span class="count" title="${shown} not reviewed">${shown}<span class="visually-hidden"> not reviewed</span></span>`;
}

function guestNavigation(links: WebLinks, current: PageContent['current']): Html {
  return html`<nav aria-label="Main"><ul>
<li><a href="${links.docs}"${current === 'docs' && html` aria-current="page"`}>API</a></li>
</ul></nav>
<a class="button quiet" href="${links.signIn}">Sign in</a>`;
}

function brand(links: WebLinks): Html {
  return html`${icon(links, 'mark')}<b>Pagekeep</b>`;
}

/** Problems for the operator, a quota that is used up, and the result of the last form. */
function messages({ links, now }: Web, visit: Visit, { undo }: PageContent): Html | false {
  const notice = noticeOf(visit.flash);
  const paused = visit.member && pauseReason(visit.member.quota, visit.member.use, now());
  const warning = visit.member ? undefined : warningOf(visit.flash);
  const problems = [...visit.alerts.map(({ message }) => message), paused, warning].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length === 0 && notice === undefined) return false;
  return html`<div class="says">
${problems.map((message) => html`<p class="callout" role="status">${icon(links, 'warning')}${message}</p>`)}
${notice && html`<div class="notice" role="status">${icon(links, 'check')}<span>${notice}</span>${undo ?? undoButton(links, visit)}</div>`}
</div>`;
}

function undoButton(links: WebLinks, visit: Visit): Html | false {
  const { undo } = visit.flash;
  if (undo === undefined) return false;
  const content = html`<input type="hidden" name="at" value="${undo}"><button class="small">Undo</button>`;
  return form(visit, `${links.trash}/undo`, content, { class: 'inline' });
}

export interface FormOptions {
  /** "stack" by default: one field below the other. */
  readonly class?: string;
  readonly id?: string;
  /** A script sends the form without leaving the page. Its answer is a redirect to the same page. */
  readonly inPlace?: boolean;
}

/** A POST form with the CSRF token. */
export function form(visit: Visit, action: string, content: Child, options: FormOptions = {}): Html {
  return html`<form method="post" action="${action}" class="${options.class ?? 'stack'}"${options.id && html` id="${options.id}"`}${options.inPlace && html` data-in-place`}>
<input type="hidden" name="csrf" value="${visit.csrf}">
${content}
</form>`;
}

export function icon(links: WebLinks, name: string): Html {
  return symbol(links, name, 'icon');
}

/** The error above a form; role="alert" makes screen readers announce it. */
export function errorMessage(links: WebLinks, message: string | undefined): Html | false {
  return message !== undefined && html`<p class="error" role="alert">${icon(links, 'warning')}${message}</p>`;
}
