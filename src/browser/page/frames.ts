import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../chromium/cdp.ts';
import type { Session } from '../chromium/out-of-process-frames.ts';
import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import { enterIsolatedWorldOf } from './isolated-world.ts';
import { busyFactor } from './machine-load.ts';

/** A frame of the page, of any site. */
export type Frame = {
  /** The tab, for a frame in the process of the page. */
  readonly session: Session;
  /** Calls a function in the main world of the frame. Returns undefined if the frame is gone or does not answer. */
  call(declaration: string): Promise<unknown>;
  /** Whether the frame element is visible. */
  isShown(): Promise<boolean>;
};

/** A page can have any number of frames. Banners come last, so the last ones count. */
const maxFrames = 30;

/** Freezing 100 small frames takes about 0.4 s on an idle machine. */
const maxFrozenFrames = 300;
const freezingTime = 2_500;

/** Milliseconds of an idle machine. Limits the wait for an out-of-process frame in an endless loop. */
const answerLimit = 3_000;

const isShown = `function () {
  const { width, height } = this.getBoundingClientRect();
  return width > 0 && height > 0 && this.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}`;

/** Resolves with undefined if the frame is gone or does not answer. */
export async function unlessGone<Value>(answer: Promise<Value>, limit = answerLimit): Promise<Value | undefined> {
  const given = await within(
    limit * busyFactor(),
    answer.catch((error: unknown) => {
      if (error instanceof CdpError) return undefined;
      throw error;
    }),
  );
  return given === timedOut ? undefined : given;
}

async function objectOf(tab: Tab, backendNodeId: number): Promise<string> {
  const { object } = await tab.send('DOM.resolveNode', { backendNodeId });
  return object.objectId as string;
}

async function owner(tab: Tab, frameId: string): Promise<number> {
  return (await tab.send('DOM.getFrameOwner', { frameId })).backendNodeId;
}

/** The tab does not know frames inside an out-of-process frame. They count as visible. */
async function ownerIsShown(tab: Tab, frameId: string): Promise<boolean> {
  const asked = async () =>
    tab.send('Runtime.callFunctionOn', {
      objectId: await objectOf(tab, await owner(tab, frameId)),
      functionDeclaration: isShown,
      returnByValue: true,
    });
  return (await unlessGone(asked()))?.result.value !== false;
}

const evaluated = { awaitPromise: true, returnByValue: true };

/** Uses the frame's node, because its execution context is announced only after Runtime.enable, with all other script events. */
async function inProcessFrame(tab: Tab, frameId: string): Promise<Frame | undefined> {
  const { node } = await tab.send('DOM.describeNode', { backendNodeId: await owner(tab, frameId) });
  if (!node.contentDocument) return undefined;
  const objectId = await objectOf(tab, node.contentDocument.backendNodeId);
  return {
    session: tab,
    call: async (functionDeclaration) =>
      (await unlessGone(tab.send('Runtime.callFunctionOn', { objectId, functionDeclaration, ...evaluated })))?.result
        .value,
    isShown: () => ownerIsShown(tab, frameId),
  };
}

async function outOfProcessFrame(tab: Tab, frameId: string): Promise<Frame> {
  const session = await tab.outOfProcessFrames.sessionOf(frameId);
  return {
    session,
    call: async (declaration) =>
      (await unlessGone(session.send('Runtime.evaluate', { expression: `(${declaration})()`, ...evaluated })))?.result
        .value,
    isShown: () => ownerIsShown(tab, frameId),
  };
}

export function descendantsOf({ childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return childFrames.flatMap((child) => [child.frame, ...descendantsOf(child)]);
}

/** Cached by document, because framesOf is called several times for a page. */
const cached = new WeakMap<Tab, Map<string, Promise<Frame | undefined>>>();

/** Omits frames that disappear meanwhile. */
export async function framesOf(tab: Tab): Promise<readonly Frame[]> {
  const { frameTree } = await tab.send('Page.getFrameTree');
  const opening = [
    ...descendantsOf(frameTree).map(
      ({ id, loaderId }) => [`${id} ${loaderId}`, () => inProcessFrame(tab, id)] as const,
    ),
    ...[...tab.outOfProcessFrames.ids].map((id) => [id, () => outOfProcessFrame(tab, id)] as const),
  ];
  const before = cached.get(tab);
  const now = new Map(
    opening.slice(-maxFrames).map(([key, open]) => [key, before?.get(key) ?? unlessGone(open())] as const),
  );
  cached.set(tab, now);
  return (await Promise.all(now.values())).filter((frame) => frame !== undefined);
}

/** The result of in-page/freeze.js for one document. */
export type Frozen = {
  readonly frames: number;
  readonly elements: number;
  readonly hasRewound: boolean;
  readonly hasFramesToReplace: boolean;
  readonly hasUnreadable: boolean;
  readonly isRewinding: boolean;
};

/** Whether the sandbox of a frame with an opaque origin forbids scripts. Other frames check theirs in the page. */
async function isInScriptlessSandbox(tab: Tab, { id, securityOrigin }: Protocol.Page.Frame): Promise<boolean> {
  if (!['://', 'null'].includes(securityOrigin)) return false;
  const { node } = await tab.send('DOM.describeNode', { backendNodeId: await owner(tab, id) });
  const attributes = node.attributes ?? [];
  const sandbox = attributes.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === 'sandbox');
  return sandbox !== -1 && !/\ballow-scripts\b/i.test(attributes[sandbox + 1] ?? '');
}

/** A frame that is gone or does not answer in time stays as it is. */
export async function freezeFrames(tab: Tab, sheets: readonly string[]): Promise<readonly Frozen[]> {
  const { frameTree } = await tab.send('Page.getFrameTree');
  const freezing = [
    ...descendantsOf(frameTree).map((frame) => async () => {
      const [scriptless, world] = await Promise.all([
        isInScriptlessSandbox(tab, frame),
        enterIsolatedWorldOf(tab, frame.id),
      ]);
      return world.call<Frozen>('freeze', { sheets: scriptless ? null : sheets });
    }),
    // Scripts still run in out-of-process frames, so their scripting queries need no replacement.
    ...[...tab.outOfProcessFrames.ids].map((id) => async () => {
      const world = await enterIsolatedWorldOf(await tab.outOfProcessFrames.sessionOf(id), id);
      return world.call<Frozen>('freeze', {});
    }),
  ];
  const frozen: Frozen[] = [];
  const all = freezing.slice(0, maxFrozenFrames).map(async (freeze) => {
    const answer = await unlessGone(freeze());
    if (answer) frozen.push(answer);
  });
  await within(freezingTime * busyFactor(), Promise.all(all));
  return frozen;
}
