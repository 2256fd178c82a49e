import { readEmail } from '../domain/account.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { viewLabels } from '../domain/view.ts';
import { readAddress, type Webpage } from '../domain/webpage.ts';

export const ACCOUNT_OPTION = [
  '--account <email>',
  'account of the webpages; optional if there is only one account',
] as const;

/** The account with this e-mail address, or the only account. */
export async function ownerOf(store: Store, email: string | undefined): Promise<string> {
  if (email !== undefined) return (await store.accounts.findByEmail(readEmail(email))).id;
  const [only, second] = await store.accounts.list();
  if (!only) throw new Problem('not-found', 'There is no account yet: create one with "pagekeep account add EMAIL".');
  if (second) throw new Problem('invalid', 'There are several accounts: choose one with --account EMAIL.');
  return only.id;
}

/** Finds a webpage by id or address. Throws Problem('not-found') or, for an ambiguous address, Problem('invalid'). */
export async function webpageOf(store: Store, owner: string, target: string): Promise<Webpage> {
  const webpage = isIdentifier(target)
    ? await store.webpages.find(owner, target)
    : await onlyOne(store, owner, await store.webpages.findByUrl(owner, readAddress(target)));
  if (webpage) return webpage;
  throw new Problem(
    'not-found',
    `The webpage ${printable(target, 200)} is not tracked: add it with "pagekeep webpage add", or see "pagekeep webpage list".`,
  );
}

/** An address may have several views. Acting on any of them would be wrong. */
async function onlyOne(store: Store, owner: string, webpages: readonly Webpage[]): Promise<Webpage | undefined> {
  const [webpage, second] = webpages;
  if (!webpage || !second) return webpage;
  const views = (await store.gallery.views(owner, [webpage.url])).get(webpage.url)?.slice(0, MOST_NAMED) ?? [];
  const labels = viewLabels(views.map(({ options }) => options));
  const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  const choices = either.format(views.map(({ webpageId }, index) => `${webpageId} (${labels[index]})`));
  throw new Problem('invalid', `${webpage.url} is tracked several times. Use the id of one of them: ${choices}.`);
}

const MOST_NAMED = 10;
