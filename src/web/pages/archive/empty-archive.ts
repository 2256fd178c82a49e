import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';

/** The content of the Changes page and of the archive before the first webpage is added. */
export function emptyArchive(links: WebLinks): Html {
  return html`<section class="empty">${icon(links, 'camera')}<h1>Your archive is empty</h1>
<p class="lead">Add the webpages that you want to watch. Pagekeep captures them at once and then on a schedule, and shows what changed.</p>
<p><a class="button primary" href="${links.add}">${icon(links, 'plus')}Add your first webpage</a></p>
<p class="aside">To read your archive from other programs, see the <a href="${links.docs}">API reference</a>.</p></section>`;
}
