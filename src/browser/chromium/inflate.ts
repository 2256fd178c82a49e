/**
 * Run as a child process by find.ts: `inflate()` of @sparticuz/chromium writes into the temporary folder of the process,
 * so that folder is a staging one of ours, given as TMPDIR.
 */
import { inflate } from '@sparticuz/chromium';

for (const archive of process.argv.slice(2)) await inflate(archive);
