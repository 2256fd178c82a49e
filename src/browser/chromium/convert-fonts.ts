/** A child process of fonts.ts, because fontconfig does not read woff2. Arguments: the target folder, then woff2 files. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import wawoff2 from 'wawoff2';

const [target = '', ...files] = process.argv.slice(2);
for (const file of files)
  await writeFile(join(target, `${basename(file, '.woff2')}.ttf`), await wawoff2.decompress(await readFile(file)));
