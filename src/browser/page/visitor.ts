import type { Viewport } from '../../domain/device.ts';
import type { Tab } from '../chromium/tab.ts';
import { paintingScale } from './prepare.ts';

/** Tabs whose page has the mouse over it. */
const visited = new WeakSet<Tab>();

/** A modifier key: it changes nothing that is typed. */
const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };

/**
 * Many pages load scripts and images at the first sign of a visitor. Moves the mouse, or touches the screen of a phone,
 * and presses a key. Where the wheel scrolls the page, turns it towards the beginning. Elsewhere a turned wheel would move
 * pages that scroll by script to another screen.
 */
export async function showPresence(tab: Tab, { height, mobile }: Viewport, scrollsByWheel: boolean): Promise<void> {
  visited.add(tab);
  // The lower left corner: popups against leaving visitors open at the top. in-page/visitor.js has the same place.
  const at = (y: number) => ({ x: 10 * paintingScale, y: y * paintingScale });
  const places = [at(height - 40), at(height - 20)];
  const turned = { type: 'mouseWheel', ...at(height - 20), deltaX: 0, deltaY: -1 } as const;
  await Promise.all([
    ...places.map((place) => tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place })),
    scrollsByWheel && !mobile && tab.send('Input.dispatchMouseEvent', turned),
    tab.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...shift }),
    tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shift }),
    // A touch that ends would be a click.
    mobile && tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: places.slice(0, 1) }),
    mobile && tab.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] }),
  ]);
  await beginMotion(tab);
}

/** Lets the animations of a page begin that was loaded again (in-page/repeatable.js). */
export async function beginMotion(tab: Tab): Promise<void> {
  await tab.send('Runtime.evaluate', { expression: `globalThis[Symbol.for('begin')]?.()` });
}

/** Moves the mouse out of the window, so that no element has its style for a mouse. Called after scripts are stopped. */
export async function removePresence(tab: Tab): Promise<void> {
  if (visited.delete(tab)) await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -10, y: -10 });
}
