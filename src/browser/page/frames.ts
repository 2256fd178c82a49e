import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../chromium/cdp.ts';
import type { Tab } from '../chromium/tab.ts';
import { late, within } from './ending.ts';
import type { Session } from './out-of-process-frames.ts';
import { enterWorldOf } from './world.ts';

/** A document inside the page, of whatever site. */
export type Frame = {
  /** The tab itself for a frame that shares the process of the page. */
  readonly session: Session;
  /** What a function gives in the document's own world; undefined if the frame is gone or does not answer. */
  call(declaration: string): Promise<unknown>;
  /** Whether the page shows the element that the frame is in. */
  isShown(): Promise<boolean>;
};

/** A page can have any number. Banners come last, so the last are looked at. */
const mostFrames = 30;

/** Freezing 100 small frames takes about 0.4 s. */
const mostFrozen = 300;
const freezingTime = 2_500;

/** A frame with a process of its own that is in an endless loop does not hold up the page; one on a busy machine is heard. */
const patience = 3_000;

const isShown = `function () {
  const { width, height } = this.getBoundingClientRect();
  return width > 0 && height > 0 && this.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}`;

/** The answer of a frame; undefined if it is gone or does not answer. */
export async function unlessGone<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  const given = await within(
    patience,
    answer.catch((error: unknown) => {
      if (error instanceof CdpError) return undefined;
      throw error;
    }),
  );
  return given === late ? undefined : given;
}

async function objectOf(tab: Tab, backendNodeId: number): Promise<string> {
  const { object } = await tab.send('DOM.resolveNode', { backendNodeId });
  return object.objectId as string;
}

async function owner(tab: Tab, frameId: string): Promise<number> {
  return (await tab.send('DOM.getFrameOwner', { frameId })).backendNodeId;
}

/** The frame of a frame that has its own process is not known to the tab; it counts as shown. */
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

/** Through its node and not through its context: contexts are only told to those who are told all else of the scripts. */
async function sharingFrame(tab: Tab, frameId: string): Promise<Frame | undefined> {
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

async function ownFrame(tab: Tab, frameId: string): Promise<Frame> {
  const session = await tab.ownFrames.enter(frameId);
  return {
    session,
    call: async (declaration) =>
      (await unlessGone(session.send('Runtime.evaluate', { expression: `(${declaration})()`, ...evaluated })))?.result
        .value,
    isShown: () => ownerIsShown(tab, frameId),
  };
}

function inside({ childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return childFrames.flatMap((child) => [child.frame, ...inside(child)]);
}

/** By document, so that each is sought once however often the page is looked at. */
const found = new WeakMap<Tab, Map<string, Promise<Frame | undefined>>>();

/** Frames that go away meanwhile are left out. */
export async function framesOf(tab: Tab): Promise<readonly Frame[]> {
  const { frameTree } = await tab.send('Page.getFrameTree');
  const seeking = [
    ...inside(frameTree).map(({ id, loaderId }) => [`${id} ${loaderId}`, () => sharingFrame(tab, id)] as const),
    ...[...tab.ownFrames.ids].map((id) => [id, () => ownFrame(tab, id)] as const),
  ];
  const before = found.get(tab);
  const now = new Map(
    seeking.slice(-mostFrames).map(([key, seek]) => [key, before?.get(key) ?? unlessGone(seek())] as const),
  );
  found.set(tab, now);
  return (await Promise.all(now.values())).filter((frame) => frame !== undefined);
}

/** What freezing a document found in it; see in-page/freeze.js. */
export type Frozen = { readonly frames: number; readonly hasUnreadable: boolean };

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
    ...inside(frameTree).map((frame) => async () => {
      const [scriptless, world] = await Promise.all([isInScriptlessSandbox(tab, frame), enterWorldOf(tab, frame.id)]);
      return world.call<Frozen>('freeze', { sheets: scriptless ? null : sheets });
    }),
    // Scripts go on in frames with a process of their own, so nothing is shown differently there.
    ...[...tab.ownFrames.ids].map((id) => async () => {
      const world = await enterWorldOf(await tab.ownFrames.enter(id), id);
      return world.call<Frozen>('freeze', {});
    }),
  ];
  const frozen: Frozen[] = [];
  const all = freezing.slice(0, mostFrozen).map(async (freeze) => {
    const answer = await unlessGone(freeze());
    if (answer) frozen.push(answer);
  });
  await within(freezingTime, Promise.all(all));
  return frozen;
}
