import type { RepeatableRequest, Reply } from '../domain/ports/replies.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { noRoomForWebpage } from '../domain/quota.ts';
import { viewLabel } from '../domain/view.ts';
import type { Webpage } from '../domain/webpage.ts';
import {
  addTracked,
  makeTracked,
  newIds,
  type ScheduleParts,
  type Tracked,
  type TrackedDraft,
} from './track-webpages.ts';
import { trackedViews } from './tracked-views.ts';

/** The result of a draft. */
export type DraftResult =
  | { readonly kind: 'added'; readonly webpage: Webpage }
  | { readonly kind: 'refused'; readonly problem: Problem };

export interface AddDrafts {
  /** An entry that is not a valid draft comes with its problem. */
  readonly drafts: readonly (TrackedDraft | Problem)[];
  /** Whether a view of an address that is tracked already is added again. */
  readonly allowDuplicates: boolean;
  readonly now: Date;
  /** Undefined: every request is carried out. */
  readonly request: RepeatableRequest | undefined;
  /** The answer to keep for a repeated request. */
  reply(results: readonly DraftResult[]): Reply;
}

/**
 * Adds the valid drafts in one transaction, up to the quota, and gives each one its result. A repeated request adds
 * nothing and gets the same answer, also while the first one runs. Nothing is kept for a request that added nothing, so
 * it can be corrected.
 */
export async function addDrafts(parts: ScheduleParts, owner: string, add: AddDrafts): Promise<Reply> {
  const { drafts, now, request } = add;
  const ids = newIds(drafts.length);
  const made = drafts.map((draft, index) =>
    draft instanceof Problem
      ? draft
      : attempt(() => makeTracked(parts.sealingKey, draft, { id: ids[index] ?? '', now })),
  );
  try {
    return await parts.store.transaction(async (tx) => {
      const earlier = request && (await tx.replies.reserve(owner, request));
      if (earlier) return earlier;
      let room = await roomOf(tx, owner);
      const results: DraftResult[] = [];
      for (const each of made) {
        const problem = each instanceof Problem ? each : await refusalOf(tx, owner, each, room, add);
        if (each instanceof Problem || problem) {
          results.push({ kind: 'refused', problem: problem ?? (each as Problem) });
          continue;
        }
        await addTracked(tx, owner, [each], now);
        room -= 1;
        results.push({ kind: 'added', webpage: each.webpage });
      }
      const reply = add.reply(results);
      if (!results.some(({ kind }) => kind === 'added')) throw new NothingAdded(reply);
      if (request) await tx.replies.keep(owner, request.key, reply);
      return reply;
    });
  } catch (error) {
    if (error instanceof NothingAdded) return error.reply;
    throw error;
  }
}

/** Rolls the transaction back. */
class NothingAdded extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('nothing was added');
    this.reply = reply;
  }
}

/** How many webpages the quota still allows. */
async function roomOf(tx: Store, owner: string): Promise<number> {
  const { quota, webpageCount } = await tx.people.find(owner);
  return quota.webpages === undefined ? Number.POSITIVE_INFINITY : quota.webpages - webpageCount;
}

async function refusalOf(
  tx: Store,
  owner: string,
  { webpage: { url }, schedule: { options } }: Tracked,
  room: number,
  { allowDuplicates }: AddDrafts,
): Promise<Problem | undefined> {
  const known = allowDuplicates ? undefined : (await trackedViews(tx, owner, [url]))(url, options);
  if (known) {
    const what = `This address is already tracked as “${viewLabel(options)}”`;
    return new Problem('conflict', `${what}: it is the webpage ${known.webpageId}.`);
  }
  if (room > 0) return undefined;
  const { quota, webpageCount } = await tx.people.find(owner);
  return noRoomForWebpage(webpageCount, quota.webpages ?? 0);
}

function attempt<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
