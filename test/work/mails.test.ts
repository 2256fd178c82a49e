import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { MailRecord } from '../../src/domain/mail.ts';
import { MAIL_ALERT } from '../../src/work/mails.ts';
import { forEachEngine } from '../harness/engines.ts';
import { until } from '../harness/receiver.ts';
import { addPerson, type Person } from '../harness/records.ts';
import { mailerOf, mailsOf, openSmtp } from '../harness/smtp.ts';
import { useStores } from '../harness/stores.ts';
import { Clock } from '../harness/tracked.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

forEachEngine((engine) => {
  describe('Mail that waits', () => {
    const stores = useStores(engine, 2);
    const store = () => stores[0] ?? assert.fail();

    /** A mail about a webhook, which needs no other record. */
    async function queue({ owner }: Pick<Person, 'owner'>, name = 'Reader', now = new Date()): Promise<string> {
      const id = randomUUIDv7();
      const details = { name, host: 'receiver.example', because: 'It does not answer.' };
      await store().mails.add({ id, owner, kind: 'webhook-off', subjectId: randomUUIDv7(), details }, now);
      return id;
    }

    async function recordOf(owner: string, id: string): Promise<MailRecord> {
      return (await store().mails.list(owner, 50)).find((each) => each.id === id) ?? assert.fail();
    }

    test('is sent once, by one of two processes', async () => {
      await using smtp = await openSmtp();
      const person = await addPerson(store());
      const ids = [];
      for (let number = 0; number < 12; number += 1) ids.push(await queue(person, `number ${number}`));
      const clock = new Clock(new Date(Date.now() + 1000).toISOString());
      const running = stores.map((each) => mailsOf(each, smtp, { clock }));
      await until(async () => (await store().mails.countWaiting()) === 0);
      await Promise.all(running.map((each) => each.stop()));
      assert.deepEqual(
        smtp.arrived.map(({ email }) => email.messageId).sort(),
        ids.map((id) => `<${id}@archive.example>`).sort(),
      );
      assert.ok(running.every(({ failures }) => failures.length === 0));
      assert.ok(smtp.arrived.every(({ to }) => to === person.email));
    });

    test('is tried again with growing waits while the server is busy, and keeps its id', async () => {
      await using smtp = await openSmtp();
      const { owner, email } = await addPerson(store());
      const id = await queue({ owner });
      smtp.reply = { rcpt: () => ({ code: 451, text: 'Greylisted' }) };
      const running = mailsOf(store(), smtp, { clock: new Clock(new Date(Date.now() + 1000).toISOString()) });
      for (const [attempts, minutes] of [1, 5, 15].entries()) {
        await until(async () => (await recordOf(owner, id)).attempts === attempts + 1);
        const { nextAt, problem, state } = await recordOf(owner, id);
        assert.equal(Date.parse(nextAt ?? '') - running.clock.now().getTime(), minutes * MINUTE);
        assert.match(problem ?? '', /451 Greylisted/);
        assert.equal(state, 'waiting');
        if (minutes === 15) smtp.reply = {};
        running.clock.forward(minutes * MINUTE);
      }
      await until(() => smtp.to(email).length === 1);
      await until(async () => (await recordOf(owner, id)).state === 'sent');
      await running.stop();
      assert.equal(smtp.arrived[0]?.email.messageId, `<${id}@archive.example>`);
      assert.equal((await recordOf(owner, id)).problem, undefined);
    });

    test('is given up after three days, and the operator hears of a server that cannot be used', async () => {
      await using smtp = await openSmtp();
      const { owner } = await addPerson(store());
      const id = await queue({ owner });
      smtp.reply = { connect: { code: 421, text: 'Closed' } };
      const running = mailsOf(store(), smtp, { clock: new Clock(new Date(Date.now() + 1000).toISOString()) });
      const alerts = async () => (await store().alerts.list()).filter(({ source }) => source === MAIL_ALERT);
      while ((await recordOf(owner, id)).state === 'waiting') {
        await delay(5);
        running.clock.forward(20 * MINUTE);
      }
      assert.equal((await recordOf(owner, id)).state, 'failed');
      assert.equal(running.news.at(-1), 'given up');
      assert.equal((await alerts()).length, 1);
      smtp.reply = {};
      const next = await queue({ owner }, 'after it', running.clock.now());
      await until(async () => (await recordOf(owner, next)).state === 'sent');
      await until(async () => (await alerts()).length === 0);
      await running.stop();
    });

    test('is not tried again after a permanent refusal', async () => {
      await using smtp = await openSmtp();
      const { owner } = await addPerson(store());
      const running = mailsOf(store(), smtp, { clock: new Clock(new Date(Date.now() + 1000).toISOString()) });
      for (const reply of [{ rcpt: () => ({ code: 550, text: 'Unknown' }) }, { data: { code: 554, text: 'Spam' } }]) {
        smtp.reply = reply;
        const id = await queue({ owner });
        await until(async () => (await recordOf(owner, id)).state === 'failed');
        assert.equal((await recordOf(owner, id)).attempts, 1);
      }
      await running.stop();
    });

    test('survives a connection that drops, a server that hangs and a process that dies', async () => {
      await using smtp = await openSmtp();
      const { owner, email } = await addPerson(store());
      const id = await queue({ owner });
      const clock = new Clock(new Date(Date.now() + 1000).toISOString());
      smtp.reply = { data: 'drop' };
      const running = mailsOf(store(), smtp, { clock, mailer: mailerOf(smtp, { idleMs: 60 }) });
      await until(async () => (await recordOf(owner, id)).attempts === 1);
      smtp.reply = { data: 'hang' };
      clock.forward(MINUTE);
      await until(async () => (await recordOf(owner, id)).attempts === 2);
      await running.stop();

      // A process that died holds it until its lease ends.
      clock.forward(10 * MINUTE);
      const held = await store().mails.claim('dead', { now: clock.now(), until: clock.in(5 * MINUTE) });
      assert.equal(held?.id, id);
      smtp.reply = {};
      const other = mailsOf(store(), smtp, { clock });
      await delay(40);
      assert.deepEqual(smtp.to(email), []);
      clock.forward(6 * MINUTE);
      await until(() => smtp.to(email).length === 1);
      await other.stop();
    });

    test('goes out again at once if the process is stopped during an attempt', async () => {
      await using smtp = await openSmtp();
      const { owner, email } = await addPerson(store());
      const id = await queue({ owner });
      const clock = new Clock(new Date(Date.now() + 1000).toISOString());
      let reached = false;
      smtp.reply = {
        rcpt: () => {
          reached = true;
          return 'hang';
        },
      };
      const running = mailsOf(store(), smtp, { clock });
      await until(() => reached);
      await running.stop();
      assert.equal((await recordOf(owner, id)).attempts, 0);
      smtp.reply = {};
      const other = mailsOf(store(), smtp, { clock });
      await until(() => smtp.to(email).length === 1);
      await other.stop();
    });

    test('leaves first if somebody waits for it, and goes with its account', async () => {
      const clock = new Clock(new Date(Date.now() + 1000).toISOString());
      const [ann, bob] = [await addPerson(store()), await addPerson(store())];
      const slow = await queue(ann);
      const urgent = randomUUIDv7();
      const later = new Date(Date.now() + 500);
      await store().mails.add({ id: urgent, owner: bob.owner, kind: 'password-changed' }, later);
      const claim = (lease: string) => store().mails.claim(lease, { now: clock.now(), until: clock.in(DAY) });
      assert.equal((await claim('first'))?.id, urgent);
      assert.equal((await claim('second'))?.id, slow);
      await store().accounts.close(ann.owner, new Date());
      assert.equal(await store().mails.isHeld(slow, 'second'), false);
      assert.deepEqual(
        await store()
          .mails.list(bob.owner, 5)
          .then((list) => list.map(({ id }) => id)),
        [urgent],
      );
      await store().mails.record(slow, 'second', {
        outcome: { kind: 'sent' },
        attempts: 1,
        nextAt: undefined,
        at: new Date(),
      });
      await store().mails.release('first');
      assert.equal(await store().mails.forget(new Date(Date.now() + DAY), 100), false);
      assert.deepEqual(await store().mails.list(bob.owner, 5), []);
    });
  });
});
