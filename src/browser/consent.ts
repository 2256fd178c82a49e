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

/** To be called before the navigation. */
export async function answerConsent(tab: Tab): Promise<void> {
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: written });
}

export async function consentState(tab: Tab): Promise<ConsentState> {
  const { result } = await tab.send('Runtime.evaluate', { expression: stateExpression, returnByValue: true });
  return (result.value as ConsentState | undefined) ?? 'none';
}
