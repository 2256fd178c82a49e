import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import type { RecordedAnswer } from './recorded.ts';

/** `node bench/bare.ts PORT FILE`: one Fastify route that sends the recorded response in FILE. */
const [port, file = ''] = process.argv.slice(2);
const { route, status, headers, body }: RecordedAnswer = JSON.parse(readFileSync(file, 'utf8'));
const bytes = Buffer.from(body);

const app = fastify({ logger: false });
app.get(route, (_request, reply) => {
  reply.code(status).headers(headers);
  return status === 304 ? reply.send() : reply.send(bytes);
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => process.exit(0));
