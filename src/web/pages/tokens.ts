import { addToken } from '../../app/add-token.ts';
import { Problem } from '../../domain/problem.ts';
import type { TokenRecord } from '../../domain/token.ts';
import { STATUS_OF } from '../../http/status.ts';
import { copyable } from '../copyable.ts';
import { timeTag } from '../format.ts';
import { type Html, html } from '../html.ts';
import { errorMessage, form, icon, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { idOf } from '../records.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';

export async function showTokens(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await tokensPage(web, visit));
}

/** Hands the token to the next page, because only its hash is stored. */
export async function doAddToken(web: Web, visit: MemberVisit): Promise<Answer> {
  try {
    const { token, record } = await addToken(web.store, visit.member.owner, field(visit, 'name'), web.now());
    return redirect({ to: `${web.links.tokens}#token`, flash: { secret: token, about: record.name } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return page(await tokensPage(web, visit, { message: error.message }), STATUS_OF[error.kind]);
  }
}

export async function showRevokeToken(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  const token = await tokenOf(web, visit);
  const main = html`<h1>Revoke this token?</h1>
<section class="panel danger-zone">
<p><strong>${token.name}</strong><br>${tokenHistory(token)}</p>
<p>Programs that use this token lose access immediately. This cannot be undone.</p>
<div class="row">
${form(visit, `${links.tokens}/${token.id}/revoke`, html`<button class="danger">${icon(links, 'trash')}Revoke token</button>`, { class: 'inline' })}
<a class="button quiet" href="${links.tokens}">Cancel</a>
</div>
</section>`;
  return page(layout(web, visit, { title: `Revoke ${token.name}`, current: 'tokens', main }));
}

export async function doRevokeToken(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id, name } = await tokenOf(web, visit);
  await web.store.tokens.revoke(visit.member.owner, id);
  return redirect(withNotice(web.links.tokens, 'token-revoked', name));
}

/** The token of the path. Throws Problem('not-found'), with the same message for a token of another account. */
async function tokenOf({ store }: Web, visit: MemberVisit): Promise<TokenRecord> {
  const id = idOf(visit, 'token');
  const token = (await store.tokens.list(visit.member.owner)).find((each) => each.id === id);
  if (!token) throw new Problem('not-found', 'This token does not exist.');
  return token;
}

function tokenHistory({ createdAt, lastUsedAt }: TokenRecord): Html {
  return html`Created ${timeTag(createdAt)}, ${lastUsedAt ? html`last used ${timeTag(lastUsedAt)}` : 'never used'}`;
}

function createdToken({ links }: Web, name: string, token: string): Html {
  return html`<section class="secret" aria-labelledby="created" role="status">
<h2 id="created">Token “${name}” created</h2>
<p>Copy it now. It is not shown again.</p>
${copyable('token', token)}
<p>Try it in a terminal:</p>
${copyable('command', `curl -H "Authorization: Bearer ${token}" ${links.publicUrl}/v3/webpages`)}
</section>`;
}

async function tokensPage(web: Web, visit: MemberVisit, { message }: { message?: string } = {}) {
  const { links } = web;
  const { secret, about = '' } = visit.flash;
  const tokens = await web.store.tokens.list(visit.member.owner);
  const main = html`<div><h1>API tokens</h1>
<p class="lead">Programs use a token to read your archive and to delete webpages. See the <a href="${links.docs}">API reference</a>.</p></div>
${errorMessage(links, message)}
${secret !== undefined && createdToken(web, about, secret)}
<section class="panel">
<h2>Create a token</h2>
${form(
  visit,
  links.tokens,
  html`<div class="field"><label for="name">Name</label>
<input id="name" name="name" required maxlength="100" placeholder="For example: nightly report" autocomplete="off"></div>
<button class="primary">${icon(links, 'plus')}Create token</button>`,
)}
</section>
<section class="panel">
<h2>Your tokens</h2>
${
  tokens.length === 0
    ? html`<p class="aside">You have no tokens yet.</p>`
    : html`<ul class="records">${tokens.map(
        (token) => html`<li>
<div><strong>${token.name}</strong><small>${tokenHistory(token)}</small></div>
<a class="button small danger" href="${links.tokens}/${token.id}/revoke">Revoke…<span class="visually-hidden"> ${token.name}</span></a>
</li>`,
      )}</ul>`
}
</section>`;
  return layout(web, visit, { title: 'API tokens', current: 'tokens', main });
}
