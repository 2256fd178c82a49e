import type { Protocol } from 'devtools-protocol';
import type { Viewport } from '../../domain/device.ts';
import type { Tab } from '../chromium/tab.ts';
import { unlessGone } from './frames.ts';
import { enterIsolatedWorld } from './isolated-world.ts';

/** In CSS pixels, relative to the left side of the window. */
export type Sides = { readonly left: number; readonly right: number };

type Metrics = Pick<Protocol.Page.GetLayoutMetricsResponse, 'cssContentSize' | 'cssLayoutViewport'>;

/** `width`: of the content. It is wider than its sides if those could not be measured. */
type Content = Sides & { readonly width: number };

/** The sides of the content. A page that is not wider than its window takes no round trip. */
export async function contentSides(tab: Tab, { width }: Viewport, metrics: Metrics): Promise<Content> {
  const { cssContentSize, cssLayoutViewport } = metrics;
  const window = { left: 0, right: width, width };
  // From right to left, or from top to bottom with lines from right to left, the room is on the left side.
  const left = Math.round(cssLayoutViewport.pageX);
  const right = Math.ceil(cssContentSize.width) - left - width;
  if (left <= 0 && right <= 0) return window;
  const measuring = enterIsolatedWorld(tab).then((world) => world.call<Sides>('contentRange', { left, right }));
  const sides = await unlessGone(measuring);
  return sides ? { ...sides, width: sides.right - sides.left } : { ...window, width: Math.ceil(cssContentSize.width) };
}
