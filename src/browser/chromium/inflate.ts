/** A child process of find.ts: `inflate()` of @sparticuz/chromium writes to TMPDIR, which find.ts sets. */
import { inflate } from '@sparticuz/chromium';

for (const archive of process.argv.slice(2)) await inflate(archive);
