import { Problem } from './problem.ts';
import { printable } from './text.ts';

/** The emulated screen. Width and height are CSS pixels. */
export type Viewport = {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  /** Emulates a phone or tablet: touch events, `<meta name=viewport>` and a mobile user agent. */
  readonly mobile: boolean;
};

const devices = {
  desktop: { width: 1280, height: 800, scale: 1, mobile: false },
  'desktop-hd': { width: 1920, height: 1080, scale: 1, mobile: false },
  laptop: { width: 1440, height: 900, scale: 1, mobile: false },
  'laptop-retina': { width: 1440, height: 900, scale: 2, mobile: false },
  tablet: { width: 820, height: 1180, scale: 2, mobile: true },
  'tablet-landscape': { width: 1180, height: 820, scale: 2, mobile: true },
  phone: { width: 390, height: 844, scale: 3, mobile: true },
  'phone-small': { width: 360, height: 640, scale: 2, mobile: true },
} as const satisfies Record<string, Viewport>;

export type DeviceName = keyof typeof devices;

export const deviceNames = Object.keys(devices) as DeviceName[];

const bounds = { width: [240, 3840], height: [240, 4320], scale: [1, 3] } as const;
const allowed =
  `one of ${deviceNames.join(', ')}, or WIDTHxHEIGHT such as 1280x800, or WIDTHxHEIGHT@SCALE ` +
  `(width ${bounds.width.join('–')}, height ${bounds.height.join('–')}, scale ${bounds.scale.join('–')})`;

function refuse(value: unknown): never {
  const shown = typeof value === 'string' ? printable(value) : printable(JSON.stringify(value) ?? '').slice(1, -1);
  throw new Problem('invalid', `viewport ${shown} is not known; allowed is ${allowed}.`);
}

function within([least, most]: readonly [number, number], value: number): boolean {
  return value >= least && value <= most;
}

function checked(viewport: Viewport, given: unknown): Viewport {
  const whole = Number.isInteger(viewport.width) && Number.isInteger(viewport.height);
  const fits =
    within(bounds.width, viewport.width) &&
    within(bounds.height, viewport.height) &&
    within(bounds.scale, viewport.scale);
  return whole && fits ? viewport : refuse(given);
}

function readSize(text: string): Viewport {
  const match = /^(\d{1,5})[x×](\d{1,5})(?:@(\d(?:\.\d{1,2})?))?$/.exec(text);
  if (!match) refuse(text);
  const [, width, height, scale] = match;
  return checked({ width: Number(width), height: Number(height), scale: Number(scale ?? 1), mobile: false }, text);
}

/**
 * Reads a device name, `"1280x800"`, `"1280x800@2"` or `{ width, height, scale?, mobile? }`. Throws Problem('invalid').
 */
export function readViewport(given: unknown): DeviceName | Viewport {
  if (typeof given === 'string') return Object.hasOwn(devices, given) ? (given as DeviceName) : readSize(given);
  if (typeof given !== 'object' || given === null) refuse(given);
  const { width, height, scale = 1, mobile = false, ...others } = given as Record<string, unknown>;
  if (Object.keys(others).length > 0 || typeof mobile !== 'boolean') refuse(given);
  if (typeof width !== 'number' || typeof height !== 'number' || typeof scale !== 'number') refuse(given);
  return checked({ width, height, scale, mobile }, given);
}

export function viewportOf(choice: DeviceName | Viewport): Viewport {
  return typeof choice === 'string' ? devices[choice] : choice;
}
