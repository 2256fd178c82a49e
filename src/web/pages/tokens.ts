import { addToken } from '../../app/add-token.ts';
import { Problem } from '../../domain/problem.ts';
import { STATUS_OF } from '../../http/status.ts';
import { type Html, html } from '../html.ts';
import { complaint, form, icon, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { idOf } from '../records.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';
import { timeTag } from '../words.ts';

export async function showTokens(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await tokensPage(web, visit));
}

/** The answer itself shows the token: it is nowhere else, so there is no page to go on to. */
export async function doAddToken(web: Web, visit: MemberVisit): Promise<Answer> {
  try {
    const { token, record } = await addToken(web.store, visit.member.owner, field(visit, 'name'), web.now());
    const shown = await tokensPage(web, visit, { made: once(web, record.name, token) });
    return { kind: 'page', html: shown, headers: { 'Cache-Control': 'no-store' } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return page(await tokensPage(web, visit, { message: error.message }), STATUS_OF[error.kind]);
  }
}

export async function doRevokeToken(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.tokens.revoke(visit.member.owner, idOf(visit, 'token'));
  return redirect(withNotice(web.links.tokens, 'token-revoked'));
}

function once({ links }: Web, name: string, token: string): Html {
  return html`<section class="once" aria-labelledby="made" role="status">
<h2 id="made">The token “${name}”</h2>
<p>Copy it now: it is not shown again.</p>
<pre tabindex="0" id="token"><code>${token}</code></pre>
<p>Try it in a terminal:</p>
<pre tabindex="0"><code>curl -H "Authorization: Bearer ${token}" ${links.publicUrl}/v3/webpages</code></pre>
</section>`;
}

async function tokensPage(web: Web, visit: MemberVisit, { made, message }: { made?: Html; message?: string } = {}) {
  const { links } = web;
  const tokens = await web.store.tokens.list(visit.member.owner);
  const main = html`<div><h1>API tokens</h1>
<p class="lead">A token lets a program read your archive, and delete webpages, in your name. See the <a href="${links.docs}">API reference</a>.</p></div>
${complaint(links, message)}
${made}
<section class="panel">
<h2>Make a token</h2>
${form(
  visit,
  links.tokens,
  html`<div class="field"><label for="name">What it is for</label>
<input id="name" name="name" required maxlength="100" placeholder="Nightly report" autocomplete="off"></div>
<button class="primary">${icon(links, 'plus')}Make it</button>`,
)}
</section>
<section class="panel">
<h2>Your tokens</h2>
${
  tokens.length === 0
    ? html`<p class="aside">There are none.</p>`
    : html`<ul class="records">${tokens.map(
        ({ id, name, createdAt, lastUsedAt }) => html`<li>
<div><strong>${name}</strong><small>Made ${timeTag(createdAt)}, ${lastUsedAt ? html`last used ${timeTag(lastUsedAt)}` : 'never used'}</small></div>
${form(visit, `${links.tokens}/${id}/revoke`, html`<button class="small danger">Revoke<span class="visually-hidden"> ${name}</span></button>`, { class: 'inline' })}
</li>`,
      )}</ul>`
}
</section>`;
  return layout(web, visit, { title: 'API tokens', current: 'tokens', main });
}
