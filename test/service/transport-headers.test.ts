import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanup } from '../harness/cleanup.ts';
import { sqlite } from '../harness/engines.ts';
import type { Answer } from '../harness/http.ts';
import { startService } from '../harness/service.ts';

const HSTS = 'max-age=31536000';

for (const [publicUrl, expected] of [
  ['https://archive.example', HSTS],
  ['http://archive.example', undefined],
] as const) {
  test(`every response of ${publicUrl} keeps browsers to its type, and to HTTPS if the address has it`, async (t) => {
    const service = await startService(sqlite, { publicUrl });
    cleanup(t)(() => service.stop());
    const check = ({ headers }: Answer, what: string) => {
      const found = [headers['x-content-type-options'], headers['strict-transport-security']];
      assert.deepEqual(found, ['nosniff', expected], what);
    };
    const paths = ['/v3/contexts', '/v3/webpages', '/v3/nothing', '/images/x', '/healthz', '/sign-in', '/none', '/%'];
    for (const path of paths) check(await service.askPath(path), path);
    for (const head of ['not HTTP', 'CONNECT a HTTP/1.1\r\nHost: a', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: much']) {
      check(await service.askRaw(`${head}\r\n\r\n`), head);
    }
  });
}

test('cookies of a service below a path demand HTTPS', async (t) => {
  const service = await startService(sqlite, { publicUrl: 'https://archive.example/kept' });
  cleanup(t)(() => service.stop());
  const [cookie = ''] = (await service.askPath('/kept/sign-in')).all('set-cookie');
  assert.match(cookie, /^__Secure-pagekeep_guest=[\w-]+; Path=\/kept\/?; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
});
