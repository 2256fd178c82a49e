import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { consentBanners } from './consent.ts';
import { faithful } from './faithful.ts';
import { feeds } from './feeds.ts';
import { fixedLayers } from './fixed-layers.ts';
import { framesOfOtherSites } from './frames-of-other-sites.ts';
import { late } from './late.ts';
import { moving } from './moving.ts';
import { newerFeatures } from './newer-features.ts';
import { observed } from './observed.ts';
import { restyled } from './restyled.ts';
import type { Sample } from './sample.ts';
import { scripting } from './scripting.ts';
import { type CorpusServer, html, serveCorpus, typed } from './server.ts';
import { slowImages } from './slow.ts';
import { topState } from './top-state.ts';
import { unfinished } from './unfinished.ts';
import { videos } from './videos.ts';
import { visitor } from './visitor.ts';
import { widePages } from './wide.ts';
import { writing } from './writing.ts';

export const samples: readonly Sample[] = [
  ...faithful,
  ...scripting,
  ...restyled,
  ...framesOfOtherSites,
  ...slowImages,
  ...unfinished,
  ...topState,
  ...visitor,
  ...fixedLayers,
  ...widePages,
  ...feeds,
  ...late,
  ...observed,
  ...moving,
  ...videos,
  ...consentBanners,
  ...writing,
  ...newerFeatures,
];

const types: Readonly<Record<string, string>> = { css: 'text/css', svg: 'image/svg+xml' };

/** Serves the n-th sample as `/n/`. */
export async function serveSamples(served: readonly Sample[] = samples): Promise<CorpusServer> {
  const font = await readFile(
    fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
  );
  return serveCorpus({
    ...Object.fromEntries(served.map(({ body, headers }, n) => [`/${n}/`, html(body, headers)])),
    ...Object.fromEntries(
      served.flatMap(({ files = {} }, n) =>
        Object.entries(files).map(([path, body]) => [
          `/${n}/${path}`,
          typed(types[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8', body),
        ]),
      ),
    ),
    '/late-font.ttf': (_request, response) => void setTimeout(() => response.end(font), 600),
  });
}
