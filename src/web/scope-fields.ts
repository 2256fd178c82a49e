import { Problem } from '../domain/problem.ts';
import { readScope, type Scope } from '../domain/scope.ts';
import { type Child, type Html, html } from './html.ts';
import { field, type MemberVisit, type Web } from './visit.ts';

const CHOICES = [
  ['all', 'All webpages'],
  ['site', 'The webpages of a site'],
  ['keyword', 'The webpages with a keyword'],
  ['webpage', 'A single webpage'],
] as const;

/** The fields of a scope. */
export function scopeFields(scope: { kind: string; value: string }, of = 'webhook'): Html {
  return html`<div class="fields">
<div class="field"><label for="${of}-about">Webpages</label>
<select id="${of}-about" name="about">${CHOICES.map(
    ([value, words]) => html`<option value="${value}"${value === scope.kind && html` selected`}>${words}</option>`,
  )}</select></div>
<div class="field"><label for="${of}-value">Site, keyword or webpage</label>
<input id="${of}-value" name="about-value" value="${scope.value}" maxlength="2048" autocomplete="off" aria-describedby="${of}-hint">
<small id="${of}-hint">For example: example.org, or the address of a webpage in your archive. Leave empty for all webpages.</small></div>
</div>`;
}

export function scopeOfForm(visit: MemberVisit): { kind: string; value: string } {
  return { kind: field(visit, 'about'), value: field(visit, 'about-value') };
}

/** Reads the fields. Throws Problem('invalid'), also for a webpage that the visitor does not have. */
export async function readScopeFields({ store }: Web, visit: MemberVisit): Promise<Scope> {
  const { kind, value } = scopeOfForm(visit);
  // A webpage is named by the address of its page in Pagekeep, by its id or by its own address.
  const id = /(?:^|\/webpages\/)([0-9a-f-]{36})(?:[/?#]|$)/.exec(value)?.[1];
  const scope = readScope(kind, kind === 'webpage' && id ? id : value);
  if (scope.kind !== 'webpage') return scope;
  const { owner } = visit.member;
  if (await store.webpages.find(owner, scope.webpageId)) return scope;
  const [known] = await store.webpages.findByUrl(owner, scope.webpageId);
  if (known) return { kind: 'webpage', webpageId: known.id };
  throw new Problem(
    'invalid',
    'There is no such webpage in your archive. Copy the address of its page from the browser.',
  );
}

/** The scope as text. */
export async function describeScope({ store, links }: Web, owner: string, scope: Scope): Promise<Child> {
  switch (scope.kind) {
    case 'all':
      return 'all webpages';
    case 'site':
      return scope.site;
    case 'keyword':
      return `keyword ${scope.keyword}`;
    case 'webpage': {
      const webpage = await store.webpages.find(owner, scope.webpageId);
      return webpage ? html`<a href="${links.webpage(webpage.id)}">${webpage.name}</a>` : 'a deleted webpage';
    }
  }
}
