import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Flood, Flooded } from './part.ts';

/**
 * `node flood.ts ORDER` simulates clients with one connection each. A client sends a request, waits for the response,
 * pauses and sends the next one. It ignores Retry-After. Prints the result as JSON.
 */
const { port, clients, thinkMs, seconds, warmUpSeconds, authorization, pathsFile } = JSON.parse(
  process.argv[2] ?? '{}',
) as Flood;
const paths = readFileSync(pathsFile, 'utf8').split('\n');
const from = performance.now() + warmUpSeconds * 1_000;
const until = from + seconds * 1_000;
const served: number[] = [];
let refused = 0;
let unexplained = 0;
let failed = 0;
let at = 0;

function client(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = '';
    let missing = -1;
    let began = 0;

    function send(): void {
      if (performance.now() >= until) return void socket.end();
      at = (at + 1) % paths.length;
      head = '';
      missing = -1;
      began = performance.now();
      socket.write(`GET ${paths[at]} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
    }

    function count(): void {
      const now = performance.now();
      if (began >= from && now < until) {
        const status = head.slice(9, 12);
        if (status === '200') served.push(now - began);
        else if (status !== '503') failed += 1;
        else {
          refused += 1;
          if (!/\r\nretry-after: [1-9]/i.test(head)) unexplained += 1;
        }
      }
      setTimeout(send, thinkMs * (0.5 + Math.random()));
    }

    socket.on('data', (chunk) => {
      if (missing === -1) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing === 0) count();
    });
    socket.on('connect', () => setTimeout(send, Math.random() * thinkMs));
    socket.on('error', () => {
      failed += 1;
    });
    socket.on('close', () => resolve());
  });
}

await Promise.all(Array.from({ length: clients }, client));
served.sort((a, b) => a - b);
const result: Flooded = {
  served: served.length,
  refused,
  unexplained,
  failed,
  p50: served[Math.floor(served.length * 0.5)] ?? Number.POSITIVE_INFINITY,
  p99: served[Math.floor(served.length * 0.99)] ?? Number.POSITIVE_INFINITY,
};
console.log(JSON.stringify(result));
