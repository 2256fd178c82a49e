import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sealingKey } from '../../src/app/seal.ts';
import { openDatabase } from '../../src/store/open.ts';
import { html } from '../corpus/server.ts';
import { page, useCapturing, useSite } from '../harness/capturing.ts';
import { forEachEngine } from '../harness/engines.ts';

const site = useSite();
const COOKIE = 'c00kie-that-nobody-may-see';
const HEADER = 'h3ader-that-nobody-may-see';
const TYPED = 'typed? & that+nobody=may see';
const options = { cookies: [{ name: 'session', value: COOKIE }], headers: { Authorization: HEADER } };

forEachEngine((engine) => {
  const { service, clock, track, visit } = useCapturing(engine, site);

  test('cookies and headers reach the page, and are nowhere in the database as they are', async () => {
    const ann = await service.newPerson();
    const sent: (string | undefined)[] = [];
    const shown = site.newPage((request, response, url) => {
      sent.push(request.headers.cookie, request.headers.authorization);
      page('members only')(request, response, url);
    });
    const webpage = await track(ann, shown.url, options);
    const result = await visit(ann, webpage);
    assert.deepEqual(sent, [`session=${COOKIE}`, HEADER]);

    const stored = await dumpOf(service.databaseUrl);
    assert.ok(stored.includes(webpage.id));
    const trackShown = await service.store.schedules.find(ann.owner, webpage.id, clock.now());
    const told = JSON.stringify([result, trackShown, service.log]);
    for (const secret of [COOKIE, HEADER]) {
      const spellings = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
      assert.deepEqual(
        spellings.filter((spelling) => stored.includes(spelling) || told.includes(spelling)),
        [],
      );
    }
  });

  test('a typed secret is hidden in the address and the title that it leads to', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage((request, response, url) => {
      const word = url.searchParams.get('word');
      const form = '<title>form</title><form><input name="word"></form>';
      html(word === null ? form : `<title>results for ${word.replace('&', '&amp;')}</title>`)(request, response, url);
    });
    const steps = [{ type: '{{word}}', into: 'input' }, { press: 'Enter' }];
    const webpage = await track(ann, shown.url, { steps, secrets: { word: TYPED } });
    const { record } = await visit(ann, webpage);
    assert.deepEqual([record.title, record.finalUrl], ['results for •••', `${shown.url}?word=•••`]);
    assert.ok(!(await dumpOf(service.databaseUrl)).includes('nobody=may'));
  });

  test('secrets that cannot be opened are a failure of the page, told and tried again later', async () => {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(page('members only')).url, options);
    const otherKey = sealingKey('another secret of the tests, also long');
    const { record } = await visit(ann, webpage, { sealingKey: otherKey });
    assert.deepEqual([record.outcome, record.reason], ['failed', 'credentials']);
    assert.match(record.detail ?? '', /SECRET_KEY/);
    const state = (await service.store.schedules.find(ann.owner, webpage.id, clock.now()))?.state;
    assert.ok(state?.kind === 'waiting');
    assert.equal(state.failing?.because, record.detail);
  });
});

/** All that the database holds, row by row and, where it is a file, byte by byte. */
async function dumpOf(url: string): Promise<string> {
  const database = await openDatabase(url);
  try {
    const tables = await database.all(
      database.engine === 'sqlite'
        ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
        : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const rows = await Promise.all(tables.map(({ name }) => database.all(`SELECT * FROM ${name}`)));
    if (database.engine === 'postgres') return JSON.stringify(rows);
    const path = url.slice('sqlite:'.length);
    const files = await Promise.all([path, `${path}-wal`].map((file) => readFile(file, 'latin1')));
    return JSON.stringify(rows) + files.join('');
  } finally {
    await database.close();
  }
}
