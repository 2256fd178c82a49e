import type { Claim, Failing, Finish, KeptShot } from '../../../domain/capture-schedule.ts';
import { type ChangeSettings, NOTHING_IGNORED } from '../../../domain/change.ts';
import { type EvaluatedChange, evaluateChange, type TextsOfPair } from '../../../domain/evaluate-change.ts';
import type { Findings } from '../../../domain/findings.ts';
import { searchKey } from '../../../domain/gallery.ts';
import { isGood } from '../../../domain/screenshot.ts';
import { nameKey, readTitle, shownName } from '../../../domain/webpage.ts';
import type { WordChange } from '../../../domain/word-change.ts';
import type { Queries } from '../../engine/database.ts';
import { GOOD_VERDICTS } from '../captures/faces.ts';
import { emit } from '../events/outbox.ts';
import { words as storedWords } from '../words/words.ts';
import { comparedChange, insertChange } from './change-rows.ts';
import { compareFrom, removeComparisonsAcross } from './comparison-queue.ts';
import { keepFindings } from './findings.ts';
import { findElements, keepElements } from './page-elements.ts';
import { touchDays } from './touch-days.ts';

/**
 * Records what a capture means for the Changes page, in the transaction of the capture and after the webpage's row was
 * locked. An unchanged capture needs no statement, except for the first one of a day.
 */
export async function recordChange(tx: Queries, claim: Claim, { record, shot, failing }: Finish): Promise<void> {
  const { owner, webpageId } = claim;
  const at = record.finishedAt;
  const day = at.slice(0, 10);
  let touched = claim.countedDay !== day;
  if (shot?.elements) await keepElements(tx, shot.screenshot.picture.id, shot.elements);
  const announced = shot?.change && (await addShotChange(tx, owner, shot, undefined));
  touched ||= shot?.change !== undefined;
  if (failing) touched = (await addFailure(tx, claim, { id: record.id, failing, shot })) || touched;
  else if (claim.failures > 0) touched = (await endFailures(tx, webpageId, at)) || touched;
  const title = newTitle(claim, { record, shot });
  if (title !== undefined) await setTitle(tx, webpageId, title);
  emitCapture(tx, claim, { record, shot, failing }, announced);
  if (touched) await touchDays(tx, owner, [{ day, webpages: claim.countedDay === day ? 0 : 1 }]);
}

/** A kept capture is an event, and so are a failure and the end of failures. */
function emitCapture(
  tx: Queries,
  { owner, webpageId, failures }: Claim,
  { record, shot, failing }: Pick<Finish, 'record' | 'shot' | 'failing'>,
  share: number | undefined,
): void {
  const base = { at: record.finishedAt, webpageId, screenshotId: shot?.screenshot.id };
  if (shot) emit(tx, owner, { ...base, kind: share === undefined ? 'captured' : 'changed', share });
  if (failing) {
    emit(tx, owner, { ...base, kind: failures === 0 ? 'failed' : 'still-failing', details: { failure: failing } });
  } else if (failures > 0) emit(tx, owner, { ...base, kind: 'recovered' });
}

/** The title of a good capture, if it differs from the known one. */
export function newTitle(claim: Pick<Claim, 'title'>, { record, shot }: Pick<Finish, 'record' | 'shot'>) {
  if (!shot || !isGood(shot.screenshot.verdict)) return undefined;
  const title = readTitle(record.title ?? '');
  return title === claim.title ? undefined : title;
}

export async function setTitle(tx: Queries, webpageId: string, title: string): Promise<void> {
  const row = await tx.get(
    `SELECT name, url, keywords, ${tx.intact('webpages')} AS intact FROM webpages WHERE id = $1`,
    [webpageId],
  );
  if (!row) return;
  const webpage = { name: String(row.name), url: String(row.url), keywords: JSON.parse(String(row.keywords)) };
  await tx.run('UPDATE webpages SET title = $2, search_key = $3, shown_key = $4 WHERE id = $1', [
    webpageId,
    title,
    searchKey(webpage, title),
    nameKey(shownName(webpage, title)),
  ]);
}

/**
 * Adds the comparison of a capture, or the entry of the first one. The entries of past captures are reviewed already. Returns the
 * share of a change that is announced.
 */
export async function addShotChange(
  tx: Queries,
  owner: string,
  { screenshot, change, elements }: Pick<KeptShot, 'screenshot' | 'change' | 'elements'>,
  reviewedAt: string | undefined,
): Promise<number | undefined> {
  const { id, webpageId, createdAt, picture } = screenshot;
  const base = { id, webpageId, owner, at: createdAt, reviewedAt };
  const beforeId = change && change.kind !== 'first' ? change.before.screenshotId : undefined;
  if (change && (await goodBefore(tx, screenshot)) !== beforeId) {
    // The other capture was deleted, or another one restored, during the comparison; or it is later: the clock was set back.
    await removeComparisonsAcross(tx, { owner, webpageId, createdAt, id });
    await compareFrom(tx, webpageId, createdAt);
    return undefined;
  }
  if (change?.kind === 'first') await insertChange(tx, { ...base, kind: 'new', shown: true, screenshotId: id });
  if (change?.kind === 'failed') {
    const { before, detail } = change;
    await insertChange(tx, { ...base, kind: 'changed', shown: false, screenshotId: id, before, detail });
  }
  if (change?.kind !== 'compared') return undefined;
  const { before, findings, words } = change;
  await keepFindings(tx, { before: before.picture.id, after: picture.id }, findings);
  const { settings, revision } = await currentSettings(tx, webpageId);
  const pair = { before: before.picture.id, after: picture.id };
  const captures = { before: before.screenshotId, after: id };
  const texts = await textsFor(tx, settings, { owner, webpageId, captures });
  const evaluated = withWords(await evaluateIn(tx, pair, { findings, settings, elements, texts }), words);
  await insertChange(tx, comparedChange({ ...base, screenshotId: id, before, evaluated, settingsRevision: revision }));
  if (!evaluated.announced) return undefined;
  await tx.run('UPDATE webpages SET changed_at = $2, changed_share = $3 WHERE id = $1 AND changed_at < $2', [
    webpageId,
    createdAt,
    evaluated.summary.share,
  ]);
  return evaluated.summary.share;
}

/** The words of both captures, unless some of them are in ignored regions. */
export function withWords(evaluated: EvaluatedChange, words: WordChange | undefined): EvaluatedChange {
  return words && !evaluated.summary.words ? { ...evaluated, summary: { ...evaluated.summary, words } } : evaluated;
}

/** The last good capture before another one, with which that is compared. */
export async function goodBefore(
  tx: Queries,
  { webpageId, createdAt, id }: Pick<KeptShot['screenshot'], 'webpageId' | 'createdAt' | 'id'>,
): Promise<string | undefined> {
  const row = await tx.get(
    `SELECT id FROM screenshots WHERE webpage_id = $1 AND (created_at, id) < ($2, $3) AND verdict IN (${GOOD_VERDICTS})
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [webpageId, createdAt, id],
  );
  return row && String(row.id);
}

export async function areStored(tx: Queries, screenshotIds: readonly string[]): Promise<boolean> {
  const places = screenshotIds.map((_, index) => `$${index + 1}`).join(', ');
  const found = await tx.get(`SELECT count(*) AS n FROM screenshots WHERE id IN (${places})`, screenshotIds);
  return Number(found?.n) === screenshotIds.length;
}

/** Reads the elements of the pictures only if the settings need them. */
export async function evaluateIn(
  tx: Queries,
  pair: { before: string; after: string },
  {
    findings,
    settings,
    elements,
    texts,
  }: { findings: Findings; settings: ChangeSettings; texts?: TextsOfPair } & Pick<Partial<KeptShot>, 'elements'>,
) {
  if (settings.ignoredSelectors.length === 0)
    return evaluateChange(findings, settings, { before: [], after: [] }, texts);
  const before = await findElements(tx, pair.before);
  const after = elements ?? (await findElements(tx, pair.after));
  return evaluateChange(findings, settings, { before, after }, texts);
}

/** The words of both captures, if the settings need them, or earlier settings ignored some of them. */
export async function textsFor(
  tx: Queries,
  { watchWords = [], ignoredSelectors, ignoredBoxes }: ChangeSettings,
  of: { owner: string; webpageId: string; captures: { before: string; after: string } },
  wasIgnored = false,
): Promise<TextsOfPair> {
  if (watchWords.length + ignoredSelectors.length + ignoredBoxes.length === 0 && !wasIgnored) return undefined;
  const { textOf } = storedWords(tx);
  const before = await textOf(of.owner, of.webpageId, of.captures.before);
  const after = before && (await textOf(of.owner, of.webpageId, of.captures.after));
  return before && after && { before: before.passages, after: after.passages };
}

/** Call it after the webpage's row was locked: a writer of settings locks it too. */
export async function currentSettings(
  tx: Queries,
  webpageId: string,
): Promise<{ settings: ChangeSettings; revision: number }> {
  const row = await tx.get(
    `SELECT settings, revision, ${tx.intact('change_settings')} AS intact FROM change_settings WHERE webpage_id = $1`,
    [webpageId],
  );
  if (!row) return { settings: NOTHING_IGNORED, revision: 0 };
  return { settings: JSON.parse(String(row.settings)), revision: Number(row.revision) };
}

/** Continues the series of failures, or begins one. Returns whether it began. */
async function addFailure(
  tx: Queries,
  { owner, webpageId }: Claim,
  { id, failing, shot }: { id: string; failing: Failing; shot: KeptShot | undefined },
): Promise<boolean> {
  const { since, because, failures } = failing;
  const screenshotId = shot?.screenshot.id;
  const continued = await tx.run(
    `UPDATE changes SET detail = $2, failures = $3, screenshot_id = coalesce($4, screenshot_id)
     WHERE webpage_id = $1 AND kind = 'failing' AND ended_at IS NULL`,
    [webpageId, because, failures, screenshotId ?? null],
  );
  if (continued > 0) return false;
  const base = { id, webpageId, owner, at: since, shown: true };
  await insertChange(tx, { ...base, kind: 'failing', detail: because, failures, screenshotId });
  return true;
}

async function endFailures(tx: Queries, webpageId: string, at: string): Promise<boolean> {
  const ended = await tx.run(
    "UPDATE changes SET ended_at = $2 WHERE webpage_id = $1 AND kind = 'failing' AND ended_at IS NULL",
    [webpageId, at],
  );
  return ended > 0;
}
