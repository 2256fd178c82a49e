import { CHANGE_FILTERS, type ChangeFilter, type EntryPosition } from '../../../domain/change.ts';
import { isDay, rangeOfDay } from '../../../domain/day.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Visit } from '../../visit.ts';

/** The part of the list that a request asks for. */
type ListPart =
  | { readonly kind: 'newest' }
  | { readonly kind: 'older'; readonly than: EntryPosition }
  | { readonly kind: 'newer'; readonly than: EntryPosition }
  /** This day and older ones. */
  | { readonly kind: 'day'; readonly day: string; readonly than: EntryPosition };

export interface ChangesQuery {
  readonly filter: ChangeFilter;
  readonly site: string | undefined;
  readonly keyword: string | undefined;
  readonly part: ListPart;
}

const LONGEST = 300;

/** Throws Problem('invalid') for a place in the list that cannot exist. */
export function readChangesQuery({ query, timeZone }: Pick<Visit, 'query' | 'timeZone'>): ChangesQuery {
  const text = (name: string) => query.get(name)?.trim().slice(0, LONGEST) || undefined;
  return {
    filter: CHANGE_FILTERS.find((filter) => filter === query.get('filter')) ?? 'all',
    site: text('site')?.toLowerCase(),
    keyword: text('keyword'),
    part: readPart(query, timeZone),
  };
}

/** The queries of other parts of the same list do not keep the place in it. */
export const NEWEST_PART = { from: undefined, to: undefined, day: undefined };

function readPart(query: URLSearchParams, timeZone: string): ListPart {
  const [from, to, day] = ['from', 'to', 'day'].map((name) => query.get(name) || undefined);
  if (from !== undefined) return { kind: 'older', than: readPosition(from) };
  if (to !== undefined) return { kind: 'newer', than: readPosition(to) };
  if (day === undefined) return { kind: 'newest' };
  if (!isDay(day)) throw new Problem('invalid', `“${day.slice(0, 40)}” is not a day, such as 2026-01-31.`);
  return { kind: 'day', day, than: { at: rangeOfDay(day, timeZone).to, id: '' } };
}

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/;

function readPosition(text: string): EntryPosition {
  const [, at, id] = POSITION.exec(text) ?? [];
  if (at === undefined || id === undefined || !isIdentifier(id) || !isDay(at.slice(0, 10))) {
    throw new Problem('invalid', 'The link leads to a place in the list that does not exist.');
  }
  return { at, id };
}

export function writePosition({ at, id }: EntryPosition): string {
  return `${at}_${id}`;
}
