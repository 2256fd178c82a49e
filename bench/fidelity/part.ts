import sharp from 'sharp';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import { largeSamples } from '../../test/corpus/large.ts';
import type { Sample } from '../../test/corpus/sample.ts';
import { samples, serveSamples } from '../../test/corpus/samples.ts';
import type { Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { TOOLS, type Tool } from './tools.ts';

/** Whether the picture has the size and the pixels of the sample. */
async function isRight(picture: Uint8Array, { width = 1280, height, pixels }: Sample): Promise<boolean> {
  const { data, info } = await sharp(picture, { limitInputPixels: 300_000_000 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || (height !== undefined && info.height !== height)) return false;
  return pixels.every(([x, y, colour]) => {
    const at = (y * info.width + x) * info.channels;
    return colour === `#${data.subarray(at, at + 3).toString('hex')}`;
  });
}

/** A tool that fails or needs too long is wrong, too. */
async function judge(tool: Tool, url: string, sample: Sample): Promise<boolean> {
  const picture = await tool.picture(url, readCaptureOptions(sample.options ?? {})).catch(() => undefined);
  return picture !== undefined && (await isRight(picture, sample));
}

/**
 * Compares the pictures of every page of the corpus, by size and pixels, with those of other tools on the same browser.
 * Pages whose settings only Pagekeep has are left out. Prints a table of pages and tools. With --only, the other tools are
 * left out.
 */
export async function* fidelityPart({ only }: Pick<Effort, 'only'>): AsyncIterable<Row> {
  const all = [...samples, ...largeSamples];
  const server = await serveSamples(all);
  const compared = [...all.entries()].filter(([, { options = {} }]) =>
    Object.keys(options).every((name) => name === 'viewport' || name === 'fullPage'),
  );
  const columns: { readonly name: string; readonly right: readonly boolean[] }[] = [];
  for (const open of TOOLS) {
    await using tool = await open();
    if (only !== undefined && tool.name !== only) continue;
    const right: boolean[] = [];
    for (const [n, sample] of compared) right.push(await judge(tool, `${server.origin}/${n}/`, sample));
    columns.push({ name: tool.name, right });
    console.error(`${tool.name}: ${right.filter(Boolean).length} of ${right.length} pages are right`);
  }
  await server.close();
  console.log(`| page | ${columns.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---${'|---'.repeat(columns.length)}|`);
  for (const [row, [, { name }]] of compared.entries())
    console.log(`| ${name} | ${columns.map(({ right }) => (right[row] ? 'right' : 'WRONG')).join(' | ')} |`);
  const [own, ...peers] = columns.map(({ right }) => right.filter(Boolean).length);
  yield {
    work: 'pictures that are right',
    figure: `${own} of ${compared.length}`,
    against: peers.length > 0 ? `${Math.max(...peers)} of the best peer` : 'no peer',
    ratio: (own ?? 0) / compared.length,
    bar: { atLeast: 1 },
  };
}
