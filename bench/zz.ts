import { openTextArchive } from './text/filled.ts';
import { searches } from './text/search.ts';
import { printRatio } from './report.ts';
await using a = await openTextArchive('sqlite', Number(process.argv[2] ?? 1000000), false);
for await (const row of searches(a)) console.log(row.work.slice(0, 60), row.figure, '|', row.against, '|', printRatio(row));
