import { requestCapture } from '../../../app/track-webpages.ts';
import { isDay, rangeOfDay } from '../../../domain/day.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import { withQuery } from '../../links.ts';
import { type Answer, field, type MemberVisit, redirect, type Web } from '../../visit.ts';
import { rowId } from './change-row.ts';

/** The query of the Changes page is shorter. A redirect repeats it in a header. */
const LONGEST_QUERY = 1000;

/** The most entries that one form marks. A page shows fewer. */
const MOST_ENTRIES = 200;

export async function doReviewed(web: Web, visit: MemberVisit): Promise<Answer> {
  const entries = entriesOf(visit);
  await web.store.changes.review(visit.member.owner, entries, web.now());
  return back(web, visit, entries[0]);
}

export async function doUndoReviewed(web: Web, visit: MemberVisit): Promise<Answer> {
  const entries = entriesOf(visit);
  await web.store.changes.review(visit.member.owner, entries, undefined);
  return back(web, visit, entries[0]);
}

export async function doReviewedDay(web: Web, visit: MemberVisit): Promise<Answer> {
  const day = field(visit, 'day');
  if (!isDay(day)) throw new Problem('invalid', 'The form has no day. Reload the page and try again.');
  await web.store.changes.reviewIn(visit.member.owner, rangeOfDay(day, visit.timeZone), web.now());
  return redirect(`${homeOf(web, visit)}#d-${day}`);
}

/** Sets or clears the star of the newer capture of a change. */
export async function doStarChange(web: Web, visit: MemberVisit): Promise<Answer> {
  const [webpageId = '', id = ''] = [visit.query.get('webpage') ?? '', visit.query.get('capture') ?? ''];
  const { owner } = visit.member;
  const known = isIdentifier(webpageId) && isIdentifier(id);
  if (!known || !(await web.store.screenshots.find(owner, webpageId, id))) {
    throw notFound('capture');
  }
  const isFavorite = visit.query.get('favorite') === 'on';
  await web.store.screenshots.setFavorite(owner, { webpageId, id, isFavorite, now: web.now() });
  return back(web, visit, entriesOf(visit)[0]);
}

/** Requests a capture of a failing webpage. */
export async function doCaptureAgain(web: Web, visit: MemberVisit): Promise<Answer> {
  const id = field(visit, 'webpage');
  const { owner } = visit.member;
  if (!isIdentifier(id) || !(await web.store.webpages.find(owner, id))) {
    throw notFound('webpage');
  }
  await requestCapture(web, owner, id, web.now());
  return redirect(homeOf(web, visit));
}

/** Throws Problem('invalid') for a form without entries or with too many. */
function entriesOf(visit: MemberVisit): string[] {
  const entries = visit.form.getAll('entry');
  if (entries.length === 0 || entries.length > MOST_ENTRIES || !entries.every(isIdentifier)) {
    throw new Problem('invalid', `The form must name 1 to ${MOST_ENTRIES} changes.`);
  }
  return entries;
}

function back(web: Web, visit: MemberVisit, entry: string | undefined): Answer {
  return redirect(`${homeOf(web, visit)}${entry === undefined ? '' : `#${rowId(entry)}`}`);
}

/** The part of the Changes page from which the form was sent. */
function homeOf({ links }: Web, visit: MemberVisit): string {
  const back = field(visit, 'back');
  return withQuery(links.home, new URLSearchParams(back.length > LONGEST_QUERY ? '' : back), {});
}
