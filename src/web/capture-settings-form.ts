import { ONCE } from '../app/track-webpages.ts';
import { longestDelay } from '../domain/capture-options.ts';
import { type DeviceName, deviceNames, viewportOf } from '../domain/device.ts';
import { SCHEDULE_NAMES } from '../domain/schedule.ts';
import { deviceLabel } from '../domain/view.ts';
import { DEFAULT_FIELDS, MANUAL } from './capture-settings.ts';
import { type Html, html } from './html.ts';
import type { WebLinks } from './links.ts';
import { AT_TIME, CUSTOM, choiceOf, describeChoice } from './schedule-choice.ts';
import {
  beside,
  type Choice,
  type Control,
  check,
  differs,
  type Fields,
  radios,
  select,
  settingsRow,
  textArea,
  textField,
} from './settings-row.ts';
import { viewControls } from './view-choice.ts';

/** The settings of the form beside the values of its fields. */
export interface CaptureSettingsForm {
  /** A new webpage can be captured only once; a webpage without a schedule can stay so. */
  readonly unscheduled: 'once' | 'manual' | undefined;
  readonly hasSecrets: boolean;
  /** A new webpage can have several views. */
  readonly severalViews: boolean;
  /** Fill in the time zone of the browser. */
  readonly detectZone: boolean;
  /** The form is shown again with an error: open the rows with other than default values. */
  readonly again: boolean;
}

/** When and how to capture a webpage, as rows that say their present values. */
export function captureSettingsRows(links: WebLinks, fields: Fields, form: CaptureSettingsForm): Html[] {
  // The time zone of the browser is no choice of the user.
  const defaults = { ...DEFAULT_FIELDS, timeZone: fields.get('timeZone') ?? '' };
  const rows: [title: string, controls: Control[], otherwise: string][] = [
    ['Schedule', scheduleControls(fields, form), 'Only on request'],
    ['Screen', screenControls(fields, form), 'No view is chosen'],
    ['Before capture', preparationControls(fields), 'Captures the page as it is'],
    ['Steps', stepControls(fields), 'None'],
    ['Browser', browserControls(fields), 'Standard language and time zone'],
    [
      'Sign-in',
      signInControls(fields, form.hasSecrets),
      form.hasSecrets ? 'Cookies, headers or secrets are saved' : 'None',
    ],
  ];
  return rows.map(([title, controls, otherwise]) =>
    settingsRow(links, {
      title,
      controls,
      otherwise,
      sentence: true,
      open: (form.again && differs(fields, defaults, controls)) || (title === 'Screen' && isWithoutView(fields, form)),
    }),
  );
}

/** A further view of a page is not chosen yet. */
function isWithoutView(fields: Fields, { severalViews }: CaptureSettingsForm): boolean {
  return severalViews && fields.getAll('view').join('') === '';
}

const UNSCHEDULED: Record<'once' | 'manual', Choice> = {
  once: { value: ONCE, label: 'Once' },
  manual: { value: MANUAL, label: 'Only on request' },
};
const COMMON = ['10m', 'hourly', '6h', 'daily', 'weekly', 'monthly'];

function scheduleControls(fields: Fields, { unscheduled, detectZone }: CaptureSettingsForm): Control[] {
  const present = fields.get('schedule') ?? '';
  const names = SCHEDULE_NAMES.filter((name) => COMMON.includes(name) || name === present);
  const choices = names.map((value) => ({ value, label: describeChoice(choiceOf(value)) }));
  return [
    radios(fields, 'schedule', 'Capture', [
      ...(unscheduled ? [UNSCHEDULED[unscheduled]] : []),
      ...choices,
      { value: CUSTOM, label: 'Own rule', says: '' },
    ]),
    textField(fields, 'cron', {
      label: 'Rule',
      hint: 'A cron expression (minute hour day month weekday), or one of 5m, 10m, 15m, 30m, 2h, 3h, 6h, 12h',
      says: '%',
      when: { name: 'schedule', values: [CUSTOM] },
      class: 'mono',
      attributes: html` placeholder="30 6 * * MON-FRI" maxlength="100"`,
    }),
    beside(
      textField(fields, 'time', {
        label: 'Time of day',
        hint: 'Optional. Without it, Pagekeep chooses a time.',
        says: 'at %',
        when: { name: 'schedule', values: [...AT_TIME.keys()] },
        attributes: html` type="time"`,
      }),
      select(fields, 'timeZone', TIME_ZONES, {
        label: 'Time zone',
        says: '%',
        when: { name: 'schedule', values: [...SCHEDULE_NAMES, CUSTOM] },
        attributes: detectZone ? html` data-detect` : html``,
      }),
    ),
  ];
}

export const TIME_ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

function screenControls(fields: Fields, { severalViews }: CaptureSettingsForm): Control[] {
  return [
    ...(severalViews ? viewControls(fields) : oneViewControls(fields)),
    check(fields, 'fullPage', 'Capture the full page, not only the visible part', 'the full page'),
    textField(fields, 'element', {
      label: 'Only one element',
      hint: 'CSS selector of the element to capture instead of the page',
      says: 'only %',
      class: 'mono',
      attributes: html` maxlength="500"`,
    }),
  ];
}

function oneViewControls(fields: Fields): Control[] {
  return [
    radios(fields, 'viewport', 'Device', [
      ...deviceNames.map((value) => ({ value, label: deviceLabel(value), says: deviceSize(value) })),
      { value: CUSTOM, label: 'Own size', says: '' },
    ]),
    textField(fields, 'size', {
      label: 'Width x height',
      says: '%',
      when: { name: 'viewport', values: [CUSTOM] },
      attributes: html` placeholder="1280x800" maxlength="30"`,
    }),
    check(fields, 'darkMode', 'Use dark mode', 'dark mode'),
  ];
}

function deviceSize(device: DeviceName): string {
  const { width, height } = viewportOf(device);
  return `${deviceLabel(device)}, ${width} × ${height}`;
}

function preparationControls(fields: Fields): Control[] {
  return [
    check(fields, 'consent', 'Answer cookie consent banners', 'answers consent banners'),
    check(fields, 'acceptWalls', 'Accept banners that cannot be rejected', 'accepts banners that cannot be rejected'),
    check(fields, 'blockAds', 'Block ads', 'blocks ads'),
    textArea(fields, 'hideSelectors', {
      label: 'Hide elements',
      hint: 'One CSS selector per line',
      says: 'hides %',
      class: 'mono',
    }),
    beside(
      textField(fields, 'waitForSelector', {
        label: 'Wait for element',
        hint: 'CSS selector',
        says: 'waits for %',
        class: 'mono',
        attributes: html` maxlength="500"`,
      }),
      textField(fields, 'delay', {
        label: 'Extra delay in seconds',
        says: 'waits % s',
        attributes: html` type="number" min="0" max="${longestDelay / 1000}" step="any"`,
      }),
    ),
    textArea(fields, 'extraCss', { label: 'Custom CSS', says: 'custom CSS', class: 'mono' }),
  ];
}

function stepControls(fields: Fields): Control[] {
  return [
    textArea(fields, 'steps', {
      label: 'Before the picture',
      hint: 'One step per line: click, wait for or scroll to a CSS selector, type text into a selector, press a key. {{name}} types a secret, which is entered under Sign-in.',
      says: '%',
      class: 'mono',
      attributes: html` placeholder="click #show-all&#10;wait for .results"`,
    }),
  ];
}

function browserControls(fields: Fields): Control[] {
  return [
    beside(
      textField(fields, 'locale', {
        label: 'Language',
        hint: 'For example en-GB',
        says: '%',
        attributes: html` maxlength="40"`,
      }),
      textField(fields, 'pageTimeZone', {
        label: 'Time zone of the page',
        hint: 'For example Asia/Tokyo',
        says: '%',
        attributes: html` maxlength="60"`,
      }),
    ),
    textField(fields, 'geolocation', {
      label: 'Location',
      hint: 'Latitude and longitude, such as 52.52, 13.405, for pages that ask for it',
      says: 'at %',
      attributes: html` maxlength="60" inputmode="text"`,
    }),
    textField(fields, 'proxy', {
      label: 'Proxy',
      hint: 'http://host:port or socks5://host:port. Its user name and password are entered under Sign-in.',
      says: 'through %',
      class: 'mono',
      attributes: html` maxlength="300" autocapitalize="off" spellcheck="false"`,
    }),
    check(
      fields,
      'acceptInvalidCertificate',
      'Accept a certificate that cannot be verified',
      'accepts any certificate',
    ),
  ];
}

function signInControls(fields: Fields, hasSecrets: boolean): Control[] {
  const explanation: Control = {
    names: [],
    says: '',
    html: html`<small>To capture pages that require signing in. Cookies, headers, secrets and the login for the proxy are stored encrypted and never shown again.</small>`,
  };
  return [
    ...(hasSecrets
      ? [check(fields, 'forget', 'Delete the saved cookies, headers and secrets', 'deletes what is saved')]
      : []),
    beside(
      textArea(fields, 'cookies', {
        label: 'Cookies',
        hint: 'One name=value per line',
        says: 'new cookies',
        class: 'mono',
      }),
      textArea(fields, 'headers', {
        label: 'HTTP headers',
        hint: 'One Name: value per line',
        says: 'new headers',
        class: 'mono',
      }),
    ),
    textArea(fields, 'secrets', {
      label: 'Secrets for steps',
      hint: 'One name=value per line. A step types the value as {{name}}.',
      says: 'new secrets',
      class: 'mono',
    }),
    beside(
      textField(fields, 'proxyUser', {
        label: 'User name for the proxy',
        says: 'new login for the proxy',
        attributes: html` maxlength="255" autocapitalize="off" spellcheck="false"`,
      }),
      textField(fields, 'proxyPassword', {
        label: 'Password for the proxy',
        attributes: html` type="password" maxlength="255"`,
      }),
    ),
    explanation,
  ];
}
