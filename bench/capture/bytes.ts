import type { Row } from '../report.ts';
import { Bare } from './bare.ts';
import { everyday } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;

/** The stored bytes of pictures and thumbnails, compared with Chromium's own PNG. */
export async function* storedBytes(origin: string): AsyncIterable<Row> {
  await using product = await Product.open();
  await using bare = await Bare.open(1);
  const camera = await openBenchCamera(2);
  try {
    const urls = everyday(origin, 5);
    const webpages = await product.track(urls);
    await product.work(camera, 2, urls.length);
    const changed = await product.storedBytes();
    await product.request(webpages);
    await product.work(camera, 2, urls.length);
    const unchanged = (await product.storedBytes()) - changed;
    let own = 0;
    for (const url of urls) own += await bare.ownPngBytes(url);
    const against = `Chromium’s own PNG: ${kilobytes(own)}`;
    yield {
      work: 'bytes stored for five changed pages, with thumbnails',
      figure: kilobytes(changed),
      against,
      ratio: changed / own,
      bar: { atMost: 0.75 },
    };
    yield {
      work: 'bytes stored for the same pages unchanged',
      figure: kilobytes(unchanged),
      against,
      ratio: unchanged / own,
      bar: { atMost: 0.01 },
    };
  } finally {
    await camera.close();
  }
}
