import { randomBytes } from 'node:crypto';
import type { CaptureOutcome } from '../domain/capture.ts';
import type { CaptureOptions, ShownOptions } from '../domain/capture-options.ts';
import { noSecrets, type PageSecrets } from '../domain/page-secrets.ts';
import { Problem } from '../domain/problem.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

/** Separates the secrets from the other options and seals them to this webpage. */
export function splitOptions(
  key: SealingKey,
  webpageId: string,
  { cookies, headers, secrets, proxyLogin, ...shown }: CaptureOptions,
): { shown: ShownOptions; sealedSecrets: string | undefined } {
  const all: PageSecrets = { cookies, headers, secrets, proxyLogin };
  if (!hasSecrets(all)) return { shown, sealedSecrets: undefined };
  return { shown, sealedSecrets: seal(key, { text: JSON.stringify(all), boundTo: webpageId, randomBytes }) };
}

/** Throws Problem if they were sealed with another key. */
export function openSecrets(key: SealingKey, webpageId: string, sealed: string | undefined): PageSecrets {
  if (sealed === undefined) return noSecrets;
  return { ...noSecrets, ...JSON.parse(unseal(key, { sealed, boundTo: webpageId })) };
}

/** Undefined if they were sealed with another key. */
export function openSecretsIfReadable(
  key: SealingKey,
  webpageId: string,
  sealed: string | undefined,
): PageSecrets | undefined {
  try {
    return openSecrets(key, webpageId, sealed);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Adds the kept cookies, headers or texts where the options have none. */
export function addKept(options: CaptureOptions, kept: PageSecrets): CaptureOptions {
  return {
    ...options,
    cookies: isEmpty(options.cookies) ? kept.cookies : options.cookies,
    headers: isEmpty(options.headers) ? kept.headers : options.headers,
    secrets: isEmpty(options.secrets) ? kept.secrets : options.secrets,
    proxyLogin: options.proxyLogin ?? kept.proxyLogin,
  };
}

export function hasSecrets({ cookies, headers, secrets, proxyLogin }: PageSecrets): boolean {
  return proxyLogin !== null || ![cookies, headers, secrets].every(isEmpty);
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

const COVER = '•••';

/** Removes the typed texts from what a page shows of itself: a form can put them into the address. */
export function hideSecrets(outcome: CaptureOutcome, { secrets }: PageSecrets): CaptureOutcome {
  const spellings = Object.values(secrets)
    .flatMap((text) => [
      text,
      encodeURIComponent(text),
      encodeURI(text),
      new URLSearchParams([['', text]]).toString().slice(1),
    ])
    .toSorted((one, other) => other.length - one.length);
  const hide = (text: string) => spellings.reduce((shown, spelling) => shown.replaceAll(spelling, COVER), text);
  if (spellings.length === 0) return outcome;
  if (outcome.kind !== 'shot') return { ...outcome, detail: hide(outcome.detail) };
  const warnings = outcome.warnings.map((warning) => ({ ...warning, detail: hide(warning.detail) }));
  return { ...outcome, finalUrl: hide(outcome.finalUrl), title: hide(outcome.title), warnings };
}
