import type { ShownOptions } from './capture-options.ts';
import { type DeviceName, deviceNames, readViewport, type Viewport, viewportOf } from './device.ts';
import { writeGeolocation } from './geolocation.ts';
import { Problem } from './problem.ts';
import { proxyOf } from './proxy.ts';
import { printable } from './text.ts';

/**
 * How a page is seen: on a screen, in light or dark colours. Each view is a webpage of its own. Webpages of an account
 * with the same address are the views of one page; nothing else connects them.
 */
export type View = {
  readonly viewport: DeviceName | Viewport;
  readonly darkMode: boolean;
};

export const defaultView: View = { viewport: 'desktop', darkMode: false };

/** "Desktop HD" for `desktop-hd`. */
export function deviceLabel(device: DeviceName): string {
  const text = device.replace('-', ' ').replace('hd', 'HD');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Phone, dark" or "1000 × 700 at 2x". */
export function viewLabel({ viewport, darkMode }: View): string {
  return `${screenLabel(viewport)}${darkMode ? ', dark' : ''}`;
}

function screenLabel(viewport: DeviceName | Viewport): string {
  if (typeof viewport === 'string') return deviceLabel(viewport);
  const { width, height, scale } = viewport;
  return `${width} × ${height}${scale === 1 ? '' : ` at ${scale}x`}`;
}

const SCREENS = `(?:${deviceNames.map(deviceLabel).join('|')}|\\d{3,4} × \\d{3,4}(?: at [\\d.]{1,4}x)?)`;
const LABEL = new RegExp(`^${SCREENS}(?:, dark)?$`);

/** Whether `viewLabel` can have made this text. */
export function isViewLabel(text: string): boolean {
  return LABEL.test(text);
}

/** A view in words of a form or a command: `phone`, `phone:dark` or `1280x800@2 dark`. Throws Problem('invalid'). */
export function readView(text: string): View {
  const [, screen = '', colours] = /^(.*?)(?:[\s:]+(dark|light))?$/is.exec(text.trim()) ?? [];
  try {
    return { viewport: readViewport(screen.trim().toLowerCase()), darkMode: colours?.toLowerCase() === 'dark' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('invalid', `view ${printable(text)} is not known: ${error.message} Add :dark for dark colours.`);
  }
}

/** The text that `readView` reads. */
export function writeView({ viewport, darkMode }: View): string {
  const screen = typeof viewport === 'string' ? viewport : `${viewport.width}x${viewport.height}@${viewport.scale}`;
  return `${screen}${darkMode ? ':dark' : ''}`;
}

/** Throws Problem('invalid') for a view that is given twice, and for too many. */
export function readViews(texts: readonly string[]): View[] {
  const views = texts.map(readView);
  if (views.length > MOST_VIEWS)
    throw new Problem('invalid', `${views.length} views were given; at most ${MOST_VIEWS} can be added at once.`);
  const twice = views.find((view, index) => views.findIndex((other) => isSameView(view, other)) !== index);
  if (twice) throw new Problem('invalid', `The view ${viewLabel(twice)} was given twice.`);
  return views;
}

const MOST_VIEWS = 20;

/** Whether both have the same screen, by name or by size, and the same colours. */
export function isSameView(one: View, other: View): boolean {
  return one.darkMode === other.darkMode && sizeOf(one) === sizeOf(other);
}

function sizeOf({ viewport }: View): string {
  const { width, height, scale, mobile } = viewportOf(viewport);
  return [width, height, scale, mobile].join();
}

/** The details that distinguish views with the same screen and colours. */
const DETAILS: readonly ((options: ShownOptions) => string | undefined)[] = [
  ({ locale }) => locale ?? undefined,
  ({ timeZone }) => timeZone ?? undefined,
  ({ geolocation }) => (geolocation ? `at ${writeGeolocation(geolocation)}` : undefined),
  ({ proxy }) => (proxy === null ? undefined : `through ${proxyOf(proxy).host}`),
  ({ element }) => element ?? undefined,
  ({ fullPage }) => (fullPage ? undefined : 'visible part'),
  ({ steps }) => (steps.length === 0 ? undefined : 'after steps'),
  ({ blockAds }) => (blockAds ? 'without ads' : undefined),
];

const LONGEST_DETAIL = 40;

/** A different label for each view of a page, in the same order. */
export function viewLabels(views: readonly ShownOptions[]): string[] {
  const labels = views.map((options) => {
    const equal = views.filter((other) => isSameView(options, other));
    const told = DETAILS.filter((detail) => new Set(equal.map(detail)).size > 1).map((detail) => detail(options));
    const details = told.filter((text) => text !== undefined).map((text) => shorten(text));
    return [viewLabel(options), ...details].join(', ');
  });
  return labels.map((label, index) => {
    const before = labels.slice(0, index).filter((other) => other === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
}

function shorten(text: string): string {
  return text.length <= LONGEST_DETAIL ? text : `${text.slice(0, LONGEST_DETAIL - 1)}…`;
}
