import { Readable } from 'node:stream';
import { captureFileName } from '../../../domain/file-name.ts';
import { Problem } from '../../../domain/problem.ts';
import { attachment } from '../../attachment.ts';
import { webpageOf } from '../../records.ts';
import type { Answer, MemberVisit, Web } from '../../visit.ts';
import { changesInOrder } from './compare-changes.ts';
import { loadComparison, pairOf } from './compare-model.ts';
import { sheetRows } from './compare-rows.ts';

/** Both pictures of a comparison in one file, with the numbers of the Compare page. */
export async function downloadComparison(web: Web, visit: MemberVisit): Promise<Answer> {
  await webpageOf(web, visit);
  const { before, after, outcome } = await loadComparison(web, visit, await pairOf(web, visit));
  if (outcome.kind === 'identical') throw new Problem('invalid', 'These two captures have the same picture.');
  if (outcome.kind === 'failed') throw new Problem(outcome.again ? 'unavailable' : 'unprocessable', outcome.detail);
  const { findings, ignored } = outcome;
  const changes = changesInOrder(findings, sheetRows(findings.bands), ignored);
  const regions = changes.flatMap(({ region, number }) => (number === undefined ? [] : [region]));
  const bytes = await web.drawComparison(before.picture, after.picture, { ...findings, regions });
  return {
    kind: 'file',
    stream: Readable.from([bytes]),
    headers: {
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': attachment(captureFileName(after.url, after.createdAt, 'compared.png')),
    },
  };
}
