import { type CaptureSettings, ONCE } from '../app/track-webpages.ts';
import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import { writeGeolocation } from '../domain/geolocation.ts';
import { Problem } from '../domain/problem.ts';
import { readStepLines, stepLine } from '../domain/step-lines.ts';
import { CUSTOM, choiceOf, scheduleText } from './schedule-choice.ts';
import type { Fields } from './settings-row.ts';

/** Captures only on request. The webpage keeps its schedule, or has none. */
export const MANUAL = 'manual';

export const DEFAULT_FIELDS: Readonly<Record<string, string>> = {
  schedule: 'daily',
  timeZone: 'UTC',
  viewport: 'desktop',
  view: 'desktop',
  fullPage: 'on',
  consent: 'on',
  acceptWalls: 'on',
};

/** For a webpage without a schedule: it gets one only if the user selects one. */
export const UNSCHEDULED_FIELDS: Readonly<Record<string, string>> = { ...DEFAULT_FIELDS, schedule: MANUAL };

export function fieldsOfSchedule({ schedule, timeZone, options }: CaptureSchedule): Record<string, string> {
  const { viewport } = options;
  const { name, time, cron } = choiceOf(schedule);
  const on = (flag: boolean) => (flag ? 'on' : '');
  return {
    schedule: name,
    time,
    cron,
    timeZone,
    viewport: typeof viewport === 'string' ? viewport : CUSTOM,
    size: typeof viewport === 'string' ? '' : `${viewport.width}x${viewport.height}@${viewport.scale}`,
    fullPage: on(options.fullPage),
    element: options.element ?? '',
    darkMode: on(options.darkMode),
    consent: on(options.consent),
    acceptWalls: on(options.acceptWalls),
    blockAds: on(options.blockAds),
    acceptInvalidCertificate: on(options.acceptInvalidCertificate),
    proxy: options.proxy ?? '',
    geolocation: options.geolocation === null ? '' : writeGeolocation(options.geolocation),
    locale: options.locale ?? '',
    pageTimeZone: options.timeZone ?? '',
    waitForSelector: options.waitForSelector ?? '',
    delay: options.delay === 0 ? '' : String(options.delay / 1000),
    hideSelectors: options.hideSelectors.join('\n'),
    extraCss: options.extraCss,
    steps: options.steps.map(stepLine).join('\n'),
  };
}

interface TypedSettings extends CaptureSettings {
  readonly schedule: string | undefined;
  readonly options: object;
}

/** The settings as typed, but for the view; readCaptureOptions and readSchedule validate them. */
export function readCaptureSettings(fields: Fields): TypedSettings {
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const on = (name: string) => text(name) === 'on';
  const delay = Math.round(Number(text('delay') || '0') * 1000);
  return {
    schedule: readScheduleChoice(text),
    timeZone: text('timeZone') || 'UTC',
    options: {
      fullPage: on('fullPage'),
      element: text('element') || null,
      consent: on('consent'),
      acceptWalls: on('acceptWalls'),
      blockAds: on('blockAds'),
      acceptInvalidCertificate: on('acceptInvalidCertificate'),
      proxy: text('proxy') || null,
      proxyLogin: readLogin(fields),
      geolocation: text('geolocation') || null,
      locale: text('locale') || null,
      timeZone: text('pageTimeZone') || null,
      waitForSelector: text('waitForSelector') || null,
      delay: Number.isFinite(delay) ? delay : text('delay'),
      hideSelectors: linesOf(text('hideSelectors')),
      extraCss: fields.get('extraCss') ?? '',
      steps: readStepLines(linesOf(text('steps'))),
      cookies: linesOf(text('cookies')).map((line) => readPair(line, '=', 'cookie')),
      headers: readPairs(text('headers'), ':', 'header'),
      secrets: readPairs(text('secrets'), '=', 'secret'),
    },
  };
}

/** The view of a webpage, as typed. */
export function readViewFields(fields: Fields): { readonly viewport: string; readonly darkMode: boolean } {
  const viewport = fields.get('viewport')?.trim() ?? '';
  return {
    viewport: viewport === CUSTOM ? (fields.get('size')?.trim() ?? '') : viewport,
    darkMode: fields.get('darkMode') === 'on',
  };
}

/** Undefined keeps the current schedule, or none. */
function readScheduleChoice(text: (name: string) => string): string | undefined {
  const name = text('schedule');
  if (name === MANUAL) return undefined;
  return name === ONCE ? ONCE : scheduleText({ name, time: text('time'), cron: text('cron') });
}

/** Undefined if nothing is typed, so that a saved login stays. */
function readLogin(fields: Fields): { readonly username: string; readonly password: string } | undefined {
  const username = fields.get('proxyUser')?.trim() ?? '';
  const password = fields.get('proxyPassword') ?? '';
  return username === '' && password === '' ? undefined : { username, password };
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readPairs(text: string, separator: string, kind: string): Record<string, string> {
  const pairs = linesOf(text).map((line) => readPair(line, separator, kind));
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

/** The message must not contain the value, which may be a secret. */
function readPair(line: string, separator: string, kind: string): { name: string; value: string } {
  const at = line.indexOf(separator);
  if (at < 1) throw new Problem('invalid', `Each line of the ${kind}s must have the form name${separator}value.`);
  return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}
