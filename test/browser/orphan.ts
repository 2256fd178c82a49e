/** A child process of lifetime.test.ts that captures the given address. The test kills it during the capture. */
import { capture, openTestCamera } from './cameras.ts';

const camera = await openTestCamera();
process.stdout.write('capturing\n');
await capture(camera, process.argv[2] ?? '');
