import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { SignInFlood, SignInFlooded } from './sign-ins.ts';

/**
 * `node sign-in-flood.ts ORDER` tries to sign in, each time to another account and from another IP address, as the header
 * X-Forwarded-For of a trusted proxy tells it. Prints the result as JSON.
 */
const { port, clients, thinkMs, seconds } = JSON.parse(process.argv[2] ?? '{}') as SignInFlood;
const until = performance.now() + seconds * 1_000;
const agent = new Agent({ keepAlive: true });
const statuses: Record<number, number> = {};
let attempts = 0;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

function ask(method: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/sign-in', method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, cookie })).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

async function client(): Promise<void> {
  await delay(Math.random() * thinkMs);
  while (performance.now() < until) {
    attempts += 1;
    const address = `10.${process.pid & 255}.${(attempts >> 8) & 255}.${attempts & 255}`;
    const email = `nobody-${process.pid}-${attempts}@example.org`;
    const form = new URLSearchParams({ csrf, email, password: 'a wrong password' });
    const { status } = await ask(
      'POST',
      { Cookie: cookie, 'X-Forwarded-For': address, 'Content-Type': 'application/x-www-form-urlencoded' },
      form.toString(),
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    await delay(thinkMs * (0.5 + Math.random()));
  }
}

const { text, cookie } = await ask('GET', {});
const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
await Promise.all(Array.from({ length: clients }, client));
agent.destroy();
const { 401: verified = 0, 503: refused = 0 } = statuses;
const result: SignInFlooded = { verified, refused, other: attempts - verified - refused };
console.log(JSON.stringify(result));
