import type { CaptureSettings } from '../app/track-webpages.ts';
import { longestDelay } from '../domain/capture-options.ts';
import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import { type DeviceName, deviceNames, viewportOf } from '../domain/device.ts';
import { Problem } from '../domain/problem.ts';
import { SCHEDULE_NAMES } from '../domain/schedule.ts';
import { scheduleName } from './format.ts';
import { type Html, html } from './html.ts';

/** The values of the fields: defaults, those of a stored schedule, or those of a form that is shown again. */
export type Fields = URLSearchParams;

const CUSTOM = 'custom';
const MANUAL = 'manual';

export const DEFAULT_FIELDS: Readonly<Record<string, string>> = {
  schedule: 'daily',
  timeZone: 'UTC',
  viewport: 'desktop',
  fullPage: 'on',
  consent: 'on',
  delay: '0',
};

/** For a webpage without a schedule: it gets one only if the user selects one. */
export const UNSCHEDULED_FIELDS: Readonly<Record<string, string>> = { ...DEFAULT_FIELDS, schedule: MANUAL };

export function fieldsOfSchedule({ schedule, timeZone, options }: CaptureSchedule): Record<string, string> {
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

/** The settings as typed; readCaptureOptions and readSchedule validate them. */
export function readCaptureSettings(fields: Fields): CaptureSettings & { readonly schedule: string | undefined } {
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

/** Undefined keeps the current schedule, or none. */
function scheduleOf(choice: string, cron: string): string | undefined {
  if (choice === MANUAL) return undefined;
  return choice === CUSTOM ? cron : choice;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The message must not contain the value, which may be a secret. */
function readPair(line: string, separator: string, kind: string): { name: string; value: string } {
  const at = line.indexOf(separator);
  if (at < 1) throw new Problem('invalid', `Each line of the ${kind}s must have the form name${separator}value.`);
  return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}

/** Properties of an existing webpage that add fields to the form. */
export interface StoredSettings {
  readonly noSchedule: boolean;
  readonly hasSecrets: boolean;
}

export function captureSettingsFields(fields: Fields, stored?: StoredSettings): Html {
  const value = (name: string) => fields.get(name) ?? '';
  const option = (name: string, choice: string, text: string) =>
    html`<option value="${choice}"${value(name) === choice && html` selected`}>${text}</option>`;
  const check = (name: string, text: string) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="on"${value(name) === 'on' && html` checked`}> ${text}</label>`;
  return html`<div class="fields">
<div class="field"><label for="schedule">Schedule</label>
<select id="schedule" name="schedule">
${(stored?.noSchedule || value('schedule') === MANUAL) && option('schedule', MANUAL, 'Manual captures only')}
${SCHEDULE_NAMES.map((name) => option('schedule', name, capitalize(scheduleName(name))))}
${option('schedule', CUSTOM, 'Custom (cron)')}
</select></div>
<div class="field if-cron"><label for="cron">Cron expression</label>
<input id="cron" name="cron" class="mono" value="${value('cron')}" placeholder="30 6 * * MON-FRI" maxlength="100" autocomplete="off"></div>
<div class="field"><label for="timeZone">Time zone <small>for the schedule</small></label>
<input id="timeZone" name="timeZone" value="${value('timeZone')}" placeholder="UTC" maxlength="60" autocomplete="off"></div>
<div class="field"><label for="viewport">Device</label>
<select id="viewport" name="viewport">
${deviceNames.map((name) => option('viewport', name, deviceLabel(name)))}
${option('viewport', CUSTOM, 'Custom size')}
</select></div>
<div class="field if-size"><label for="size">Custom size <small>width x height</small></label>
<input id="size" name="size" value="${value('size')}" placeholder="1280x800" maxlength="30" autocomplete="off"></div>
</div>
<div class="checks">
${check('fullPage', 'Capture the full page, not only the visible part')}
${check('consent', 'Answer cookie consent banners')}
${check('blockAds', 'Block ads')}
${check('darkMode', 'Use dark mode')}
</div>
<details${ADVANCED_FIELDS.some((name) => value(name) !== '' && value(name) !== '0') && html` open`}>
<summary>Advanced settings</summary>
<div class="stack">
<div class="fields">
<div class="field"><label for="waitForSelector">Wait for element <small>CSS selector</small></label>
<input id="waitForSelector" name="waitForSelector" class="mono" value="${value('waitForSelector')}" maxlength="500" autocomplete="off"></div>
<div class="field"><label for="delay">Extra delay <small>in seconds</small></label>
<input id="delay" name="delay" type="number" min="0" max="${longestDelay / 1000}" step="any" value="${value('delay')}"></div>
<div class="field"><label for="locale">Browser language <small>e.g. en-GB</small></label>
<input id="locale" name="locale" value="${value('locale')}" maxlength="40" autocomplete="off"></div>
<div class="field"><label for="pageTimeZone">Browser time zone <small>e.g. Asia/Tokyo</small></label>
<input id="pageTimeZone" name="pageTimeZone" value="${value('pageTimeZone')}" maxlength="60" autocomplete="off"></div>
</div>
<div class="field"><label for="hideSelectors">Hide elements <small>one CSS selector per line</small></label>
<textarea id="hideSelectors" name="hideSelectors" class="short" rows="2">${value('hideSelectors')}</textarea></div>
<div class="field"><label for="extraCss">Custom CSS</label>
<textarea id="extraCss" name="extraCss" class="short" rows="2">${TEXTAREA_START}${value('extraCss')}</textarea></div>
${stored?.hasSecrets && check('forget', 'Delete the saved cookies and headers of this webpage')}
<div class="fields">
<div class="field"><label for="cookies">Cookies <small>one name=value per line</small></label>
<textarea id="cookies" name="cookies" class="short" rows="2" autocomplete="off">${TEXTAREA_START}${value('cookies')}</textarea></div>
<div class="field"><label for="headers">HTTP headers <small>one Name: value per line</small></label>
<textarea id="headers" name="headers" class="short" rows="2" autocomplete="off">${TEXTAREA_START}${value('headers')}</textarea></div>
</div>
<p><small>Use cookies and headers to capture pages that require signing in. They are stored encrypted and never shown again.</small></p>
</div>
</details>`;
}

function deviceLabel(name: DeviceName): string {
  const { width, height } = viewportOf(name);
  return `${capitalize(name.replace('-', ' '))}, ${width} × ${height}`;
}

const ADVANCED_FIELDS = [
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

/** HTML parsers drop a line break at the start of a textarea. This one is dropped instead of one in the value. */
const TEXTAREA_START = '\n';

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
