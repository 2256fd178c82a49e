import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Warning } from '../../domain/capture.ts';
import type { Viewport } from '../../domain/device.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import type { PdfWord } from '../text/pdf-blocks.ts';
import type { Limits } from './limits.ts';
import { receive } from './replaced-document.ts';
import type { RequestInterception } from './request-interception.ts';

const pdfJs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** PDF.js loads character maps, fonts and decoders from here. These requests are answered from the npm package. */
const files = 'https://pdfjs.invalid/';

async function readViewerFile(url: string): Promise<Buffer | undefined> {
  const path = /^(?:cmaps|standard_fonts|wasm|iccs)\/[\w-]+\.\w+$/.exec(url.slice(files.length))?.[0];
  return path === undefined ? undefined : readFile(join(pdfJs, path)).catch(() => undefined);
}

/** Nothing but PDF.js runs in the viewer, and it can load nothing but its own files. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src blob: data:',
  'font-src blob: data:',
  `connect-src ${files}`,
].join('; ');

const style = 'body{margin:16px 0;background:#e8e8e8}img{display:block;margin:0 auto 16px;background:#fff}';

async function viewer(): Promise<Buffer> {
  const [library, worker] = await Promise.all(
    ['pdf', 'pdf.worker'].map((name) => readFile(join(pdfJs, `build/${name}.min.mjs`), 'utf8')),
  );
  const scripts = [worker, library].map((text) => `<script type="module">${text}</script>`).join('');
  return Buffer.from(
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}</style><body>${scripts}`,
  );
}

const inPage = readFileSync(new URL('in-page/pdf-viewer.js', import.meta.url), 'utf8');

/** The result of in-page/pdf-viewer.js. */
type Shown = { readonly shown: number; readonly pages: number; readonly words: readonly PdfWord[] };

/** The names of the errors of PDF.js. */
function errorOf(description: string): CaptureError {
  if (description.startsWith('PasswordException'))
    return new CaptureError('pdf', 'The address gives a PDF that is protected by a password.');
  return new CaptureError('pdf', 'The address gives a PDF that cannot be read.', { cause: new Error(description) });
}

export type PdfRequest = {
  readonly url: string;
  readonly viewport: Viewport;
  readonly limits: Limits;
  readonly warn: (warning: Warning) => void;
};

/** A PDF that the next navigation may give. */
export type ExpectedPdf = {
  /** Whether the response was a PDF, which is replaced by the viewer. */
  hasArrived(): boolean;
  isTooLarge(): boolean;
  readonly document: Promise<Buffer | undefined>;
  /** Resolves when the viewer is loaded. */
  readonly loaded: Promise<void>;
};

/** Shows the viewer in place of a PDF that a navigation gives from now on, so that the page keeps its address. */
export async function expectPdf(
  tab: Tab,
  interception: RequestInterception,
  { documentBytes }: Limits,
): Promise<ExpectedPdf> {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  const body = await viewer();
  let [hasArrived, isTooLarge] = [false, false];
  const document = interception.replaceDocument({
    isWanted: (type) => type.startsWith('application/pdf'),
    mostBytes: documentBytes,
    replace: () => {
      hasArrived = true;
      return { headers, body };
    },
    files: { origin: files, read: readViewerFile },
  });
  document.then(
    (bytes) => {
      isTooLarge = bytes === undefined;
    },
    () => undefined,
  );
  const loaded = new Promise<void>((resolve) => tab.on('Page.loadEventFired', () => resolve()));
  return { hasArrived: () => hasArrived, isTooLarge: () => isTooLarge, document, loaded };
}

/** Whether the file name suggests a PDF. Other PDFs are requested twice: Chromium downloads the first response. */
export function isNamedPdf(url: string): boolean {
  return /\.pdf$/i.test(new URL(url).pathname);
}

/**
 * Draws the expected PDF, and requests the address again if it has not arrived. Resolves with its words. Throws CaptureError
 * for a PDF that cannot be shown.
 */
export async function showPdf(
  tab: Tab,
  { document, loaded, hasArrived }: ExpectedPdf,
  { url, viewport, limits, warn }: PdfRequest,
): Promise<readonly PdfWord[]> {
  const bytes =
    (hasArrived() && (await document)) || (await receive(tab, { url, document, mostBytes: limits.documentBytes }));
  const late = () => new CaptureError('deadline', 'The PDF could not be drawn in time.');
  // Without the scripts of the viewer the PDF would count as unreadable.
  if ((await within(limits.pdf, loaded)) === timedOut) throw late();
  const given = { scale: viewport.scale, maxHeight: limits.maxPictureHeight, maxTime: limits.pdf, files };
  const drawing = tab.send('Runtime.evaluate', {
    expression: `${inPage};showPdf(${JSON.stringify(bytes.toString('base64'))}, ${JSON.stringify(given)})`,
    awaitPromise: true,
    returnByValue: true,
  });
  const drawn = await within(limits.pdf + limits.unresponsive, drawing);
  if (drawn === timedOut) throw late();
  if (drawn.exceptionDetails) throw errorOf(drawn.exceptionDetails.exception?.description ?? '');
  const { shown, pages, words } = drawn.result.value as Shown;
  if (shown < pages)
    warn({ kind: 'truncated', detail: `The PDF has ${pages} pages; the picture shows the first ${shown}.` });
  return words;
}
