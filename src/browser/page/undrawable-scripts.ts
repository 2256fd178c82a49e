import type { Chromium } from '../chromium/chromium.ts';
import { openTab } from '../chromium/tab.ts';
import { enterIsolatedWorld } from './isolated-world.ts';

/** One character of each script that is common on the web. */
const samples = {
  Latin: 'ĝ',
  Greek: 'Ω',
  Cyrillic: 'Ж',
  Hebrew: 'ש',
  Arabic: 'ع',
  Devanagari: 'ह',
  Bengali: 'ক',
  Tamil: 'அ',
  Thai: 'ก',
  Han: '漢',
  Hiragana: 'あ',
  Hangul: '한',
  Emoji: '😀',
};

/** Returns the scripts whose characters Chromium draws as nothing or as the box for missing characters. */
export async function undrawableScripts(chromium: Chromium, proxyUrl: string): Promise<string[]> {
  const tab = await openTab(chromium, proxyUrl, new AbortController().signal);
  try {
    const world = await enterIsolatedWorld(tab);
    const drawn = await world.call<boolean[]>('draws', Object.values(samples));
    return Object.keys(samples).filter((_, index) => !drawn[index]);
  } finally {
    await tab.close();
  }
}
