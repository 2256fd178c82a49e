import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers requests to /quick at once and counts them, and never answers others. Sends the count when it is asked. */
let received = 0;
const server = createServer((request, response) => {
  request.resume();
  if (request.url !== '/quick') return;
  received += 1;
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(received));
process.once('disconnect', () => process.exit());
