import { copyable } from './copyable.ts';
import { timeTag } from './format.ts';
import { type Html, html } from './html.ts';
import { form, icon } from './layout.ts';
import { describeScope, scopeFields, scopeOfForm } from './scope-fields.ts';
import { field, type MemberVisit, type Web } from './visit.ts';

/** The address of a feed without its format. */
export const feedAddress = ({ links }: Web, secret: string) => `${links.publicUrl}/feeds/${secret}`;

/** The feeds of the visitor, and the form for a new one. */
export async function feedSections(web: Web, visit: MemberVisit, refused: boolean): Promise<Html> {
  const { links, store } = web;
  const { owner } = visit.member;
  const { secret, about = '' } = visit.flash;
  const feeds = await store.feeds.list(owner);
  const shown = await Promise.all(
    feeds.map(async ({ id, name, scope, createdAt, lastReadAt }) => {
      const read = lastReadAt === undefined ? 'never read' : html`last read ${timeTag(lastReadAt)}`;
      const button = html`<button class="small danger">Revoke<span class="visually-hidden"> ${name}</span></button>`;
      return html`<li><div><strong>${name}</strong><small>About ${await describeScope(web, owner, scope)}</small>
<small>Created ${timeTag(createdAt)}, ${read}</small></div>
${form(visit, `${links.notifications}/feeds/${id}/revoke`, button, { class: 'inline' })}</li>`;
    }),
  );
  return html`${secret !== undefined && createdFeed(web, about, secret)}
<section class="panel">
<h2>Feeds</h2>
<p class="aside">A feed shows changes in a feed reader. Its address is secret: anyone who has it can read the feed until you revoke it.</p>
${shown.length > 0 && html`<ul class="records">${shown}</ul>`}
${form(
  visit,
  `${links.notifications}/feeds`,
  html`<div class="field"><label for="feed-name">Name</label>
<input id="feed-name" name="name" required maxlength="100" value="${refused ? field(visit, 'name') : ''}" placeholder="For example: my reader" autocomplete="off"></div>
${scopeFields(refused ? scopeOfForm(visit) : { kind: 'all', value: '' }, 'feed')}
<button>${icon(links, 'plus')}Create feed</button>`,
)}
</section>`;
}

function createdFeed(web: Web, name: string, secret: string): Html {
  const address = feedAddress(web, secret);
  return html`<section class="secret" id="feed" role="status">
<h2>Feed “${name}” created</h2>
<p>Copy the address of the Atom feed or of the JSON Feed now. They are not shown again.</p>
${copyable('atom-feed', `${address}/atom.xml`)}
${copyable('json-feed', `${address}/feed.json`)}
</section>`;
}
