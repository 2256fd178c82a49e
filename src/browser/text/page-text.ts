import type { Protocol } from 'devtools-protocol';
import type { Size } from '../../domain/findings.ts';
import type { PageText } from '../../domain/page-text.ts';
import type { Session } from '../chromium/out-of-process-frames.ts';
import type { Tab } from '../chromium/tab.ts';
import { unlessGone } from '../page/frames.ts';
import { type Block, BlockReader, type Place } from './blocks.ts';
import { type PicturePlace, passagesOf } from './passages.ts';
import { type PdfWord, pdfBlocks } from './pdf-blocks.ts';
import { type Rect, SnapshotDocument, snapshotStyles } from './snapshot-document.ts';
import { common, everywhere, heightOf, Visibility, widthOf } from './visibility.ts';

/** Snapshots of the documents of one process. */
type ProcessSnapshot = readonly SnapshotDocument[];

/**
 * A frame in a process of its own, or one that is replaced by a picture with this number. `owner` is the node that shows
 * it, in the document of any process.
 */
export type FrameText = {
  readonly owner: number;
  readonly number: string | undefined;
  readonly documents: ProcessSnapshot;
  readonly index: number;
};

/** The text of a page and all its frames, before its picture is taken. */
export type TextSource = {
  readonly documents: ProcessSnapshot;
  readonly frameTexts: readonly FrameText[];
  /** Of a PDF, whose pages are images. */
  readonly pdf?: readonly PdfWord[] | undefined;
};

const mostImageTexts = 500;
const longestValue = 1_000;
const deepestFrame = 10;

async function snapshot(session: Session): Promise<ProcessSnapshot> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [...snapshotStyles],
  });
  return documents.map((document: Protocol.DOMSnapshot.DocumentSnapshot) => new SnapshotDocument(document, strings));
}

/** The attribute of in-page/frames-of-other-sites.js. */
const frameNumber = 'data-pagekeep-frame';

type Owner = Pick<FrameText, 'owner' | 'number'>;

/** The node that shows a frame, in the document of whichever process knows it. */
async function ownerOf(sessions: readonly Session[], frameId: string): Promise<Owner | undefined> {
  const ask = async (session: Session): Promise<Owner> => {
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
    const { node } = await session.send('DOM.describeNode', { backendNodeId });
    const attributes = node.attributes ?? [];
    const at = attributes.indexOf(frameNumber);
    return { owner: backendNodeId, number: at < 0 ? undefined : attributes[at + 1] };
  };
  const answers = await Promise.all(sessions.map((session) => unlessGone(ask(session))));
  return answers.find((each) => each !== undefined);
}

/** The texts of the frames in processes of their own, and of numbered frames before pictures replace them. */
export async function readFrameTexts(tab: Tab, areReplaced: boolean): Promise<readonly FrameText[]> {
  const [numbered, ...others] = await Promise.all([
    areReplaced ? unlessGone(snapshot(tab)) : undefined,
    ...[...tab.outOfProcessFrames.ids].map((id) => readFrame(tab, id)),
  ]);
  return [...others, ...numberedFrames(numbered ?? [])].filter((each) => each !== undefined);
}

async function readFrame(tab: Tab, id: string): Promise<FrameText | undefined> {
  const sessions = await Promise.all(
    [...tab.outOfProcessFrames.ids].map((each) => tab.outOfProcessFrames.sessionOf(each)),
  );
  const session = await tab.outOfProcessFrames.sessionOf(id);
  const others = [tab, ...sessions.filter((each) => each !== session)];
  const [owner, documents] = await Promise.all([ownerOf(others, id), unlessGone(snapshot(session))]);
  return owner && documents && { ...owner, documents, index: 0 };
}

function numberedFrames(documents: ProcessSnapshot): FrameText[] {
  const [page] = documents;
  if (!page) return [];
  return [...page.frames].flatMap(([node, index]) => {
    const [owner, number] = [page.backendId(node), page.attribute(node, frameNumber)];
    return owner === undefined || number === undefined ? [] : [{ owner, number, documents, index }];
  });
}

/** The texts of the page and of the frames in its process. */
export function readText(tab: Tab): Promise<ProcessSnapshot> {
  return snapshot(tab);
}

type Frame = {
  readonly documents: ProcessSnapshot;
  readonly index: number;
  readonly place: Place;
  readonly opacity: number;
};

/** Where the document of a frame is in the page. A transformed frame is larger or smaller than its document. */
function placeInFrame(outer: SnapshotDocument, node: number, inner: SnapshotDocument, { toPage, shown }: Place): Place {
  const bounds = outer.bounds(node);
  const inset = {
    left: outer.pixels(node, 'border-left-width') + outer.pixels(node, 'padding-left'),
    top: outer.pixels(node, 'border-top-width') + outer.pixels(node, 'padding-top'),
  };
  const window = inner.viewport;
  // The insets of both sides are nearly always the same.
  const scale = widthOf(bounds) / (widthOf(window) + 2 * inset.left) || 1;
  const left = bounds.left + inset.left * scale;
  const top = bounds.top + inset.top * scale;
  const move = (rect: Rect): Rect =>
    toPage({
      left: left + (rect.left - inner.scroll.left) * scale,
      top: top + (rect.top - inner.scroll.top) * scale,
      right: left + (rect.right - inner.scroll.left) * scale,
      bottom: top + (rect.bottom - inner.scroll.top) * scale,
    });
  const content = toPage({
    left,
    top,
    right: left + widthOf(window) * scale,
    bottom: top + heightOf(window) * scale,
  });
  return { toPage: move, shown: common(shown, content) };
}

/** Reads a document and its frames. */
class PageReader {
  readonly #source: TextSource;
  #count = 0;

  constructor(source: TextSource) {
    this.#source = source;
  }

  read({ documents, index, place, opacity }: Frame, depth = 0): readonly Block[] {
    const document = documents[index];
    if (!document || depth > deepestFrame) return [];
    this.#count += 1;
    const visibility = new Visibility(document, opacity);
    const frames = document.frames;
    return new BlockReader(String(this.#count), document, visibility, place).read((node) => {
      const inside = this.#frameAt(document, documents, frames, node);
      if (!inside || document.style(node, 'visibility') !== 'visible') return [];
      const inner = inside.documents[inside.index];
      const shown = visibility.contentOf(node);
      if (!inner || !shown) return [];
      const within = placeInFrame(document, node, inner, { ...place, shown: common(place.shown, place.toPage(shown)) });
      return this.read({ ...inside, place: within, opacity: visibility.opacityOf(node) }, depth + 1);
    });
  }

  #frameAt(
    document: SnapshotDocument,
    documents: ProcessSnapshot,
    frames: ReadonlyMap<number, number>,
    node: number,
  ): Pick<Frame, 'documents' | 'index'> | undefined {
    const index = frames.get(node);
    if (index !== undefined) return { documents, index };
    if (this.#source.frameTexts.length === 0) return undefined;
    // A picture has taken the place of a frame below the first screen.
    const replaced = document.name(node) === 'IMG' ? document.attribute(node, frameNumber) : undefined;
    return this.#source.frameTexts.find(({ owner, number }) =>
      replaced === undefined ? owner === document.backendId(node) : number === replaced,
    );
  }
}

const shortened = (text: string | undefined) => {
  const line = text?.trim().replace(/\s+/g, ' ').slice(0, longestValue).toWellFormed();
  return line === '' ? undefined : line;
};

function resolve(url: string | undefined, base: string): string | undefined {
  const resolved = url === undefined ? null : URL.parse(url, base);
  return resolved && /^https?:$/.test(resolved.protocol) ? shortened(resolved.href) : undefined;
}

/** The metadata in the head of the page. */
function about(document: SnapshotDocument): Pick<PageText, 'description' | 'language' | 'canonicalUrl'> {
  let description: string | undefined;
  let canonical: string | undefined;
  let language: string | undefined;
  for (let node = 0; node < document.nodeCount; node += 1) {
    const name = document.name(node);
    if (name === 'HTML') language ??= document.attribute(node, 'lang');
    if (name === 'META' && document.attribute(node, 'name')?.toLowerCase() === 'description')
      description ??= document.attribute(node, 'content');
    if (name === 'LINK' && document.attribute(node, 'rel')?.toLowerCase().split(/\s+/).includes('canonical'))
      canonical ??= document.attribute(node, 'href');
  }
  return {
    description: shortened(description),
    language: shortened(language ?? document.language),
    canonicalUrl: resolve(canonical, document.baseUrl),
  };
}

function imageTexts(document: SnapshotDocument): string[] {
  const texts: string[] = [];
  for (let node = 0; node < document.nodeCount && texts.length < mostImageTexts; node += 1) {
    if (document.name(node) !== 'IMG' || !document.isLaidOut(node)) continue;
    const text = shortened(document.attribute(node, 'alt'));
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/** The text in the picture of a page. */
export function textInPicture(source: TextSource, title: string, picture: Size, place: PicturePlace): PageText {
  const [page] = source.documents;
  const whole: Place = { toPage: (rect) => rect, shown: everywhere };
  const blocks = source.pdf
    ? pdfBlocks(source.pdf)
    : new PageReader(source).read({ documents: source.documents, index: 0, place: whole, opacity: 1 });
  const { passages, cut } = passagesOf(blocks, picture, place);
  return {
    passages,
    cut,
    title,
    ...(page && about(page)),
    firstHeading: shortened(passages.find(({ kind }) => kind === 'heading')?.text),
    imageTexts: page ? imageTexts(page) : [],
  };
}
