import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';

/** `node bench/manage/bare-insert.ts PORT FILE`: one Fastify route that inserts a row, durable when it answers. */
const [port, file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE pages (id INTEGER PRIMARY KEY, url TEXT)',
);
const insert = database.prepare('INSERT INTO pages (url) VALUES (?)');

const app = fastify({ logger: false });
app.post<{ Body: { url: string } }>('/manage/v1/webpages', async (request, reply) => {
  const { lastInsertRowid } = insert.run(request.body.url);
  return reply.code(201).send({ id: Number(lastInsertRowid), url: request.body.url });
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => process.exit(0));
