import type { TrackWish } from '../app/track-webpages.ts';
import { longestDelay } from '../domain/capture-options.ts';
import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import { type DeviceName, deviceNames, viewportOf } from '../domain/device.ts';
import { Problem } from '../domain/problem.ts';
import { SCHEDULE_NAMES } from '../domain/schedule.ts';
import { type Html, html } from './html.ts';
import { scheduleWords } from './words.ts';

/** What stands in the fields: of a fresh form, of a record, or what was sent and is shown again. */
export type Fields = URLSearchParams;

const CUSTOM = 'custom';
const WHEN_ASKED = 'asked';

export const FRESH_FIELDS: Readonly<Record<string, string>> = {
  schedule: 'daily',
  timeZone: 'UTC',
  viewport: 'desktop',
  fullPage: 'on',
  consent: 'on',
  delay: '0',
};

/** Of a webpage that has no schedule yet: its form gives it one only if a person chooses one. */
export const UNTRACKED_FIELDS: Readonly<Record<string, string>> = { ...FRESH_FIELDS, schedule: WHEN_ASKED };

/** How a page is captured, as fields of a form. */
export function fieldsOf({ schedule, timeZone, options }: CaptureSchedule): Record<string, string> {
  const { viewport } = options;
  const named = SCHEDULE_NAMES.includes(schedule);
  const on = (flag: boolean) => (flag ? 'on' : '');
  return {
    schedule: named ? schedule : CUSTOM,
    cron: named ? '' : schedule,
    timeZone,
    viewport: typeof viewport === 'string' ? viewport : CUSTOM,
    size: typeof viewport === 'string' ? '' : `${viewport.width}x${viewport.height}@${viewport.scale}`,
    fullPage: on(options.fullPage),
    darkMode: on(options.darkMode),
    consent: on(options.consent),
    blockAds: on(options.blockAds),
    locale: options.locale ?? '',
    pageTimeZone: options.timeZone ?? '',
    waitForSelector: options.waitForSelector ?? '',
    delay: String(options.delay / 1000),
    hideSelectors: options.hideSelectors.join('\n'),
    extraCss: options.extraCss,
  };
}

/** The wish that the fields express; readCaptureOptions and readSchedule check it. */
export function readFields(fields: Fields): TrackWish & { readonly schedule: string | undefined } {
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const on = (name: string) => text(name) === 'on';
  const delay = Math.round(Number(text('delay') || '0') * 1000);
  return {
    schedule: scheduleOf(text('schedule'), text('cron')),
    timeZone: text('timeZone') || 'UTC',
    options: {
      viewport: text('viewport') === CUSTOM ? text('size') : text('viewport'),
      fullPage: on('fullPage'),
      darkMode: on('darkMode'),
      consent: on('consent'),
      blockAds: on('blockAds'),
      locale: text('locale') || null,
      timeZone: text('pageTimeZone') || null,
      waitForSelector: text('waitForSelector') || null,
      delay: Number.isFinite(delay) ? delay : text('delay'),
      hideSelectors: linesOf(text('hideSelectors')),
      extraCss: fields.get('extraCss') ?? '',
      cookies: linesOf(text('cookies')).map((line) => readPair(line, '=', 'cookie')),
      headers: Object.fromEntries(
        linesOf(text('headers')).map((line) => {
          const { name, value } = readPair(line, ':', 'header');
          return [name, value];
        }),
      ),
    },
  };
}

/** Undefined leaves the webpage with the schedule that it has, or with none. */
function scheduleOf(choice: string, cron: string): string | undefined {
  if (choice === WHEN_ASKED) return undefined;
  return choice === CUSTOM ? cron : choice;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The value stays out of the message: it is a secret. */
function readPair(line: string, mark: string, what: string): { name: string; value: string } {
  const at = line.indexOf(mark);
  if (at < 1) throw new Problem('invalid', `A line of the ${what}s is not of the form name${mark}value.`);
  return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}

/** What a webpage that is not new keeps unless the form says otherwise. */
export interface KeptTrack {
  readonly noSchedule: boolean;
  readonly secrets: boolean;
}

export function trackFields(fields: Fields, kept?: KeptTrack): Html {
  const value = (name: string) => fields.get(name) ?? '';
  const option = (name: string, choice: string, text: string) =>
    html`<option value="${choice}"${value(name) === choice && html` selected`}>${text}</option>`;
  const check = (name: string, text: string) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="on"${value(name) === 'on' && html` checked`}> ${text}</label>`;
  return html`<div class="fields">
<div class="field"><label for="schedule">Capture</label>
<select id="schedule" name="schedule">
${(kept?.noSchedule || value('schedule') === WHEN_ASKED) && option('schedule', WHEN_ASKED, 'Only when asked')}
${SCHEDULE_NAMES.map((name) => option('schedule', name, capital(scheduleWords(name))))}
${option('schedule', CUSTOM, 'By a cron line')}
</select></div>
<div class="field if-cron"><label for="cron">Cron line</label>
<input id="cron" name="cron" class="mono" value="${value('cron')}" placeholder="30 6 * * MON-FRI" maxlength="100" autocomplete="off"></div>
<div class="field"><label for="timeZone">Time zone <small>of the schedule</small></label>
<input id="timeZone" name="timeZone" value="${value('timeZone')}" placeholder="UTC" maxlength="60" autocomplete="off"></div>
<div class="field"><label for="viewport">Screen</label>
<select id="viewport" name="viewport">
${deviceNames.map((name) => option('viewport', name, deviceWords(name)))}
${option('viewport', CUSTOM, 'Another size')}
</select></div>
<div class="field if-size"><label for="size">Size <small>width x height</small></label>
<input id="size" name="size" value="${value('size')}" placeholder="1280x800" maxlength="30" autocomplete="off"></div>
</div>
<div class="checks">
${check('fullPage', 'The full page, not only what the screen shows')}
${check('consent', 'Answer consent banners')}
${check('blockAds', 'Block advertisements')}
${check('darkMode', 'Ask for the dark version')}
</div>
<details${MORE.some((name) => value(name) !== '' && value(name) !== '0') && html` open`}>
<summary>More: waiting, hiding, signing in</summary>
<div class="stack">
<div class="fields">
<div class="field"><label for="waitForSelector">Wait for this element <small>CSS selector</small></label>
<input id="waitForSelector" name="waitForSelector" class="mono" value="${value('waitForSelector')}" maxlength="500" autocomplete="off"></div>
<div class="field"><label for="delay">Then wait <small>seconds</small></label>
<input id="delay" name="delay" type="number" min="0" max="${longestDelay / 1000}" step="any" value="${value('delay')}"></div>
<div class="field"><label for="locale">Language <small>as in en-GB</small></label>
<input id="locale" name="locale" value="${value('locale')}" maxlength="40" autocomplete="off"></div>
<div class="field"><label for="pageTimeZone">Time zone that the page sees <small>as in Asia/Tokyo</small></label>
<input id="pageTimeZone" name="pageTimeZone" value="${value('pageTimeZone')}" maxlength="60" autocomplete="off"></div>
</div>
<div class="field"><label for="hideSelectors">Hide these elements <small>a CSS selector to a line</small></label>
<textarea id="hideSelectors" name="hideSelectors" class="short" rows="2">${value('hideSelectors')}</textarea></div>
<div class="field"><label for="extraCss">Extra CSS</label>
<textarea id="extraCss" name="extraCss" class="short" rows="2">${TEXTAREA_START}${value('extraCss')}</textarea></div>
${kept?.secrets && check('forget', 'Forget the cookies and headers that are kept for this page')}
<div class="fields">
<div class="field"><label for="cookies">Cookies <small>name=value to a line</small></label>
<textarea id="cookies" name="cookies" class="short" rows="2" autocomplete="off">${TEXTAREA_START}${value('cookies')}</textarea></div>
<div class="field"><label for="headers">Headers <small>Name: value to a line</small></label>
<textarea id="headers" name="headers" class="short" rows="2" autocomplete="off">${TEXTAREA_START}${value('headers')}</textarea></div>
</div>
<p><small>Cookies and headers open pages behind a sign-in. They are kept encrypted and never shown again.</small></p>
</div>
</details>`;
}

function deviceWords(name: DeviceName): string {
  const { width, height } = viewportOf(name);
  return `${capital(name.replace('-', ' '))}, ${width} × ${height}`;
}

const MORE = [
  'waitForSelector',
  'delay',
  'locale',
  'pageTimeZone',
  'hideSelectors',
  'extraCss',
  'cookies',
  'headers',
  'forget',
];

/** The line break that browsers leave out at the start of a text area, so that one of the text itself stays. */
const TEXTAREA_START = '\n';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
