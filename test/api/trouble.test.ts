import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertContractHeaders, assertError, assertShown } from '../harness/expect.ts';
import { addWebpage, storePicture } from '../harness/records.ts';
import { startService, useService } from '../harness/service.ts';

/** The contract, §7: responses during maintenance and after an unexpected error. */
forEachEngine((engine) => {
  describe('maintenance', () => {
    const service = useService(engine);

    test('answers 503 with the message of the operator and Retry-After, before authentication', async () => {
      const ann = await service.newPerson();
      const { id } = await addWebpage(service.store, ann.owner);
      await service.store.maintenance.set('Back at noon.');
      for (const path of ['', '/webpages', `/webpages/${id}`, '/webpages?page=0', '/nothing', '/webpages/%zz']) {
        for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
          for (const as of [ann, undefined]) {
            const answer = await service.ask(path, { method, ...(as && { as }) });
            assert.equal(assertError(answer, service.link, 503), 'Back at noon.');
            assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
            assert.equal(answer.headers['www-authenticate'], undefined);
          }
        }
      }
      await service.store.maintenance.set(undefined);
      assertShown(await service.ask(`/webpages/${id}`, { as: ann }), service.link);
    });

    test('keeps serving /contexts, /vocab and the images', async () => {
      const picture = await storePicture(service.images);
      await service.store.maintenance.set('Closed.');
      assertContractHeaders(await service.ask('/contexts'), service.link, 200);
      assert.equal((await service.ask('/vocab')).status, 200);
      assert.equal((await service.askPath(`/images/${picture.contentKey}`)).status, 200);
      await service.store.maintenance.set(undefined);
    });

    test('starts and ends at once when another process switches it', async () => {
      const ann = await service.newPerson();
      const operator = await openStore(service.databaseUrl);
      for (let round = 0; round < 3; round += 1) {
        assertShown(await service.ask('/webpages', { as: ann }), service.link);
        await operator.maintenance.set(`Round ${round}`);
        assert.equal(assertError(await service.ask('/webpages', { as: ann }), service.link, 503), `Round ${round}`);
        await operator.maintenance.set(undefined);
      }
      assertShown(await service.ask('/webpages', { as: ann }), service.link);
      await operator.close();
    });
  });

  describe('an unexpected error', () => {
    test('is 500, with its cause in the log and not in the response', async (t) => {
      const service = await startService(engine);
      t.after(() => service.stop());
      const ann = await service.newPerson();
      const { id } = await addWebpage(service.store, ann.owner);
      const database = await openDatabase(service.databaseUrl);
      for (const table of ['screenshots', 'page_blocks', 'webpages']) {
        await database.migrate((_tx, exec) => exec(`ALTER TABLE ${table} RENAME TO lost_${table}`));
      }
      await database.close();
      for (const [method, path] of [
        ['GET', '/webpages?sort=name&page=1'],
        ['GET', `/webpages/${id}`],
        ['GET', `/webpages/${id}/screenshots`],
        ['GET', `/webpages/${id}/screenshots/${id}`],
        ['DELETE', `/webpages/${id}`],
      ] as const) {
        const logged = service.log.length;
        const answer = await service.ask(path, { as: ann, method });
        const description = assertError(answer, service.link, 500);
        assert.match(description, /server error/);
        assert.doesNotMatch(description, /webpages|screenshots|table|column/i);
        const causes = service.log.slice(logged).filter(({ level }) => level === 50);
        assert.match(JSON.stringify(causes), /no such table|does not exist/);
      }
    });
  });
});
