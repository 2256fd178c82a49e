import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { enterWorld } from '../page/world.ts';
import type { Chromium } from './chromium.ts';
import { makeFolderOnce } from './make-folder-once.ts';
import { openTab } from './tab.ts';

const run = promisify(execFile);

/** Packages whose TTF files fontconfig reads where they lie. */
const ready = [
  import.meta.resolve('@expo-google-fonts/arimo/package.json'),
  import.meta.resolve('@expo-google-fonts/tinos/package.json'),
  import.meta.resolve('@expo-google-fonts/cousine/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-color-emoji/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-arabic/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-bengali/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-tamil/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-thai/package.json'),
].map(folderOf);

/** Packages of woff2 slices, a tenth of the size of the same fonts as TTF; converted once, in less than a second. */
const sliced = [
  {
    family: 'Noto Sans SC',
    folder: folderOf(import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json')),
    languages: ['zh-cn', 'zh-sg'],
  },
  {
    family: 'Noto Sans JP',
    folder: folderOf(import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json')),
    languages: ['ja'],
  },
  {
    family: 'Noto Sans KR',
    folder: folderOf(import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json')),
    languages: ['ko'],
  },
];

const systemFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** First the metric twin of the font that most pages name, then, for what it lacks, the others. */
const aliases: readonly (readonly [string, string])[] = [
  ['sans-serif', 'Arimo'],
  ['system-ui', 'Arimo'],
  ['Arial', 'Arimo'],
  ['Helvetica', 'Arimo'],
  ['serif', 'Tinos'],
  ['Times New Roman', 'Tinos'],
  ['Times', 'Tinos'],
  ['Georgia', 'Tinos'],
  ['monospace', 'Cousine'],
  ['Courier New', 'Cousine'],
  ['Courier', 'Cousine'],
  ['emoji', 'Noto Color Emoji'],
];

function folderOf(packageUrl: string): string {
  return dirname(fileURLToPath(packageUrl));
}

function fontConfig(folders: readonly string[], cache: string): string {
  // A slice names itself after its thinnest weight and covers no language whole: both are said here instead.
  const scans = sliced.map(
    ({ family, languages }) => `
  <match target="scan">
    <test name="family" compare="contains"><string>${family}</string></test>
    <edit name="family" mode="assign"><string>${family}</string></edit>
    <edit name="lang" mode="assign"><langset>${languages.map((tag) => `<string>${tag}</string>`).join('')}</langset></edit>
  </match>`,
  );
  const twins = aliases.map(
    ([asked, twin]) => `
  <match target="pattern">
    <test name="family"><string>${asked}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${twin}</string></edit>
  </match>`,
  );
  const last = ['Arimo', 'Noto Color Emoji', ...sliced.map(({ family }) => family)].map(
    (family) => `<string>${family}</string>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${folders.map((folder) => `<dir>${folder}</dir>`).join('\n  ')}
  <cachedir>${cache}</cachedir>${scans.join('')}${twins.join('')}
  <match target="pattern">
    <edit name="family" mode="append_last">${last.join('')}</edit>
  </match>
</fontconfig>
`;
}

async function convert(target: string, folder: string): Promise<void> {
  const files = join(folder, 'files');
  const slices = (await readdir(files)).filter((file) => file.endsWith('.woff2')).map((file) => join(files, file));
  const script = fileURLToPath(new URL('convert-fonts.ts', import.meta.url));
  await run(process.execPath, [script, target, ...slices]);
}

/** Makes the fonts that come with the install ready, once, and returns the path of their fontconfig file. */
export async function arrangeFonts(cacheDir: string): Promise<string> {
  const folders = [...systemFolders, ...ready];
  await mkdir(cacheDir, { recursive: true });
  const place = await realpath(cacheDir);
  // Another install, another version of this file and a folder that was moved, whose path is in the file, have their own.
  const name = hash('sha256', fontConfig([...folders, place], import.meta.url), 'hex').slice(0, 12);
  const target = join(place, `fonts-${name}`);
  await makeFolderOnce(target, async (staging) => {
    await mkdir(join(staging, 'ttf'));
    for (const { folder } of sliced) await convert(join(staging, 'ttf'), folder);
    await writeFile(join(staging, 'fonts.conf'), fontConfig([...folders, join(target, 'ttf')], join(target, 'cache')));
  });
  return join(target, 'fonts.conf');
}

/** A character of each script that an archive of the web will meet. */
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

/** Names of the scripts whose characters come out as nothing, or as the box that stands for a missing one. */
export async function undrawableScripts(chromium: Chromium, proxyUrl: string): Promise<string[]> {
  const tab = await openTab(chromium, proxyUrl, new AbortController().signal);
  try {
    const world = await enterWorld(tab);
    const drawn = await world.call<boolean[]>('draws', Object.values(samples));
    return Object.keys(samples).filter((_, index) => !drawn[index]);
  } finally {
    await tab.close();
  }
}
