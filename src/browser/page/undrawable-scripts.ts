import type { Chromium } from '../chromium/chromium.ts';
import { openTab } from '../chromium/tab.ts';
import { enterIsolatedWorld } from './isolated-world.ts';

/** A character of each script for which a font is bundled. */
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
  Armenian: 'Ա',
  Ethiopic: 'አ',
  Georgian: 'ა',
  Gujarati: 'ગ',
  Gurmukhi: 'ਗ',
  Kannada: 'ಕ',
  Khmer: 'ខ',
  Lao: 'ລ',
  Malayalam: 'മ',
  Myanmar: 'မ',
  Oriya: 'ଓ',
  Sinhala: 'ස',
  Telugu: 'త',
  Thaana: 'ހ',
  Tibetan: 'བ',
  Cherokee: 'Ꮳ',
  'Canadian Aboriginal': 'ᐃ',
  Syriac: 'ܐ',
  Javanese: 'ꦗ',
  Mongolian: 'ᠮ',
  Tifinagh: 'ⵜ',
  NKo: 'ߒ',
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
