import type { Protocol } from 'devtools-protocol';
import type { keyNames } from '../../domain/steps.ts';
import type { Tab } from '../chromium/tab.ts';

type Key = Pick<Protocol.Input.DispatchKeyEventRequest, 'key' | 'code' | 'windowsVirtualKeyCode' | 'text'>;

const named: Record<(typeof keyNames)[number], Key> = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 },
  Delete: { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  ArrowUp: { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 },
  ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
  ArrowLeft: { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37 },
  ArrowRight: { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 },
  PageUp: { key: 'PageUp', code: 'PageUp', windowsVirtualKeyCode: 33 },
  PageDown: { key: 'PageDown', code: 'PageDown', windowsVirtualKeyCode: 34 },
  Home: { key: 'Home', code: 'Home', windowsVirtualKeyCode: 36 },
  End: { key: 'End', code: 'End', windowsVirtualKeyCode: 35 },
};

function keyOf(name: string): Key {
  if (Object.hasOwn(named, name)) return named[name as keyof typeof named];
  const isLetterOrDigit = /^[a-z0-9]$/i.test(name);
  return {
    key: name,
    text: name,
    ...(isLetterOrDigit && { windowsVirtualKeyCode: name.toUpperCase().charCodeAt(0) }),
  };
}

/** Presses and releases a key of domain/steps.ts. */
export async function pressKey(tab: Tab, name: string): Promise<void> {
  const { text, ...key } = keyOf(name);
  const down = text === undefined ? { type: 'rawKeyDown' as const } : { type: 'keyDown' as const, text };
  await Promise.all([
    tab.send('Input.dispatchKeyEvent', { ...key, ...down }),
    tab.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' }),
  ]);
}
