import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ORDERS, WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertError } from '../harness/expect.ts';
import type { Answer } from '../harness/http.ts';
import { addWebpage, newPicture, newScreenshot, newWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** Property tests: no input causes a 500, and every response has the shape of the contract. */
const RUNS = { numRuns: 100, seed: 20_261_115 };

forEachEngine((engine) => {
  const service = useService(engine);
  let ann: Person;
  let webpageId: string;

  before(async () => {
    ann = await service.newPerson();
    const webpages = Array.from({ length: 130 }, (_, index) =>
      newWebpage({
        url: `https://${'abc'.charAt(index % 3)}.example/${index % 7}`,
        name: ['Same', 'same', 'Other', 'Éa', 'ea'][index % 5] ?? '',
        now: new Date(Date.UTC(2026, 0, 1 + (index % 4))),
      }),
    );
    await service.store.webpages.addMany(ann.owner, webpages);
    webpageId = (await addWebpage(service.store, ann.owner)).id;
    const picture = newPicture();
    const shots = Array.from({ length: 60 }, (_, index) =>
      newScreenshot(webpageId, {
        picture,
        isFavorite: index % 3 === 0,
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 5))).toISOString(),
      }),
    );
    await service.store.screenshots.addMany(ann.owner, shots);
  });

  function assertContract(answer: Answer, statuses: readonly number[]): void {
    assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text.slice(0, 200)}`);
    if (answer.status >= 400) assertError(answer, service.link, answer.status);
  }

  // Not by fc.string({ unit: 'binary' }): it prepares a table of all 1.1 million characters, which takes 1 s of CPU.
  const codePoints = fc.array(fc.integer({ min: 0, max: 0x10_ffff }), { maxLength: 40 });

  /** Text of a URL with unusual characters, encoded or not, but without spaces and line breaks. */
  const urlText = fc
    .oneof(
      codePoints.map((points) => encodeURIComponent(String.fromCodePoint(...points).toWellFormed())),
      fc.string({ maxLength: 40 }).map((text) => text.replace(/[ \x7f]/g, '+')),
      fc.stringMatching(/^(%[0-9a-zA-Z]{0,2}|[\w.~-]){0,30}$/),
      fc.constantFrom('', '0', '1', '-1', '1e3', 'true', 'asc', 'name', '%00', '%', '__proto__', 'constructor'),
    )
    .map((text) => text.replaceAll('#', '%23'));

  const knownName = fc.constantFrom('page', 'limit', 'sort', 'order', 'isFavorite');
  const query = fc
    .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: knownName }, { weight: 1, arbitrary: urlText }), urlText), {
      maxLength: 6,
    })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

  test('any query string gives 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (queryString, screenshots) => {
        const path = screenshots ? `/webpages/${webpageId}/screenshots` : '/webpages';
        assertContract(await service.ask(`${path}?${queryString}`, { as: ann }), [200, 400]);
      }),
      RUNS,
    );
  });

  test('any identifier gives 404, or 400 for malformed percent-encoding', async () => {
    const id = fc.oneof(urlText, fc.uuid(), fc.uuid({ version: 7 })).map((text) => text.replaceAll('?', '%3F'));
    await fc.assert(
      fc.asyncProperty(id, id, fc.constantFrom('GET', 'DELETE', 'HEAD'), async (one, two, method) => {
        for (const path of [
          `/webpages/${one}x`,
          `/webpages/${webpageId}/screenshots/${two}`,
          `/webpages/${one}/screenshots/${two}`,
        ]) {
          const answer = await service.ask(path, { as: ann, method });
          if (method === 'HEAD') assert.ok([404, 400].includes(answer.status));
          else assertContract(answer, [400, 404, 405]);
        }
      }),
      RUNS,
    );
  });

  test('any path below the service gives a response of the contract', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(urlText, { maxLength: 5 }), async (parts) => {
        const answer = await service.ask(`/${parts.join('/')}`, { as: ann });
        assertContract(answer, [200, 400, 404]);
      }),
      RUNS,
    );
  });

  test('any Authorization header without a valid token gives 401', async () => {
    const printable = fc.string({ maxLength: 80 });
    const latin = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((c) => c !== 0x7f)
        .map((c) => String.fromCharCode(c)),
    });
    const header = fc.oneof(
      printable,
      latin,
      printable.map((text) => `Bearer ${text}`),
      printable.map((text) => `Bearer: pagekeep_${text}`),
    );
    await fc.assert(
      fc.asyncProperty(header, async (authorization) => {
        const answer = await service.ask('/webpages', { headers: { Authorization: authorization } });
        assertContract(answer, [401]);
      }),
      RUNS,
    );
  });

  test('other headers do not change the body', async () => {
    const value = fc.string({ maxLength: 60 });
    const headers = fc.record(
      {
        Accept: value,
        'Accept-Encoding': value,
        'Accept-Language': value,
        'If-None-Match': value,
        'If-Match': value,
        'If-Modified-Since': value,
        Range: value,
        'Content-Type': value,
        Cookie: value,
        Origin: value,
        'X-Forwarded-For': value,
        'X-Forwarded-Proto': value,
        'X-HTTP-Method-Override': value,
      },
      { requiredKeys: [] },
    );
    const plain = await service.ask('/webpages?limit=2', { as: ann });
    await fc.assert(
      fc.asyncProperty(headers, async (sent) => {
        const answer = await service.ask('/webpages?limit=2', { as: ann, headers: sent });
        assertContract(answer, [200, 304]);
        if (answer.status === 200 && !answer.headers['content-encoding']) assert.equal(answer.text, plain.text);
      }),
      RUNS,
    );
  });

  describe('paging', () => {
    async function chain(start: string): Promise<string[]> {
      const found: string[] = [];
      for (let address: string | undefined = `${service.base}${start}`; address; ) {
        const { members, view } = (await service.ask(address, { as: ann })).json();
        assert.equal(view.id, address);
        found.push(...members.map((member: { identifier: string }) => member.identifier));
        address = view.next;
      }
      return found;
    }

    for (const sort of WEBPAGE_SORTS) {
      test(`by ${sort} visits every webpage once in order, and in exact reverse with desc, at any limit`, async () => {
        const whole = await chain(`/webpages?limit=100&sort=${sort}`);
        assert.equal(new Set(whole).size, 131);
        assert.equal(whole.length, 131);
        for (const limit of [1, 7, 50, 99]) {
          for (const order of ORDERS) {
            const found = await chain(`/webpages?order=${order}&limit=${limit}&sort=${sort}`);
            assert.deepEqual(found, order === 'asc' ? whole : whole.toReversed());
          }
        }
      });
    }

    for (const filter of ['', '&isFavorite=true', '&isFavorite=false']) {
      test(`through screenshots${filter} visits each one once in both orders, at any limit`, async () => {
        const path = `/webpages/${webpageId}/screenshots`;
        const whole = await chain(`${path}?limit=100&order=asc${filter}`);
        assert.equal(new Set(whole).size, { '': 60, '&isFavorite=true': 20, '&isFavorite=false': 40 }[filter]);
        for (const limit of [1, 7, 20, 59, 60, 61]) {
          assert.deepEqual(await chain(`${path}?limit=${limit}&order=asc${filter}`), whole);
          assert.deepEqual(await chain(`${path}?limit=${limit}${filter}`), whole.toReversed());
        }
      });
    }

    test('with previous visits the same pages in reverse', async () => {
      const forth: string[] = [];
      let last = '';
      for (let address: string | undefined = `${service.base}/webpages?limit=20&page=1`; address; ) {
        forth.push(address);
        last = address;
        address = (await service.ask(address, { as: ann })).json().view.next;
      }
      const back: string[] = [];
      for (let address: string | undefined = last; address; ) {
        back.push(address);
        address = (await service.ask(address, { as: ann })).json().view.previous;
      }
      assert.deepEqual(back, forth.toReversed());
    });

    test('to a page by its number gives the same members as following next', async () => {
      const whole = await chain('/webpages?limit=100&sort=name');
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 140 }), fc.integer({ min: 1, max: 100 }), async (page, limit) => {
          const { members } = (
            await service.ask(`/webpages?sort=name&page=${page}&limit=${limit}`, { as: ann })
          ).json();
          assert.deepEqual(
            members.map((member: { identifier: string }) => member.identifier),
            whole.slice((page - 1) * limit, page * limit),
          );
        }),
        RUNS,
      );
    });

    test('gives a total that matches the members during concurrent additions and deletions', async () => {
      const bob = await service.newPerson();
      const kept: string[] = [];
      for (let index = 0; index < 30; index += 1) kept.push((await addWebpage(service.store, bob.owner)).id);
      let stop = false;
      const churn = (async () => {
        while (!stop) {
          const { id } = await addWebpage(service.store, bob.owner, { id: randomUUIDv7() });
          await service.store.webpages.remove(bob.owner, id);
        }
      })();
      for (let round = 0; round < 40; round += 1) {
        const { totalItems, members } = (await service.ask('/webpages?sort=url&limit=100', { as: bob })).json();
        assert.equal(members.length, totalItems, 'the total and the members belong to one moment');
      }
      stop = true;
      await churn;
    });
  });
});
