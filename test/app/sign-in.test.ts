import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { signIn } from '../../src/app/sign-in.ts';
import { countAttempt, deviceCounters, forgive, strangerCounters } from '../../src/app/sign-in-attempts.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { hashSecret } from '../../src/domain/session.ts';
import { openStore } from '../../src/store/open.ts';
import { cheapHash } from '../harness/cheap-hash.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';

const PASSWORD = 'correct horse battery';
const PASSWORD_HASH = cheapHash(PASSWORD);
const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000);
const TOO_MANY = { kind: 'too-many' };

forEachEngine((engine) => {
  describe('signing in', () => {
    let database: TestDatabase;
    let store: Store;
    before(async () => {
      database = await engine.makeDatabase();
      store = await openStore(database.url);
    });
    after(async () => {
      await store.close();
      await database.drop();
    });

    async function addAccount(email: string): Promise<string> {
      const id = randomUUIDv7();
      await store.accounts.add({ id, email, createdAt: at(0).toISOString(), webpageCount: 0 }, PASSWORD_HASH);
      return id;
    }

    interface Tried {
      readonly email: string;
      readonly address: string;
      readonly password?: string;
      readonly devices?: readonly string[];
    }
    const attempt = ({ password = PASSWORD, devices = [], ...rest }: Tried, seconds: number) =>
      signIn(store, { ...rest, password, devices, userAgent: 'test' }, at(seconds)).then((signedIn) => {
        assert.ok(signedIn.kind === 'signed in');
        return signedIn;
      });

    /** The outcome of an attempt: its error, or undefined. */
    const outcome = (tried: Tried, seconds: number) =>
      attempt(tried, seconds).then(
        () => undefined,
        (error: Error & { kind?: string }) => error.kind,
      );

    test('a stranger who guesses four times a second keeps nobody out', async () => {
      const [email, stranger] = ['guessed@example.org', '198.51.100.1'];
      await addAccount(email);
      const { devices } = await attempt({ email, address: '192.0.2.1' }, 0);
      const outcomes = { elsewhere: [] as unknown[], sameAddress: [] as unknown[] };
      const guesses: unknown[] = [];
      for (let second = 1; second <= 24; second += 1) {
        for (const quarter of [0, 0.25, 0.5, 0.75]) {
          guesses.push(await outcome({ email, address: stranger, password: 'a guess' }, second + quarter));
        }
        outcomes.elsewhere.push(await outcome({ email, address: `192.0.2.${second}` }, second + 0.9));
        if (second % 4 === 0) {
          outcomes.sameAddress.push(await outcome({ email, address: stranger, devices }, second + 0.9));
        }
      }
      assert.deepEqual(
        outcomes.elsewhere,
        Array(24).fill(undefined),
        'the right password from a new browser elsewhere',
      );
      assert.deepEqual(
        outcomes.sameAddress,
        Array(6).fill(undefined),
        'a known browser at the address of the stranger',
      );
      assert.equal(guesses.filter((guess) => guess === 'unauthorized').length, 9, 'guesses that were verified');
      assert.equal(guesses.filter((guess) => guess === 'too-many').length, 87, 'guesses that were refused');
    });

    test('many addresses together get one guess in ten seconds after the first hundred', async () => {
      const email = 'many@example.org';
      const guess = (number: number, seconds: number) =>
        countAttempt(store, strangerCounters(email, `10.0.${number >> 8}.${number & 255}`), at(seconds));
      for (let number = 0; number < 100; number += 1) await guess(number, 0);
      for (const second of [1, 3, 7, 15]) await guess(100 + second, second);
      await assert.rejects(guess(200, 24), TOO_MANY);
      await guess(201, 25);
      await assert.rejects(guess(202, 34), TOO_MANY);
      await guess(203, 35);
    });

    test('successful attempts are forgiven, and failed ones of other accounts at the address are not', async () => {
      const [email, address] = ['office@example.org', '203.0.113.5'];
      await addAccount(email);
      await attempt({ email, address }, 0);
      for (let second = 1; second < 30; second += 1) {
        const counters = strangerCounters(email, address);
        await countAttempt(store, counters, at(second));
        await forgive(store, counters);
      }
      for (let number = 0; number < 20; number += 1) {
        await countAttempt(store, strangerCounters(`nobody-${number}@example.org`, address), at(30));
      }
      await assert.rejects(countAttempt(store, strangerCounters('new@example.org', address), at(30)), TOO_MANY);
      await attempt({ email, address }, 32);
      await assert.rejects(countAttempt(store, strangerCounters('new@example.org', address), at(32)), TOO_MANY);
    });

    test('IPv6 addresses are counted by network', async () => {
      const guess = (number: number, address: string) =>
        countAttempt(store, strangerCounters(`six-${number}@example.org`, address), at(0));
      for (let number = 0; number < 20; number += 1) await guess(number, `2001:db8:1:1::${number.toString(16)}`);
      await assert.rejects(guess(20, '2001:db8:1:1:ffff::1'), TOO_MANY);
      for (let number = 21; number < 101; number += 1) await guess(number, `2001:db8:1:${number.toString(16)}::1`);
      await assert.rejects(guess(102, '2001:db8:1:ffff::1'), TOO_MANY);
      await guess(103, '2001:db8:2::1');
    });

    test('a known browser that mistypes often must wait, and its secret is worth nothing for another account', async () => {
      const [email, address] = ['known@example.org', '203.0.113.77'];
      await addAccount(email);
      await addAccount('other@example.org');
      const { devices } = await attempt({ email, address }, 0);
      assert.equal(await outcome({ email, address, devices, password: 'mistyped' }, 1), 'unauthorized');
      const counters = deviceCounters(hashSecret(devices[0] ?? ''));
      for (let tries = 1; tries < 10; tries += 1) await countAttempt(store, counters, at(1));
      assert.equal(await outcome({ email, address, devices }, 1), 'too-many');
      assert.equal(await outcome({ email, address, devices }, 3), undefined);
      const strange = { email: 'other@example.org', address, devices, password: 'a guess' };
      for (let tries = 0; tries < 5; tries += 1) {
        await countAttempt(store, strangerCounters(strange.email, address), at(1));
      }
      assert.equal(await outcome(strange, 1), 'too-many');
      const both = await attempt({ email: 'other@example.org', address: '192.0.2.200', devices }, 1);
      assert.equal(both.devices.length, 2, 'the browser is known to both accounts');
      assert.equal(both.devices[1], devices[0]);
    });

    // SQLite has one writer at a time.
    test('old counts that another attempt holds are forgotten later', { skip: engine.name === 'sqlite' }, async () => {
      const counts = store.signInAttempts;
      for (const key of ['held', 'free']) await counts.add(key, at(0));
      await store.transaction(async (tx) => {
        await tx.signInAttempts.hold('held');
        await counts.forget(at(1));
      });
      const left = (key: string) => store.transaction(async (tx) => (await tx.signInAttempts.hold(key)).count);
      assert.deepEqual([await left('held'), await left('free')], [1, 0]);
    });

    test('a password that changes while it is verified, and an account that is removed meanwhile, open no session', async () => {
      const [email, address] = ['changing@example.org', '203.0.113.99'];
      const owner = await addAccount(email);
      await addAccount('stays@example.org');
      const signInDuring = (change: () => Promise<void>) => {
        const credentials: Store['accounts']['credentials'] = async (typed) => {
          const found = await store.accounts.credentials(typed);
          await change();
          return found;
        };
        const racing = { ...store, accounts: { ...store.accounts, credentials } };
        return signIn(racing, { email, address, password: PASSWORD, devices: [], userAgent: 'test' }, at(1));
      };
      const refused = { kind: 'unauthorized' };
      await assert.rejects(
        signInDuring(() => store.accounts.setPassword(owner, 'another hash')),
        refused,
      );
      await assert.rejects(
        signInDuring(() => store.accounts.close(owner, at(1))),
        refused,
      );
      assert.deepEqual(await store.sessions.list(owner, at(0)), []);
    });
  });
});
