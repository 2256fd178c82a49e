import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { assertContractHeaders, assertError } from '../harness/expect.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** The contract, §3 and §4.3: DELETE, the only write operation of the API. */
forEachEngine((engine) => {
  const service = useService(engine);

  async function archive() {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
    return { ann, webpage, screenshot, path: `/webpages/${webpage.id}` };
  }

  test('DELETE answers 204 with Status and Link, and without a body', async () => {
    const { ann, path } = await archive();
    const answer = await service.ask(path, { as: ann, method: 'DELETE' });
    assertContractHeaders(answer, service.link, 204);
    assert.equal(answer.body.length, 0);
    assert.equal(answer.headers['content-type'], undefined);
    assert.equal(answer.headers['content-length'], undefined);
  });

  test('deleting a webpage deletes its screenshots', async () => {
    const { ann, path, screenshot } = await archive();
    await service.ask(path, { as: ann, method: 'DELETE' });
    for (const gone of [path, `${path}/screenshots`, `${path}/screenshots/${screenshot.id}`]) {
      assertError(await service.ask(gone, { as: ann }), service.link, 404);
    }
    assert.equal((await service.ask('/webpages', { as: ann })).json().totalItems, 0);
  });

  test('deleting one webpage keeps the others and their screenshots', async () => {
    const { ann, path } = await archive();
    const other = await addWebpage(service.store, ann.owner);
    const shot = await addScreenshot(service.store, ann.owner, other.id);
    await service.ask(path, { as: ann, method: 'DELETE' });
    assert.equal((await service.ask(`/webpages/${other.id}/screenshots/${shot.id}`, { as: ann })).status, 200);
    const list = (await service.ask('/webpages', { as: ann })).json();
    assert.deepEqual(
      list.members.map(({ identifier }: { identifier: string }) => identifier),
      [other.id],
    );
  });

  test('a second DELETE is 404', async () => {
    const { ann, path } = await archive();
    assert.equal((await service.ask(path, { as: ann, method: 'DELETE' })).status, 204);
    assertError(await service.ask(path, { as: ann, method: 'DELETE' }), service.link, 404);
  });

  test('GET and DELETE of a webpage that does not exist have the same description', async () => {
    const { ann, path } = await archive();
    await service.ask(path, { as: ann, method: 'DELETE' });
    const [read, deleted] = [
      await service.ask(path, { as: ann }),
      await service.ask(path, { as: ann, method: 'DELETE' }),
    ];
    assert.deepEqual(deleted.json(), read.json());
  });

  test('If-Match with a stale ETag is 412 and deletes nothing', async () => {
    const { ann, webpage, path } = await archive();
    const { etag = '' } = (await service.ask(path, { as: ann })).headers;
    await service.store.webpages.change(ann.owner, { ...webpage, name: 'Another name' });
    for (const ifMatch of [etag, `W/${etag}`, '"x"', `${etag}, "x"`, '']) {
      const answer = await service.ask(path, { as: ann, method: 'DELETE', headers: { 'If-Match': ifMatch } });
      assertError(answer, service.link, 412);
    }
    assert.equal((await service.ask(path, { as: ann })).status, 200);
  });

  test('If-Match with * or the ETag of the record, in any encoding, deletes', async () => {
    for (const encoding of ['identity', 'gzip', 'br', '*']) {
      const { ann, path } = await archive();
      const { etag = '' } = (await service.ask(path, { as: ann, headers: { 'Accept-Encoding': encoding } })).headers;
      const ifMatch = encoding === '*' ? '*' : `"x", ${etag}`;
      const answer = await service.ask(path, { as: ann, method: 'DELETE', headers: { 'If-Match': ifMatch } });
      assert.equal(answer.status, 204, encoding);
    }
  });

  test('If-None-Match with * or the ETag of the record is 412 and deletes nothing', async () => {
    const { ann, path } = await archive();
    const { etag = '' } = (await service.ask(path, { as: ann })).headers;
    for (const ifNoneMatch of ['*', etag, `W/${etag}`, `"x", ${etag}`]) {
      const answer = await service.ask(path, { as: ann, method: 'DELETE', headers: { 'If-None-Match': ifNoneMatch } });
      assertError(answer, service.link, 412);
    }
    const answer = await service.ask(path, { as: ann, method: 'DELETE', headers: { 'If-None-Match': '"x"' } });
    assert.equal(answer.status, 204);
  });

  test('a condition on a webpage that does not exist is 404', async () => {
    const { ann, path } = await archive();
    await service.ask(path, { as: ann, method: 'DELETE' });
    const answer = await service.ask(path, { as: ann, method: 'DELETE', headers: { 'If-Match': '"x"' } });
    assertError(answer, service.link, 404);
  });

  test('of many concurrent DELETEs exactly one is 204, and the count decreases by one', async () => {
    const { ann, path } = await archive();
    await addWebpage(service.store, ann.owner);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => service.ask(path, { as: ann, method: 'DELETE' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, ...new Array(11).fill(404)]);
    assert.equal((await service.ask('/webpages', { as: ann })).json().totalItems, 1);
  });

  test('neither a screenshot nor a list can be deleted', async () => {
    const { ann, path, screenshot } = await archive();
    for (const target of ['/webpages', `${path}/screenshots`, `${path}/screenshots/${screenshot.id}`]) {
      const answer = await service.ask(target, { as: ann, method: 'DELETE' });
      assertError(answer, service.link, 405);
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS');
    }
    assert.equal((await service.ask(`${path}/screenshots`, { as: ann })).json().totalItems, 1);
  });

  test('a deleted record is 404 also with its old ETag in If-None-Match', async () => {
    const { ann, path } = await archive();
    const { headers } = await service.ask(path, { as: ann });
    await service.ask(path, { as: ann, method: 'DELETE' });
    const again = await service.ask(path, { as: ann, headers: { 'If-None-Match': String(headers.etag) } });
    assertError(again, service.link, 404);
  });
});
