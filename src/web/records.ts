import { isIdentifier } from '../domain/identifier.ts';
import { Problem } from '../domain/problem.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import type { Webpage } from '../domain/webpage.ts';
import type { MemberVisit, Web } from './visit.ts';

/** An id from the address. Throws Problem('not-found') for what names no record, and cannot even be asked for. */
export function idOf(visit: MemberVisit, name: 'token' | 'session' | 'invitation'): string {
  const id = visit.parameters[name] ?? '';
  if (!isIdentifier(id)) throw new Problem('not-found', `There is no such ${name}.`);
  return id;
}

/** The webpage that the address names. Throws Problem('not-found'), the same for another's as for none. */
export async function webpageOf({ store }: Web, visit: MemberVisit): Promise<Webpage> {
  const id = visit.parameters.webpage ?? '';
  const webpage = isIdentifier(id) ? await store.webpages.find(visit.member.owner, id) : undefined;
  if (!webpage) throw new Problem('not-found', 'There is no such webpage.');
  return webpage;
}

/** A capture of that webpage. Throws Problem('not-found') likewise. */
export async function captureOf(
  { store }: Web,
  visit: MemberVisit,
  id: string | null | undefined,
): Promise<Screenshot> {
  const webpageId = visit.parameters.webpage ?? '';
  const known = id !== null && id !== undefined && isIdentifier(id) && isIdentifier(webpageId);
  const capture = known ? await store.screenshots.find(visit.member.owner, webpageId, id) : undefined;
  if (!capture) throw new Problem('not-found', 'There is no such capture.');
  return capture;
}
