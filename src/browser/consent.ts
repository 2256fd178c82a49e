import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tab } from './tab.ts';

/** Autoconsent answers consent banners with "no" wherever that can be said; its rules come with the package. */
const script = readFileSync(
  join(dirname(fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent'))), 'autoconsent.standalone.js'),
  'utf8',
);

/** It is sent with every capture, and writing its 415 kB as JSON each time took 4 ms. */
const written = (JSON as unknown as { rawJSON(json: string): string }).rawJSON(JSON.stringify(script));

/** Its messages, as it keeps them in the page's own world, reduced to the last word about a banner. */
const stateExpression = `(() => {
  const told = new Set((globalThis.autoconsentStandalone?.messages ?? []).map((message) =>
    message.type === 'optOutResult' ? message.type + message.result : message.type));
  if (told.has('autoconsentDone') || told.has('optOutResulttrue')) return 'answered';
  if (told.has('autoconsentError') || told.has('optOutResultfalse')) return 'stuck';
  return told.has('popupFound') ? 'answering' : told.has('cmpDetected') ? 'detected' : 'none';
})()`;

export type ConsentState = 'none' | 'detected' | 'answering' | 'answered' | 'stuck';

/**
 * What the markup of a page that asks for consent has somewhere: its words, or the name of one of the tools that ask.
 * Most that have it do not ask; but a page without any of it does not, and is spared 100 ms of work out of 430.
 */
const traces =
  'cookie|consent|gdpr|rgpd|dsgvo|avg-|ccpa|lgpd|privacy|datenschutz|confidentialit|privacidad|tracking|' +
  'onetrust|optanon|truste|didomi|usercentrics|quantcast|sourcepoint|sp_message|iubenda|osano|termly|axeptio|tarteaucitron|klaro|borlabs|cmp';

const tracesExpression = `/${traces}/i.test(document.documentElement?.outerHTML ?? '')`;

const answered = new WeakSet<Tab>();

/** Answers banners from now on, in this document and those after it, if it has a trace of one. True if it was the first. */
export async function answerConsent(tab: Tab): Promise<boolean> {
  if (answered.has(tab)) return false;
  const { result } = await tab.send('Runtime.evaluate', { expression: tracesExpression, returnByValue: true });
  if (result.value !== true) return false;
  answered.add(tab);
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: written, runImmediately: true });
  return true;
}

export async function consentState(tab: Tab): Promise<ConsentState> {
  const { result } = await tab.send('Runtime.evaluate', { expression: stateExpression, returnByValue: true });
  return (result.value as ConsentState | undefined) ?? 'none';
}
