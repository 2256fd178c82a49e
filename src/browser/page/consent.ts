import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from '../chromium/out-of-process-frames.ts';
import type { Tab } from '../chromium/tab.ts';
import { type Frame, framesOf, unlessGone } from './frames.ts';
import type { IsolatedWorld } from './isolated-world.ts';

/** Autoconsent rejects consent banners where that is possible. Its rules are part of the package. */
const script = readFileSync(
  join(dirname(fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent'))), 'autoconsent.standalone.js'),
  'utf8',
);

/** Serialised once: serialising 415 kB for each capture took 4 ms. */
const scriptAsJson = (JSON as unknown as { rawJSON(json: string): string }).rawJSON(JSON.stringify(script));

/** Derives the state from the messages that Autoconsent keeps in the main world of the page. */
const stateExpression = `(() => {
  const types = new Set((globalThis.autoconsentStandalone?.messages ?? []).map((message) =>
    message.type === 'optOutResult' ? message.type + message.result : message.type));
  if (types.has('autoconsentDone') || types.has('optOutResulttrue')) return 'answered';
  if (types.has('autoconsentError') || types.has('optOutResultfalse')) return 'stuck';
  return types.has('popupFound') ? 'answering' : types.has('cmpDetected') ? 'detected' : 'none';
})()`;

/**
 * In a frame, also tells whether Autoconsent has not started to look, and whether an answered banner is still shown: the
 * selectors of known banners do not find a frame. Uses no timer, because the page's timers may be stopped.
 */
const frameStateDeclaration = `async () => {
  const { instance } = globalThis.autoconsentStandalone ?? {};
  const state = ${stateExpression};
  if (state === 'none' && instance?.state.lifecycle === 'initialized') return 'looking';
  if (state !== 'answered') return state;
  let shown = false;
  instance.foundCmp?.detectPopup().then((is) => { shown = is; }, () => undefined);
  for (let turn = 0; turn < 100 && !shown; turn++) await undefined;
  return shown ? 'ignored' : state;
}`;

const states = ['none', 'looking', 'detected', 'answering', 'answered', 'ignored', 'stuck'] as const;

export type ConsentState = (typeof states)[number];

/** The page can forge the state. */
function readState(reported: unknown): ConsentState {
  return states.find((state) => state === reported) ?? 'none';
}

/** In these states the banner is visible in the picture. */
const showing: ReadonlySet<ConsentState> = new Set(['answering', 'ignored', 'stuck']);

/**
 * The markup of a page with a consent banner contains one of these words. Most pages that contain one have no banner. A
 * page without any of them has none, and skips 100 of 430 ms.
 */
const traces =
  'cookie|consent|gdpr|rgpd|dsgvo|avg-|ccpa|lgpd|privacy|datenschutz|confidentialit|privacidad|tracking|' +
  'onetrust|optanon|truste|didomi|usercentrics|quantcast|sourcepoint|sp_message|iubenda|osano|termly|axeptio|tarteaucitron|klaro|borlabs|cmp';

const tracesDeclaration = `() => /${traces}/i.test(document.documentElement?.outerHTML ?? '')`;

const evaluatedPromise = { awaitPromise: true, returnByValue: true };

const started = new WeakSet<Session>();

async function startAutoconsent(session: Session): Promise<void> {
  started.add(session);
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: scriptAsJson, runImmediately: true });
}

/** If the page mentions consent, starts Autoconsent in this and later documents. Returns whether it was started now. */
export async function answerConsent(tab: Tab, world: IsolatedWorld): Promise<boolean> {
  if (started.has(tab) || !(await world.call<boolean>('mentions', traces))) return false;
  await startAutoconsent(tab);
  if (tab.outOfProcessFrames.ids.size > 0) await statesInFrames(tab);
  return true;
}

/** Autoconsent starts separately in an out-of-process frame, as soon as the frame mentions consent. */
async function stateIn(frame: Frame): Promise<ConsentState> {
  if (!started.has(frame.session)) {
    if (!(await frame.call(tracesDeclaration))) return 'none';
    await unlessGone(startAutoconsent(frame.session));
  }
  const state = readState(await frame.call(frameStateDeclaration));
  return state === 'ignored' && !(await frame.isShown()) ? 'answered' : state;
}

async function statesInFrames(tab: Tab): Promise<{ frame: Frame; state: ConsentState }[]> {
  const frames = await framesOf(tab);
  return Promise.all(frames.map(async (frame) => ({ frame, state: await stateIn(frame) })));
}

/** The states of the page itself and of its frames. A page without frames takes one round trip. */
async function currentStates(tab: Tab) {
  if (!started.has(tab)) return { state: 'none' as const, inFrames: [] };
  const { result } = await tab.send('Runtime.evaluate', {
    expression: `({ state: ${stateExpression}, frames: globalThis.length })`,
    returnByValue: true,
  });
  const reported = result.value as { state: unknown; frames: unknown } | undefined;
  return { state: readState(reported?.state), inFrames: reported?.frames === 0 ? [] : await statesInFrames(tab) };
}

/** Returns one state for each document. */
export async function consentStates(tab: Tab): Promise<ConsentState[]> {
  const { state, inFrames } = await currentStates(tab);
  return [state, ...inFrames.map((inFrame) => inFrame.state)];
}

/**
 * Whether Autoconsent still finds the banner that it could not answer: answer-banner.ts may have. Uses no timer, because
 * the page's timers are stopped.
 */
const isStillThere = `(async () => {
  let shown;
  globalThis.autoconsentStandalone?.instance?.foundCmp?.detectPopup().then((is) => { shown = is; }, () => undefined);
  for (let turn = 0; turn < 100 && shown === undefined; turn++) await undefined;
  return shown !== false;
})()`;

/** Whether a detected banner is still visible. */
export async function isConsentShowing(tab: Tab): Promise<boolean> {
  const { state, inFrames } = await currentStates(tab);
  if (showing.has(state)) {
    const { result } = await tab.send('Runtime.evaluate', { expression: isStillThere, ...evaluatedPromise });
    if (result.value !== false) return true;
  }
  const asking = inFrames.filter((inFrame) => showing.has(inFrame.state));
  return (await Promise.all(asking.map(({ frame }) => frame.isShown()))).includes(true);
}
