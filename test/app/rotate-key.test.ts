import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { answerOnce } from '../../src/app/answer-once.ts';
import { rotateKey } from '../../src/app/rotate-key.ts';
import { seal, sealingKey, unseal } from '../../src/app/seal.ts';
import { openSecret, proposeSecret } from '../../src/app/two-step.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, tick } from '../harness/records.ts';
import { addTracked, DAILY } from '../harness/tracked.ts';

const OLD = sealingKey('the old key of an archive, long enough to be one');
const NEW = sealingKey('the new key of an archive, long enough to be one');
const LOST = sealingKey('a lost key of an archive, long enough to be one too');

forEachEngine((engine) => {
  test('every stored secret is encrypted with the new key, also after an interruption', async (t) => {
    const undo = cleanup(t);
    const place = await engine.makeDatabase();
    undo(place.drop);
    const { database } = await openMigrated(place.url);
    undo(() => database.close());
    const store = storeOn(database);
    const { owner } = await addPerson(store);
    assert.equal(await store.sealedTexts.exist(), false);
    const sealed = (key: typeof OLD, boundTo: string) => seal(key, { text: `of ${boundTo}`, boundTo, randomBytes });
    const login = async (key: typeof OLD) => {
      const { id } = await addTracked(store, owner, { readyAt: tick() });
      const times = { now: tick(), readyAt: tick() };
      await store.schedules.start(owner, id, { ...DAILY, sealedSecrets: sealed(key, id) }, times);
      return id;
    };
    const logins: string[] = [];
    // More than two transactions.
    for (let index = 0; index < 110; index += 1) logins.push(await login(OLD));
    const lost = await login(LOST);
    await addTracked(store, owner, { readyAt: tick() });
    const secret = proposeSecret(OLD, owner);
    await database.run('INSERT INTO two_step (account_id, secret) VALUES ($1, $2)', [owner, secret]);
    const answer = (key: typeof OLD, text: string) =>
      answerOnce(
        { store, sealingKey: key },
        owner,
        { key: `one request's key`, fingerprint: '1', now: tick() },
        async () => ({
          status: 201,
          location: undefined,
          body: text,
        }),
      );
    await answer(OLD, 'a secret');
    const plain = { key: 'plain', fingerprint: '2', now: tick() };
    await store.transaction(async (tx) => {
      await tx.replies.reserve(owner, plain);
      await tx.replies.keep(owner, plain.key, { status: 201, location: undefined, body: '{}' });
    });
    assert.equal(await store.sealedTexts.exist(), true);
    assert.equal(await store.sealedTexts.countOthers(OLD.id), 1);

    const breakOff = () => {
      throw new Error('killed');
    };
    await assert.rejects(rotateKey(store, { from: OLD, to: NEW, report: breakOff }), /killed/);
    assert.equal(await store.sealedTexts.countOthers(NEW.id), 113 - 50);
    const report = () => undefined;
    assert.deepEqual(await rotateKey(store, { from: OLD, to: NEW, report }), { rotated: 62, unreadable: 1 });
    assert.deepEqual(await rotateKey(store, { from: OLD, to: NEW, report }), { rotated: 0, unreadable: 1 });
    for (const id of logins) {
      const text = (await store.schedules.secrets(owner, id)) ?? '';
      assert.equal(unseal(NEW, { sealed: text, boundTo: id }), `of ${id}`);
    }
    const [row] = await database.all('SELECT secret FROM two_step');
    assert.deepEqual(openSecret(NEW, owner, String(row?.secret)), openSecret(OLD, owner, secret));
    assert.equal((await answer(NEW, 'another secret')).body, 'a secret');
    assert.equal(await store.schedules.secrets(owner, lost).then((text) => text?.slice(3, 11)), LOST.id);
  });
});
