import type { Command } from 'commander';
import { type CaptureSettings, DEFAULT_SCHEDULE, DEFAULT_TIME_ZONE, ONCE } from '../app/track-webpages.ts';
import { deviceNames, readViewport } from '../domain/device.ts';
import { Problem } from '../domain/problem.ts';
import { SCHEDULE_NAMES } from '../domain/schedule.ts';
import { readStepLines } from '../domain/step-lines.ts';
import { printable } from '../domain/text.ts';
import { defaultView, readViews, type View } from '../domain/view.ts';

export interface TrackFlags {
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly view?: string[];
  readonly viewport?: string;
  readonly fullPage?: boolean;
  readonly element?: string;
  readonly dark?: boolean;
  readonly locale?: string;
  readonly pageTimeZone?: string;
  readonly waitFor?: string;
  readonly delay?: number;
  readonly hide?: string[];
  readonly css?: string;
  readonly cookie?: { name: string; value: string }[];
  readonly header?: Record<string, string>;
  readonly consent?: boolean;
  readonly acceptWalls?: boolean;
  readonly blockAds?: boolean;
  readonly acceptInvalidCertificate?: boolean;
  readonly proxy?: string;
  readonly proxyLogin?: string;
  readonly geolocation?: string;
  readonly step?: string[];
  readonly secret?: Record<string, string>;
}

export function addTrackOptions(command: Command): Command {
  return command
    .option(
      '--schedule <when>',
      `${ONCE}, ${SCHEDULE_NAMES.join(', ')}, or a cron line such as "30 6 * * MON-FRI"`,
      DEFAULT_SCHEDULE,
    )
    .option('--time-zone <zone>', 'time zone of the schedule', DEFAULT_TIME_ZONE)
    .option(
      '--view <view>',
      'screen and colours, such as phone or desktop:dark; repeated, each view becomes a webpage of its own',
      collect,
    )
    .option('--viewport <size>', `${deviceNames.join(', ')}, or WIDTHxHEIGHT[@SCALE]`)
    .option('--full-page', 'capture the whole page (default)')
    .option('--no-full-page', 'capture only the viewport')
    .option('--element <selector>', 'capture only this element of the page')
    .option('--dark', 'prefer dark colours (prefers-color-scheme: dark)')
    .option('--locale <tag>', 'language of the browser, such as de-DE')
    .option('--page-time-zone <zone>', 'time zone of the browser')
    .option('--wait-for <selector>', 'wait until this element exists')
    .option('--delay <ms>', 'additional wait after the page has loaded', milliseconds)
    .option('--hide <selector>', 'hide elements; can be repeated', collect)
    .option('--css <text>', 'add this style sheet to the page')
    .option('--cookie <name=value>', 'send a cookie, for a page behind a login; can be repeated', cookie)
    .option('--header <name: value>', 'send a header, for a page behind a login; can be repeated', header)
    .option('--no-consent', 'do not answer consent banners')
    .option('--no-accept-walls', 'do not accept banners and walls that cannot be rejected')
    .option('--block-ads', 'block advertisements')
    .option('--accept-invalid-certificate', 'capture the page although its certificate does not verify')
    .option('--proxy <address>', 'load the page through a proxy: http://host:port or socks5://host:port')
    .option('--proxy-login <user:password>', 'user name and password for the proxy')
    .option('--geolocation <place>', 'latitude,longitude or latitude,longitude,metres that the page gets if it asks')
    .option(
      '--step <step>',
      'before the picture: "click #more", "type {{password}} into #login", "wait for .list", "scroll to footer", "press Enter", or as JSON; can be repeated',
      collect,
    )
    .option('--secret <name=value>', 'a text that steps type as {{name}}; can be repeated', secret);
}

/** The views to add. Without --view there is one, that of --viewport and --dark. Throws Problem('invalid'). */
export function wantedViews({ view, viewport, dark }: TrackFlags): readonly View[] {
  if (view === undefined) {
    return [
      { viewport: viewport === undefined ? defaultView.viewport : readViewport(viewport), darkMode: dark ?? false },
    ];
  }
  if (viewport !== undefined || dark !== undefined)
    throw new Problem('invalid', '--view sets the screen and the colours. Leave out --viewport and --dark.');
  return readViews(view);
}

export function trackWish(flags: TrackFlags): CaptureSettings {
  return {
    schedule: flags.schedule,
    timeZone: flags.timeZone,
    options: {
      fullPage: flags.fullPage,
      element: flags.element,
      locale: flags.locale,
      timeZone: flags.pageTimeZone,
      waitForSelector: flags.waitFor,
      delay: flags.delay,
      hideSelectors: flags.hide,
      extraCss: flags.css,
      cookies: flags.cookie,
      headers: flags.header,
      consent: flags.consent,
      acceptWalls: flags.acceptWalls,
      blockAds: flags.blockAds,
      acceptInvalidCertificate: flags.acceptInvalidCertificate,
      proxy: flags.proxy,
      proxyLogin: flags.proxyLogin,
      geolocation: flags.geolocation,
      steps: flags.step && readStepLines(flags.step),
      secrets: flags.secret,
    },
  };
}

function milliseconds(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new Problem('invalid', `--delay is ${printable(text)}, but must be a whole number of milliseconds.`);
  }
  return Number(text);
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

// The value is a secret, so error messages do not contain it.
function cookie(text: string, before: { name: string; value: string }[] = []) {
  const at = text.indexOf('=');
  if (at < 1) throw new Problem('invalid', '--cookie must have the form name=value.');
  return [...before, { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }];
}

function header(text: string, before: Record<string, string> = {}) {
  const at = text.indexOf(':');
  if (at < 1) throw new Problem('invalid', '--header must have the form "Name: value".');
  return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}

function secret(text: string, before: Record<string, string> = {}) {
  const at = text.indexOf('=');
  if (at < 1) throw new Problem('invalid', '--secret must have the form name=value.');
  return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1) };
}
