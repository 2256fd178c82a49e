import { emptyTrash, restoreTrashed } from '../../../app/trash.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Trashed } from '../../../domain/trash.ts';
import { pluralize } from '../../format.ts';
import { withNotice } from '../../notices.ts';
import { trashedOf } from '../../records.ts';
import { type Answer, field, type MemberVisit, redirect, type Web } from '../../visit.ts';
import { describeItem, isTrashTime } from './trash.ts';

/** Restores everything that one form has deleted, which all has the same time. */
export async function doUndoDelete(web: Web, visit: MemberVisit): Promise<Answer> {
  const at = field(visit, 'at');
  const items = isTrashTime(at) ? await web.store.trash.putAt(visit.member.owner, at) : [];
  if (items.length === 0) throw new Problem('not-found', 'This is no longer in the trash.');
  return restore(web, visit, items);
}

export async function doRestore(web: Web, visit: MemberVisit): Promise<Answer> {
  return restore(web, visit, [await trashedOf(web, visit)]);
}

async function restore(web: Web, visit: MemberVisit, items: readonly Trashed[]): Promise<Answer> {
  await restoreTrashed(web.store, visit.member.owner, items, web.now());
  const [first, second] = items;
  if (!first || second) return redirect(withNotice(web.links.archive, 'restored', pluralize(items.length, 'webpage')));
  const { links } = web;
  const to = first.kind === 'capture' ? links.capture(first.webpage.id, first.id) : links.webpage(first.id);
  return redirect(withNotice(to, 'restored', describeItem(first)));
}

export async function doErase(web: Web, visit: MemberVisit): Promise<Answer> {
  const item = await trashedOf(web, visit);
  await web.store.trash.erase(visit.member.owner, item.id);
  return redirect(withNotice(web.links.trash, 'erased', describeItem(item)));
}

export async function doEmptyTrash(web: Web, visit: MemberVisit): Promise<Answer> {
  await emptyTrash(web.store, visit.member.owner);
  return redirect(withNotice(web.links.trash, 'trash-emptied'));
}
