import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import type { ChangeSettings } from '../domain/change.ts';
import { NOTHING_IGNORED } from '../domain/change.ts';
import { readChangeSettings } from '../domain/change-settings.ts';
import { noSecrets, type PageSecrets } from '../domain/page-secrets.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { Webpage } from '../domain/webpage.ts';
import { givenName } from '../domain/webpage.ts';
import { evaluateSome } from './change-settings.ts';
import { changeHeld } from './change-webpage.ts';
import { openSecretsIfReadable } from './page-secrets.ts';
import { recordWebpage } from './record-webpage.ts';
import { DEFAULT_SCHEDULE, DEFAULT_TIME_ZONE, ONCE, type ScheduleParts } from './track-webpages.ts';

/** A webpage with its settings. */
export interface WebpageSettings {
  readonly webpage: Webpage;
  /** Undefined for a webpage that is kept but not captured. */
  readonly schedule: CaptureSchedule | undefined;
  readonly changeSettings: ChangeSettings;
  readonly sealedSecrets: string | undefined;
}

/** A JSON Merge Patch (RFC 7396), not yet validated: an absent value stays as it is, null sets the default. */
export interface WebpagePatch {
  readonly url?: string;
  readonly name?: string | null;
  readonly keywords?: readonly string[] | null;
  readonly schedule?: string | null;
  readonly timeZone?: string | null;
  readonly captureOptions?: Readonly<Record<string, unknown>> | null;
  readonly changeSettings?: Partial<{ [Name in keyof ChangeSettings]: ChangeSettings[Name] | null }> | null;
}

/** Throws Problem('not-found'). */
export async function webpageSettings(
  store: Store,
  owner: string,
  webpageId: string,
  now: Date,
): Promise<WebpageSettings> {
  const webpage = await store.webpages.find(owner, webpageId);
  if (!webpage) throw notFound('webpage');
  const [schedule, changeSettings, sealedSecrets] = await Promise.all([
    store.schedules.find(owner, webpageId, now),
    store.changes.settings(owner, webpageId),
    store.schedules.secrets(owner, webpageId),
  ]);
  return { webpage, schedule, changeSettings, sealedSecrets };
}

/**
 * Changes a webpage in one transaction. `check` is called with the settings as they are then, and may throw to keep
 * them. Throws Problem('invalid') with the invalid value, and Problem('not-found').
 */
export async function patchWebpage(
  { store, sealingKey }: ScheduleParts,
  owner: string,
  webpageId: string,
  patch: WebpagePatch,
  { now, check }: { now: Date; check: (current: WebpageSettings) => void },
): Promise<void> {
  if (patch.schedule === ONCE) {
    throw new Problem('invalid', 'The schedule "once" is for new webpages only: pause the webpage instead.');
  }
  const reevaluate = await store.transaction(async (tx) => {
    await tx.webpages.hold(owner, webpageId);
    const current = await webpageSettings(tx, owner, webpageId, now);
    check(current);
    const { webpage, schedule } = current;
    const kept = () => openSecretsIfReadable(sealingKey, webpageId, current.sealedSecrets) ?? noSecrets;
    const secrets = patchSecrets(patch.captureOptions, kept);
    const times = patchTimes(patch, schedule);
    await changeHeld(
      { store: tx, sealingKey },
      owner,
      webpage,
      {
        url: patch.url ?? webpage.url,
        name: patch.name === undefined ? givenName(webpage) : (patch.name ?? undefined),
        keywords: patch.keywords === undefined ? webpage.keywords : (patch.keywords ?? []),
        ...times,
        options: { ...merge(patch.captureOptions, schedule?.options ?? {}), ...secrets },
        forgetSecrets: secrets !== undefined,
      },
      now,
    );
    if (patch.changeSettings === undefined) return false;
    const settings = { ...NOTHING_IGNORED, ...merge(patch.changeSettings, current.changeSettings) };
    await tx.changes.setSettings(owner, webpageId, readChangeSettings(settings));
    await recordWebpage(tx, 'change-settings-changed', owner, webpageId);
    return true;
  });
  if (reevaluate) await evaluateSome(store, owner, webpageId);
}

/** Without the values that are to become the default. */
function merge(patch: object | null | undefined, current: object): Record<string, unknown> {
  if (patch === null) return {};
  const merged = { ...current, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

const KINDS = ['cookies', 'headers', 'secrets', 'proxyLogin'] as const;

/** All secrets that the webpage has afterwards; undefined if they stay as they are. */
function patchSecrets(
  options: WebpagePatch['captureOptions'],
  kept: () => PageSecrets,
): Record<string, unknown> | undefined {
  if (options === null) return { ...noSecrets };
  if (!options || !KINDS.some((kind) => options[kind] !== undefined)) return undefined;
  const before = kept();
  return Object.fromEntries(KINDS.map((kind) => [kind, patched(options[kind], before[kind], noSecrets[kind])]));
}

const patched = (value: unknown, kept: unknown, none: unknown) =>
  value === undefined ? kept : value === null ? none : value;

/** An undefined schedule keeps the present one. */
function patchTimes(
  { schedule, timeZone }: WebpagePatch,
  before: CaptureSchedule | undefined,
): { schedule: string | undefined; timeZone: string | undefined } {
  if (schedule === undefined && timeZone === undefined) return { schedule: undefined, timeZone: undefined };
  return {
    schedule: schedule === undefined ? (before?.schedule ?? DEFAULT_SCHEDULE) : (schedule ?? DEFAULT_SCHEDULE),
    timeZone: timeZone === undefined ? (before?.timeZone ?? DEFAULT_TIME_ZONE) : (timeZone ?? DEFAULT_TIME_ZONE),
  };
}
