import { counted } from './counted.ts';
import { Problem } from './problem.ts';
import { formatBytes, readSize } from './size.ts';
import { printable } from './text.ts';

/** The limits of an account. Undefined: not limited. */
export interface Quota {
  readonly webpages: number | undefined;
  readonly bytes: number | undefined;
  /** A day begins at 00:00 UTC. Failed captures count too. */
  readonly capturesADay: number | undefined;
}

export const UNLIMITED: Quota = { webpages: undefined, bytes: undefined, capturesADay: undefined };

/** The usage of an account. */
export interface Use {
  /** The size of its pictures without thumbnails and of the text of its captures. Pictures and text of a deleted webpage count until they are removed. */
  readonly bytes: number;
  /** The number of captures on `day` (2026-01-31, UTC). */
  readonly captures: number;
  readonly day: string;
}

export function capturesToday({ captures, day }: Use, now: Date): number {
  return day === now.toISOString().slice(0, 10) ? captures : 0;
}

/** Why the captures of an account pause; undefined: they do not. Reading is not limited. */
export function pauseReason(quota: Quota, use: Use, now: Date): string | undefined {
  if (quota.bytes !== undefined && use.bytes >= quota.bytes) {
    return `Over quota: ${formatBytes(use.bytes)} of ${formatBytes(quota.bytes)} are used. Captures pause until there is space: delete webpages or captures, then empty the trash. Everything can still be read.`;
  }
  const today = capturesToday(use, now);
  if (quota.capturesADay !== undefined && today >= quota.capturesADay) {
    return `Over quota: ${today} of ${quota.capturesADay} captures of today are used. Captures pause until 00:00 UTC. Everything can still be read.`;
  }
  return undefined;
}

/** For an account with `count` webpages, including those that were to be added. */
export function tooManyWebpages(count: number, most: number): Problem {
  return new Problem(
    'unprocessable',
    `Over quota: this account may have ${counted(most, 'webpage')}, and would have ${count}. Nothing was changed.`,
  );
}

/** For one of several webpages, if those before it have used up the quota. `count`: how many there are now. */
export function noRoomForWebpage(count: number, most: number): Problem {
  return new Problem(
    'unprocessable',
    `Over quota: this account may have ${counted(most, 'webpage')}, and has ${count}. This one was not added.`,
  );
}

/** The fields of a form or the options of a command. An empty text or "none" is no limit. */
export interface QuotaTexts {
  readonly webpages: string;
  readonly storage: string;
  readonly captures: string;
}

/** Throws Problem('invalid') with the name of the field. */
export function readQuota({ webpages, storage, captures }: QuotaTexts): Quota {
  return {
    webpages: isNone(webpages) ? undefined : readCount('The number of webpages', webpages),
    bytes: isNone(storage) ? undefined : readSize('The storage', storage),
    capturesADay: isNone(captures) ? undefined : readCount('The number of captures a day', captures),
  };
}

export function describeQuota({ webpages, bytes, capturesADay }: Quota): string {
  const parts = [
    webpages !== undefined && counted(webpages, 'webpage'),
    bytes !== undefined && formatBytes(bytes),
    capturesADay !== undefined && `${counted(capturesADay, 'capture')} a day`,
  ].filter((part) => part !== false);
  return parts.join(', ') || 'no limits';
}

const isNone = (text: string) => text.trim() === '' || text.trim().toLowerCase() === 'none';

function readCount(field: string, text: string): number {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  throw new Problem('invalid', `${field} is ${printable(text)}, but must be a whole number up to 999999999, or empty.`);
}
