import { changeSettings } from '../../../app/change-settings.ts';
import { watchSite } from '../../../app/watch-site.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { readWatchWords } from '../../../domain/watch-words.ts';
import { shownName } from '../../../domain/webpage.ts';
import { STATUS_OF } from '../../../http/status.ts';
import { layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { captureOf, webpageOf } from '../../records.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { fieldsOf, readSettingsForm, type SettingsFields, settingsContent } from './change-settings-form.ts';

export async function showChangeSettings(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  const settings = await web.store.changes.settings(visit.member.owner, id);
  return settingsPage(web, visit, { fields: fieldsOf(settings) });
}

export async function doChangeSettings(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const { id } = webpage;
  try {
    const settings = readSettingsForm(visit.form);
    await changeSettings(web, visit.member.owner, id, settings);
    const watchWords = readWatchWords(settings.watchWords ?? []);
    if (visit.form.get('site') === 'on' && watchWords.length > 0)
      await watchSite(web, visit.member.owner, webpage, watchWords);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const answer = { fields: fieldsOfForm(visit.form), message: error.message, status: STATUS_OF[error.kind] };
    return settingsPage(web, visit, answer);
  }
  return redirect(withNotice(visit.url, 'change-settings-saved'));
}

/** The form as it was sent, with as many rectangles as it had. */
function fieldsOfForm(form: URLSearchParams): SettingsFields {
  const text = (name: string) => form.get(name) ?? '';
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => form.getAll(name));
  const boxes = (x ?? []).map((each, index) => [each, y?.[index] ?? '', width?.[index] ?? '', height?.[index] ?? '']);
  const filled = boxes.filter((box) => box.some((value) => value.trim() !== ''));
  return {
    selectors: text('selectors'),
    share: text('share'),
    area: text('area'),
    watch: text('watch'),
    boxes: filled,
  };
}

interface SettingsAnswer {
  readonly fields: SettingsFields;
  readonly message?: string;
  readonly status?: number;
}

async function settingsPage(
  web: Web,
  visit: MemberVisit,
  { fields, message, status }: SettingsAnswer,
): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const capture = await shownCapture(web, visit, webpage.id);
  const record = capture && (await web.store.captures.ofScreenshot(visit.member.owner, webpage.id, capture.id));
  const name = shownName(webpage, record?.title);
  const main = settingsContent(web.links, visit, { webpage, name, capture, fields, message });
  return page(
    layout(web, visit, { title: `What counts as a change: ${name}`, current: 'archive', main, width: 'wide' }),
    status,
  );
}

/** The capture of the query, or the newest one; undefined if there is none yet. */
async function shownCapture(web: Web, visit: MemberVisit, webpageId: string): Promise<Screenshot | undefined> {
  const { owner } = visit.member;
  const id = visit.query.get('capture');
  if (id !== null) return captureOf(web, visit, id);
  const state = await web.store.screenshots.state(owner, webpageId, undefined);
  const newest = { page: 1, limit: 1, order: 'desc', isFavorite: undefined } as const;
  return state && (await web.store.screenshots.page(owner, webpageId, state, newest)).records[0];
}
