/** Run as a process of its own by lifetime.test.ts, to be killed in the middle of a capture of the address it is given. */
import { capture, openTestCamera } from './cameras.ts';

const camera = await openTestCamera();
process.stdout.write('capturing\n');
await capture(camera, process.argv[2] ?? '');
