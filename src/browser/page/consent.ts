import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tab } from '../chromium/tab.ts';
import { type Frame, framesOf, unlessGone } from './frames.ts';
import type { Session } from './out-of-process-frames.ts';
import type { World } from './world.ts';

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

/**
 * In a frame it also says when it has yet to look, and whether what it answered is still there: such a frame is not
 * among the banners that are known by their names. It is not given time, since the page's timers may be stopped.
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

/** The page can make the script say anything. */
function readState(said: unknown): ConsentState {
  return states.find((state) => state === said) ?? 'none';
}

/** With these a banner is in the picture. */
const showing: ReadonlySet<ConsentState> = new Set(['answering', 'ignored', 'stuck']);

/**
 * What the markup of a page that asks for consent has somewhere: its words, or the name of one of the tools that ask.
 * Most that have it do not ask; but a page without any of it does not, and is spared 100 ms of work out of 430.
 */
const traces =
  'cookie|consent|gdpr|rgpd|dsgvo|avg-|ccpa|lgpd|privacy|datenschutz|confidentialit|privacidad|tracking|' +
  'onetrust|optanon|truste|didomi|usercentrics|quantcast|sourcepoint|sp_message|iubenda|osano|termly|axeptio|tarteaucitron|klaro|borlabs|cmp';

const tracesDeclaration = `() => /${traces}/i.test(document.documentElement?.outerHTML ?? '')`;

const answered = new WeakSet<Session>();

async function answerFromNowOn(session: Session): Promise<void> {
  answered.add(session);
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: written, runImmediately: true });
}

/** Answers banners from now on, in this document and those after it, if it has a trace of one. True if it was the first. */
export async function answerConsent(tab: Tab, world: World): Promise<boolean> {
  if (answered.has(tab) || !(await world.call<boolean>('mentions', traces))) return false;
  await answerFromNowOn(tab);
  if (tab.ownFrames.ids.size > 0) await statesInFrames(tab);
  return true;
}

/** A frame with a process of its own has not been told to answer with the page; it is as soon as it has a trace. */
async function stateIn(frame: Frame): Promise<ConsentState> {
  if (!answered.has(frame.session)) {
    if (!(await frame.call(tracesDeclaration))) return 'none';
    await unlessGone(answerFromNowOn(frame.session));
  }
  const state = readState(await frame.call(frameStateDeclaration));
  return state === 'ignored' && !(await frame.isShown()) ? 'answered' : state;
}

async function statesInFrames(tab: Tab): Promise<{ frame: Frame; state: ConsentState }[]> {
  const frames = await framesOf(tab);
  return Promise.all(frames.map(async (frame) => ({ frame, state: await stateIn(frame) })));
}

/** Of the page itself, and of the frames in it. A page without frames costs one question. */
async function look(tab: Tab) {
  if (!answered.has(tab)) return { state: 'none' as const, inFrames: [] };
  const { result } = await tab.send('Runtime.evaluate', {
    expression: `({ state: ${stateExpression}, frames: globalThis.length })`,
    returnByValue: true,
  });
  const said = result.value as { state: unknown; frames: unknown } | undefined;
  return { state: readState(said?.state), inFrames: said?.frames === 0 ? [] : await statesInFrames(tab) };
}

/** What has become of the page's banners, one state for each document that could have one. */
export async function consentStates(tab: Tab): Promise<ConsentState[]> {
  const { state, inFrames } = await look(tab);
  return [state, ...inFrames.map((inFrame) => inFrame.state)];
}

/** Whether a banner that was found is still to be seen. */
export async function isConsentShowing(tab: Tab): Promise<boolean> {
  const { state, inFrames } = await look(tab);
  if (showing.has(state)) return true;
  const asking = inFrames.filter((inFrame) => showing.has(inFrame.state));
  return (await Promise.all(asking.map(({ frame }) => frame.isShown()))).includes(true);
}
