import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { sealSubscription } from '../../src/app/unsubscribe.ts';
import { NO_MAIL } from '../../src/domain/mailbox.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addWebpage } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useService } from '../harness/service.ts';
import { join, Visitor } from './visitor.ts';

const CHOICE = { changes: 'digest', failures: 'at-once', period: 'weekly', weekday: '4', hour: '18' };

forEachEngine((engine) => {
  describe('An owner', () => {
    const service = useService(engine, { mail: true });

    test('chooses mail for the account and for a webpage', async () => {
      const { owner, visitor, email } = await join(service);
      const { id } = await addWebpage(service.store, owner, { name: 'Prices' });
      const before = await visitor.get('/notifications');
      assert.ok(before.text.includes(`Mail is sent to <bdi>${email}</bdi>`));
      const saved = await visitor.post('/notifications/mail', { ...CHOICE, timeZone: 'Asia/Tokyo' });
      assert.match(saved.text, /Mail settings saved/);
      assert.match(saved.text, /<option value="4" selected>Friday<\/option>/);
      assert.deepEqual(await service.store.mailboxes.find(owner), {
        changes: 'digest',
        failures: 'at-once',
        period: 'weekly',
        weekday: 4,
        hour: 18,
        timeZone: 'Asia/Tokyo',
        stopped: undefined,
      });

      await visitor.post('/notifications/mail', { ...CHOICE, timeZone: 'Asia/Kolkata' });
      assert.match((await visitor.get('/notifications')).text, /<option value="Asia\/Kolkata" selected>/);

      const own = await visitor.get(`/webpages/${id}/mail`);
      assert.match(own.text, /Account setting \(in the digest\)/);
      await visitor.post(`/webpages/${id}/mail`, { changes: 'off', failures: '' });
      const choice = { changes: 'off', failures: undefined };
      assert.deepEqual(await service.store.mailboxes.ofWebpage(owner, id), choice);
      assert.match((await visitor.get('/notifications')).text, /Prices.*Changes: off, failures: account setting/s);
      await visitor.post(`/webpages/${id}/mail`, { changes: '', failures: '' });
      assert.deepEqual(await service.store.mailboxes.differing(owner, 10), []);
    });

    test('sees a choice that is not valid again, with the reason', async () => {
      const { owner, visitor } = await join(service);
      await visitor.get('/notifications');
      const refused = await visitor.post('/notifications/mail', { ...CHOICE, hour: '24', timeZone: 'UTC' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /The hour must be a whole number from 0 to 23/);
      assert.match(refused.text, /<option value="digest" selected>/);
      assert.equal(await service.store.mailboxes.find(owner), undefined);
    });

    test('ends mail with one request of a mail program, which has no session, cookie or token', async () => {
      const { owner, visitor } = await join(service);
      const { id } = await addWebpage(service.store, owner);
      await service.store.mailboxes.save(owner, { ...NO_MAIL, changes: 'at-once' }, new Date());
      const address = (webpageId: string | undefined) =>
        `/unsubscribe/${sealSubscription(SEALING_KEY, { owner, webpageId })}`;
      const program = new Visitor(service);
      const asked = await program.get(address(undefined));
      assert.match(asked.text, /No more mail about webpages\?/);
      assert.equal(asked.headers['set-cookie'], undefined);
      assert.equal(
        (await service.store.mailboxes.find(owner))?.stopped,
        undefined,
        'programs that check mail open links',
      );

      const page = await program.request('POST', address(id), { 'List-Unsubscribe': 'One-Click' });
      assert.equal(page.status, 200);
      assert.match(page.text, /no more mail about this page/);
      const off = { changes: 'off', failures: 'off' };
      assert.deepEqual(await service.store.mailboxes.ofWebpage(owner, id), off);
      assert.equal((await service.store.mailboxes.find(owner))?.stopped, undefined);

      const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
      const answer = await service.askPath(address(undefined), {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body,
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.ok((await service.store.mailboxes.find(owner))?.stopped);
      assert.match((await visitor.get('/notifications')).text, /You unsubscribed/);
    });

    test('cannot be guessed or learned about by a link', async () => {
      const { owner } = await join(service);
      await service.store.mailboxes.save(owner, { ...NO_MAIL, changes: 'at-once' }, new Date());
      const secret = sealSubscription(SEALING_KEY, { owner, webpageId: undefined });
      assert.ok(!Buffer.from(secret.split('.')[2] ?? '', 'base64url').includes(owner));
      const changed = `${secret.slice(0, -3)}${secret.endsWith('AAA') ? 'BBB' : 'AAA'}`;
      const guest = new Visitor(service);
      for (const guess of [changed, owner, 'x', 'v1.00000000.AAAA', `${secret}a`]) {
        for (const method of ['GET', 'POST'] as const) {
          const { status, text } = await guest.request(
            method,
            `/unsubscribe/${guess}`,
            method === 'POST' ? {} : undefined,
          );
          assert.equal(status, 404, guess);
          assert.match(text, /This link no longer works/);
        }
      }
      assert.equal((await service.store.mailboxes.find(owner))?.stopped, undefined);
      // A link about an account or a webpage that is gone answers like any other.
      for (const webpageId of [undefined, randomUUIDv7()]) {
        const gone = sealSubscription(SEALING_KEY, { owner: randomUUIDv7(), webpageId });
        assert.equal((await guest.request('POST', `/unsubscribe/${gone}`, {})).status, 200);
      }
    });
  });

  describe('Without a mail server', () => {
    const service = useService(engine);

    test('the form says what to do, and keeps the choice', async () => {
      const { owner, visitor } = await join(service);
      assert.match((await visitor.get('/notifications')).text, /must set <code>SMTP_URL<\/code>/);
      await visitor.post('/notifications/mail', { ...CHOICE, timeZone: 'UTC' });
      assert.equal((await service.store.mailboxes.find(owner))?.changes, 'digest');
    });
  });
});
