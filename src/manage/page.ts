import type { TimePosition } from '../domain/stepwise.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { ManageRequest } from './operation.ts';

type Sent = Pick<ManageRequest, 'sent' | 'caller'>;

/** The list that a cursor belongs to: the collection, its owner and all parameters but the cursor and the limit. */
function listOf(collection: string, { sent, caller }: Sent): string {
  const filters = sent.filter(({ name }) => name !== 'cursor' && name !== 'limit').map(({ raw }) => raw);
  return JSON.stringify([collection, caller.owner, filters.sort()]);
}

export function positionOf(collection: string, request: Sent, cursor: string | undefined): TimePosition | undefined {
  return cursor === undefined ? undefined : readCursor(listOf(collection, request), cursor);
}

/** A page of a list that is read by cursor. It has no total, because counting would read the whole list. */
export function presentPage<Member>(
  collection: string,
  request: Sent,
  { members, next }: { members: Member[]; next: TimePosition | undefined },
) {
  const raw = request.sent.map((parameter) => parameter.raw);
  const urlOf = (parameters: readonly string[]) =>
    parameters.length === 0 ? collection : `${collection}?${parameters.join('&')}`;
  const others = request.sent.filter(({ name }) => name !== 'cursor').map((parameter) => parameter.raw);
  return {
    type: 'Collection',
    id: collection,
    members,
    view: {
      type: 'PartialCollectionView',
      id: urlOf(raw),
      first: urlOf(others),
      ...(next && { next: urlOf([...others, `cursor=${writeCursor(listOf(collection, request), next)}`]) }),
    },
  } as const;
}
