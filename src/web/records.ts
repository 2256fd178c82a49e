import { isIdentifier } from '../domain/identifier.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import type { Trashed } from '../domain/trash.ts';
import type { Webpage } from '../domain/webpage.ts';
import type { MemberVisit, Web } from './visit.ts';

/** An id from the path. Throws Problem('not-found') if it is not a UUID, which the store would not accept. */
export function idOf(
  visit: MemberVisit,
  name: 'token' | 'session' | 'invitation' | 'person' | 'webhook' | 'delivery' | 'feed',
): string {
  const id = visit.parameters[name] ?? '';
  if (!isIdentifier(id)) throw notFound(name);
  return id;
}

/** The webpage of the path. Throws Problem('not-found'), with the same message for a webpage of another account. */
export async function webpageOf({ store }: Web, visit: MemberVisit): Promise<Webpage> {
  const id = visit.parameters.webpage ?? '';
  const webpage = isIdentifier(id) ? await store.webpages.find(visit.member.owner, id) : undefined;
  if (!webpage) throw notFound('webpage');
  return webpage;
}

/** The entry of the trash in the path. Throws Problem('not-found') in the same way. */
export async function trashedOf({ store }: Web, visit: MemberVisit): Promise<Trashed> {
  const id = visit.parameters.trashed ?? '';
  const item = isIdentifier(id) ? await store.trash.find(visit.member.owner, id) : undefined;
  if (!item) throw new Problem('not-found', 'This is not in the trash.');
  return item;
}

/** A capture of the webpage of the path. Throws Problem('not-found') in the same way. */
export async function captureOf(
  { store }: Web,
  visit: MemberVisit,
  id: string | null | undefined,
): Promise<Screenshot> {
  const webpageId = visit.parameters.webpage ?? '';
  const known = id !== null && id !== undefined && isIdentifier(id) && isIdentifier(webpageId);
  const capture = known ? await store.screenshots.find(visit.member.owner, webpageId, id) : undefined;
  if (!capture) throw notFound('capture');
  return capture;
}

/** A time of a query, as the store writes it. */
export function readStoredTime(text: string | null): string | undefined {
  const isTime = text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
  return isTime && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
