import { addToken, type TokenDraft } from '../../../app/add-token.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import { daysFrom } from '../../../domain/session.ts';
import { DEFAULT_SCOPES, SCOPE_WORDS, SCOPES, type TokenRecord } from '../../../domain/token.ts';
import { STATUS_OF } from '../../../http/status.ts';
import { copyable } from '../../copyable.ts';
import { timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { idOf } from '../../records.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../../visit.ts';

export async function showTokens(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await tokensPage(web, visit));
}

/** Hands the token to the next page, because only its hash is stored. */
export async function doAddToken(web: Web, visit: MemberVisit): Promise<Answer> {
  try {
    const now = web.now();
    const { token, record } = await addToken(web.store, visit.member.owner, draftOf(visit, now), now);
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

function draftOf(visit: MemberVisit, now: Date): TokenDraft {
  const days = field(visit, 'expires');
  if (days !== '' && !LIFETIMES.some(([each]) => each === days)) {
    throw new Problem('invalid', 'Choose one of the offered times for the end of the token.');
  }
  return {
    name: field(visit, 'name'),
    scopes: visit.form.getAll('scope'),
    expiresAt: days === '' ? undefined : daysFrom(now, Number(days)),
    networks: field(visit, 'networks').split(/[,\s]+/),
  };
}

/** Days until a token expires. */
const LIFETIMES = [
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In one year'],
] as const;

/** The token of the path. Throws Problem('not-found'), with the same message for a token of another account. */
async function tokenOf({ store }: Web, visit: MemberVisit): Promise<TokenRecord> {
  const id = idOf(visit, 'token');
  const token = (await store.tokens.list(visit.member.owner)).find((each) => each.id === id);
  if (!token) throw notFound('token');
  return token;
}

function tokenHistory({ createdAt, lastUsedAt }: TokenRecord): Html {
  return html`Created ${timeTag(createdAt)}, ${lastUsedAt ? html`last used ${timeTag(lastUsedAt)}` : 'never used'}`;
}

function tokenLimits({ scopes, expiresAt, networks }: TokenRecord, now: Date): Html {
  const may = `May ${scopes.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`;
  const end = expiresAt && (expiresAt <= now.toISOString() ? html` · <strong>expired</strong> ` : html` · expires `);
  const from = networks.length > 0 && html` · only from ${networks.join(', ')}`;
  return html`${may}${end}${expiresAt && timeTag(expiresAt)}${from}`;
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

/** The fields of the form; after a refusal, with what was entered. */
function tokenFields(visit: MemberVisit, refused: boolean): Html {
  const scopes = refused ? visit.form.getAll('scope') : DEFAULT_SCOPES;
  const [days, networks] = [field(visit, 'expires'), visit.form.get('networks') ?? ''];
  return html`<div class="fields">
<div class="field"><label for="name">Name</label>
<input id="name" name="name" required maxlength="100" value="${field(visit, 'name')}" placeholder="For example: nightly report" autocomplete="off"></div>
<div class="field"><label for="expires">Expires</label>
<select id="expires" name="expires"><option value="">Never</option>${LIFETIMES.map(
    ([value, words]) => html`<option value="${value}"${value === days && html` selected`}>${words}</option>`,
  )}</select></div>
</div>
<fieldset><legend>Permissions</legend>
${SCOPES.map((scope) =>
  scope === 'read'
    ? html`<label class="check"><input type="checkbox" checked disabled>${SCOPE_WORDS.read}</label>`
    : html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${scopes.includes(scope) && html` checked`}>${SCOPE_WORDS[scope]}</label>`,
)}</fieldset>
<div class="field"><label for="networks">Only from these addresses <small>optional</small></label>
<input id="networks" name="networks" value="${networks}" maxlength="1000" placeholder="For example: 192.0.2.0/24, 2001:db8::7" autocomplete="off"></div>`;
}

async function tokensPage(web: Web, visit: MemberVisit, { message }: { message?: string } = {}) {
  const { links } = web;
  const { secret, about = '' } = visit.flash;
  const tokens = await web.store.tokens.list(visit.member.owner);
  const main = html`<div><h1>API tokens</h1>
<p class="lead">Programs use a token to read and change your archive. See the <a href="${links.docs}">API reference</a>.</p></div>
${errorMessage(links, message)}
${secret !== undefined && createdToken(web, about, secret)}
<section class="panel">
<h2>Create a token</h2>
${form(
  visit,
  links.tokens,
  html`${tokenFields(visit, message !== undefined)}
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
<div><strong>${token.name}</strong><small>${tokenHistory(token)}</small><small>${tokenLimits(token, web.now())}</small></div>
<a class="button small danger" href="${links.tokens}/${token.id}/revoke">Revoke…<span class="visually-hidden"> ${token.name}</span></a>
</li>`,
      )}</ul>`
}
</section>`;
  return layout(web, visit, { title: 'API tokens', current: 'tokens', main });
}
