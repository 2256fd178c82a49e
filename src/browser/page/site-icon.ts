import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import { enterIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import { busyFactor } from './machine-load.ts';
import type { RequestInterception } from './request-interception.ts';

/** A link to an icon, as in-page/icons.js reports it. */
export type IconLink = { readonly url: string; readonly type: string; readonly sizes: string };

/** Icons are shown at 16 CSS pixels, on screens with up to three pixels per CSS pixel. */
const side = 48;

/** Bytes of the file of an icon, and of the PNG that is drawn from it: 48 × 48 pixels of noise are 9.4 kB. */
const mostBytes = 100_000;
const mostDrawnBytes = 12_000;

/** The links to try before /favicon.ico. */
const mostTried = 2;

/** Milliseconds of an idle machine for all of it. The picture is taken at the same time and takes some of them. */
const patience = 2_000;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The icon of a site as a PNG of at most 48 × 48 pixels. Null if there is none, or none that can be loaded and drawn in time. */
export async function readSiteIcon(
  tab: Tab,
  interception: RequestInterception,
  pageUrl: string,
): Promise<Uint8Array | null> {
  const icon = await within(
    patience * busyFactor(),
    findIcon(tab, interception, pageUrl).catch(() => null),
  );
  return icon === timedOut ? null : icon;
}

async function findIcon(tab: Tab, interception: RequestInterception, pageUrl: string): Promise<Uint8Array | null> {
  const world = await enterIsolatedWorld(tab);
  const links = rankIcons(await world.call<IconLink[]>('iconLinks'));
  const addresses = [...links.slice(0, mostTried).map(({ url }) => url), new URL('/favicon.ico', pageUrl).href];
  for (const address of new Set(addresses)) {
    const image = await loadImage(address, world, interception);
    if (!image) continue;
    const drawn = await world.call<string | null>('drawIcon', image.toString('base64'), isVector(image), side);
    const png = Buffer.from(drawn ?? '', 'base64');
    // The page's process made it, so it is checked before it is stored.
    if (png.length <= mostDrawnBytes && png.subarray(0, pngSignature.length).equals(pngSignature)) return png;
  }
  return null;
}

/** The best icon first: a vector image, then the smallest of those that are large enough, then the largest. */
export function rankIcons(links: readonly IconLink[]): IconLink[] {
  return links.toSorted((one, other) => flaw(one) - flaw(other));
}

/** A link without sizes is taken for one of 32 pixels. */
const usualSize = 32;

function flaw({ url, type, sizes }: IconLink): number {
  if (type === 'image/svg+xml' || /\.svg$/i.test(URL.parse(url)?.pathname ?? '')) return 0;
  const largest = Math.max(...[...sizes.matchAll(/(\d+)x\d+/gi)].map(([, width]) => Number(width)));
  const size = Number.isFinite(largest) ? largest : usualSize;
  return size >= side ? size : 1_000_000 - size;
}

/** Chromium recognises raster images by their content, and SVG by its type only. */
function isVector(image: Buffer): boolean {
  return /^\s*</.test(image.toString('utf8', 0, 100));
}

/** Loads a file as an image of the page, through the proxy of the tab, which refuses private addresses. */
async function loadImage(
  url: string,
  world: IsolatedWorld,
  interception: RequestInterception,
): Promise<Buffer | undefined> {
  if (url.startsWith('data:')) return decodeDataUrl(url).catch(() => undefined);
  if (!/^https?:/.test(url)) return undefined;
  return interception.readImage(url, mostBytes, () => world.call('requestImage', url));
}

/** Rejects for an invalid URL. */
async function decodeDataUrl(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}
