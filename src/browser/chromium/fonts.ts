import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolderOnce } from './make-folder-once.ts';
import { scriptFonts } from './script-fonts.ts';

const run = promisify(execFile);

/** Packages with TTF files, which fontconfig reads in place. */
const ttfPackages = [
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

/** Packages with woff2 slices, a tenth of the size of TTF. They are converted once, in less than a second. */
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

/** Replaces common fonts by fonts with the same metrics. */
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
  // A slice has the name of its thinnest weight and covers no language completely. These rules correct both.
  const scans = [...sliced, ...scriptFonts].map(
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
  const last = ['Arimo', 'Noto Color Emoji', ...[...sliced, ...scriptFonts].map(({ family }) => family)].map(
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

async function slicesIn(folder: string): Promise<string[]> {
  const files = join(folder, 'files');
  return (await readdir(files)).filter((file) => file.endsWith('.woff2')).map((file) => join(files, file));
}

async function convert(target: string, slices: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL('convert-fonts.ts', import.meta.url));
  await run(process.execPath, [script, target, ...slices]);
}

/** Converts the fonts of the packages once. Returns the path of fontconfig's configuration. */
export async function prepareFonts(cacheDir: string): Promise<string> {
  const folders = [...systemFolders, ...ttfPackages];
  await mkdir(cacheDir, { recursive: true });
  const place = await realpath(cacheDir);
  // The hash differs for another installation, another version of this file, and a cache folder that was moved.
  const name = hash('sha256', fontConfig([...folders, place], import.meta.url), 'hex').slice(0, 12);
  const target = join(place, `fonts-${name}`);
  await makeFolderOnce(target, async (staging) => {
    await mkdir(join(staging, 'ttf'));
    for (const { folder } of sliced) await convert(join(staging, 'ttf'), await slicesIn(folder));
    await convert(
      join(staging, 'ttf'),
      scriptFonts.map(({ file }) => fileURLToPath(file)),
    );
    await writeFile(join(staging, 'fonts.conf'), fontConfig([...folders, join(target, 'ttf')], join(target, 'cache')));
  });
  return join(target, 'fonts.conf');
}
