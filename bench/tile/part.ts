import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureLoad } from '../load.ts';
import { startPagekeep } from '../pagekeep.ts';
import { perSecond, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';
import { fillTallPicture, storeFile } from './fill.ts';

/** The first tile of the viewer for a picture of 50,000 px, on SQLite, compared with an image file of the same size. */
export async function* tilePart(effort: Effort): AsyncIterable<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagekeep-bench-tile-'));
  try {
    const place = { dataDir, databaseUrl: `sqlite:${join(dataDir, 'pagekeep.db')}` };
    const { capture, cookie } = await fillTallPicture(place);
    await using server = await startPagekeep(place);
    const tile = `${capture}/iiif/0,0,512,512/512,512/0/default.webp`;
    const headers = { Cookie: cookie };
    // The first request cuts the tile and stores it in the cache.
    const response = await fetch(server.origin + tile, { headers });
    if (!response.ok) throw new Error(`${tile} answered with ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const file = `/images/${await storeFile(place, bytes)}`;
    const load = { origin: server.origin, headers, seconds: effort.seconds };
    const { product, limit, ratio, range } = await compare(effort.rounds, {
      limit: () => measureLoad({ ...load, paths: [file] }),
      product: () => measureLoad({ ...load, paths: [tile] }),
    });
    yield {
      work: `first tile of a picture of 50,000 px, cached, ${(bytes.length / 1_000).toFixed(1)} kB`,
      figure: perSecond(product),
      against: `image file of this size: ${perSecond(limit)}`,
      ratio,
      range,
    };
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
