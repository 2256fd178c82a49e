import type { Flash } from '../../flash.ts';
import { withQuery } from '../../links.ts';
import { type Notice, withNotice } from '../../notices.ts';
import { type Answer, field, type MemberVisit, redirect, type Web } from '../../visit.ts';
import { pairOf } from './compare-model.ts';

/** Stars the newer capture, or takes the star away. */
export async function doStarPair(web: Web, visit: MemberVisit): Promise<Answer> {
  const { after } = await pairOf(web, visit);
  const isFavorite = field(visit, 'favorite') === 'on';
  const { webpageId, id } = after;
  await web.store.screenshots.setFavorite(visit.member.owner, { webpageId, id, isFavorite, now: web.now() });
  return backToPair(web, visit);
}

/** Marks the change of the newer capture as reviewed, or as not reviewed. */
export async function doReviewPair(web: Web, visit: MemberVisit): Promise<Answer> {
  const { after } = await pairOf(web, visit);
  const at = field(visit, 'reviewed') === 'on' ? web.now() : undefined;
  await web.store.changes.review(visit.member.owner, [after.id], at);
  return backToPair(web, visit);
}

/** The Compare page with the pair of the form. */
export function backToPair(web: Web, visit: MemberVisit, notice?: Notice, flash: Flash = {}): Answer {
  const path = `${web.links.webpage(visit.parameters.webpage ?? '')}/compare`;
  if (notice === undefined) return redirect(withQuery(path, visit.query, {}));
  // Other changes may have this number now.
  const told = withNotice(withQuery(path, visit.query, { change: undefined }), notice);
  return redirect({ to: told.to, flash: { ...told.flash, ...flash } });
}
