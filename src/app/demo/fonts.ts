import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import wawoff2 from 'wawoff2';

/** The names of the files below in an SVG document. A name with digits needs quotation marks. */
export const FAMILIES = {
  arimo: 'Arimo',
  tinos: 'Tinos',
  cousine: 'Cousine',
  hanken: 'Hanken Grotesk',
  newsreader: "'Newsreader 16pt 16pt'",
} as const;

export type Family = keyof typeof FAMILIES;

const TTF = [
  '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
  '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
  '@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf',
  '@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf',
  '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf',
  '@expo-google-fonts/cousine/700Bold/Cousine_700Bold.ttf',
];

const WOFF2 = [
  '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  '@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2',
];

let loading: Promise<void> | undefined;

/** Makes the fonts of the program's packages available to SVG documents of this process: installed fonts differ. */
export function loadFonts(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  // fontconfig reads no woff2, and reads the files again while the process runs.
  const folder = mkdtempSync(join(tmpdir(), 'pagekeep-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const converted: string[] = [];
  for (const [index, file] of WOFF2.entries()) {
    const target = join(folder, `${index}.ttf`);
    writeFileSync(target, await wawoff2.decompress(await readFile(pathOf(file))));
    converted.push(target);
  }
  // Rendering a text with a font file is how sharp adds the file to fontconfig, which SVG documents use as well.
  for (const fontfile of [...TTF.map(pathOf), ...converted]) {
    await sharp({ text: { text: 'a', fontfile } })
      .raw()
      .toBuffer();
  }
}

const pathOf = (file: string) => fileURLToPath(import.meta.resolve(file));
