import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSubscription, unsubscribe } from '../../src/app/unsubscribe.ts';
import { type MailSettings, NO_MAIL } from '../../src/domain/mailbox.ts';
import { gatherMails } from '../../src/work/gather-mails.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { until } from '../harness/receiver.ts';
import { addPerson, type Person, tick } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { mailsOf, openSmtp, type TestSmtp } from '../harness/smtp.ts';
import { useStores } from '../harness/stores.ts';
import { addTracked, Clock } from '../harness/tracked.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const JPEG = Buffer.from('/9j/4AAQSkZJRg==', 'base64');

forEachEngine((engine) => {
  describe('Mail about webpages', () => {
    const stores = useStores(engine, 2);
    const store = () => stores[0] ?? assert.fail();

    /** An account that wants this mail, and its clock. */
    async function subscribe(settings: Partial<MailSettings>, at = new Date().toISOString()) {
      const person = await addPerson(store());
      const clock = new Clock(at);
      await store().mailboxes.save(person.owner, { ...NO_MAIL, ...settings }, clock.now());
      return { ...person, clock };
    }

    async function addPage({ owner }: Pick<Person, 'owner'>, clock: Clock): Promise<string> {
      const { id } = await addTracked(store(), owner, { readyAt: tick() });
      await captureAs(store(), owner, id, { at: clock.now() });
      return id;
    }

    const change = (owner: string, id: string, clock: Clock, title = 'A page') =>
      captureAs(store(), owner, id, { at: clock.now(), title });
    const fail = (owner: string, id: string, clock: Clock) =>
      captureAs(store(), owner, id, { at: clock.now(), failing: 'There is no such host.' });

    /** Two processes gather at the same time. */
    async function gather(clock: Clock): Promise<void> {
      await Promise.all(
        stores.map((each) => gatherMails({ store: each, now: clock.now, reportFailure: assert.ifError })),
      );
    }

    const kindsOf = async (owner: string) => (await store().mails.list(owner, 50)).map(({ kind }) => kind);

    /** Sends what waits, and returns what arrived at the address. */
    async function deliver(smtp: TestSmtp, email: string, clock: Clock) {
      const running = mailsOf(store(), smtp, { clock, rendering: { readPart: async () => JPEG } });
      await until(async () => (await store().mails.countWaiting()) === 0);
      await running.stop();
      assert.deepEqual(running.failures, []);
      return smtp.to(email).map((each) => each.email);
    }

    test('gathers a burst into one mail, and waits five minutes for the next one', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ changes: 'at-once' });
      const pages = [await addPage({ owner }, clock), await addPage({ owner }, clock), await addPage({ owner }, clock)];
      for (const page of pages) await change(owner, page, clock);
      await gather(clock);
      assert.deepEqual(await kindsOf(owner), [], 'the burst may go on');
      clock.forward(MINUTE);
      await gather(clock);
      const [first = assert.fail()] = await deliver(smtp, email, clock);
      assert.equal(first.subject, '3 pages changed');
      clock.forward(MINUTE);
      await change(owner, pages[0] ?? '', clock, 'Prices');
      await gather(clock);
      clock.forward(3 * MINUTE);
      await gather(clock);
      assert.equal((await kindsOf(owner)).length, 1);
      clock.forward(MINUTE);
      await gather(clock);
      const [, second = assert.fail()] = await deliver(smtp, email, clock);
      assert.equal(second.subject, 'Changed: Prices');
      await gather(clock);
      assert.equal((await kindsOf(owner)).length, 2);
    });

    test('shows the largest region before and after, the words and a link to Compare, in both parts', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ changes: 'at-once', timeZone: 'Europe/Berlin' });
      const { id } = await addTracked(store(), owner, { url: 'https://shop.example/x', readyAt: tick() });
      const words = { added: 0, removed: 0, altered: 1, sentence: 'Price: € 129.50 → € 124.50' };
      const title = '\u202e<b>مرحبا</b>\r\nBcc: x@example.org';
      const before = await captureAs(store(), owner, id, { at: clock.now() });
      const after = await captureAs(store(), owner, id, { at: clock.now(), title, words });
      await gather(clock);
      clock.forward(MINUTE);
      await gather(clock);
      const [mail = assert.fail()] = await deliver(smtp, email, clock);
      const compare = `https://archive.example/webpages/${id}/compare?before=${before}&after=${after}`;
      assert.equal(mail.subject, 'Changed: <b>مرحبا</b> Bcc: x@example.org (Price: € 129.50 → € 124.50)');
      assert.match(
        mail.text ?? '',
        /^<b>مرحبا<\/b> Bcc: x@example\.org\nshop\.example · 2\u00a0% of the page · \d[^\n]+\n“Price: € 129\.50 → € 124\.50”$/m,
      );
      assert.ok(mail.text?.includes(`Compare: ${compare}`));
      assert.ok(mail.html?.includes(`href="${compare.replace('&', '&amp;')}"`));
      assert.ok(mail.html?.includes('dir="auto"') && mail.html.includes('&lt;b&gt;مرحبا&lt;/b&gt;'));
      const pictures = mail.attachments.map(({ mimeType, disposition, contentId }) => [
        mimeType,
        disposition,
        contentId,
      ]);
      assert.deepEqual(pictures, [
        ['image/jpeg', 'inline', '<before-1@pagekeep>'],
        ['image/jpeg', 'inline', '<after-1@pagekeep>'],
      ]);
      const sources = [...(mail.html ?? '').matchAll(/\bsrc="([^"]*)"/g)].map(([, source]) => source);
      assert.deepEqual(sources, ['cid:before-1@pagekeep', 'cid:after-1@pagekeep'], 'no picture is remote');
    });

    test('tells that a page begins to fail and that it succeeds again, once each', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ failures: 'at-once' });
      const page = await addPage({ owner }, clock);
      const next = async () => {
        await gather(clock);
        clock.forward(6 * MINUTE);
        await gather(clock);
        return deliver(smtp, email, clock);
      };
      await fail(owner, page, clock);
      await next();
      clock.forward(HOUR);
      await fail(owner, page, clock);
      await next();
      await captureAs(store(), owner, page, { at: clock.now(), same: true });
      const mails = await next();
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        ['Failing: A page', 'Captured again: A page'],
      );
      assert.match(mails[0]?.text ?? '', /There is no such host\./);
    });

    test('sends a digest at the hour of the account, nothing without news, and each change once', async () => {
      await using smtp = await openSmtp();
      // Clocks go forward on 29 March 2026, from 02:00 to 03:00.
      const { owner, email, clock } = await subscribe(
        { changes: 'digest', failures: 'digest', hour: 7, timeZone: 'Europe/Berlin' },
        '2026-03-28T12:00:00.000Z',
      );
      const [page, other] = [await addPage({ owner }, clock), await addPage({ owner }, clock)];
      for (const _ of [1, 2, 3]) await change(owner, page, clock, 'Prices');
      await fail(owner, other, clock);
      await gather(clock);
      const sentAt: string[] = [];
      const mails = [];
      for (let hours = 0; hours < 72; hours += 1) {
        clock.forward(HOUR);
        // Just after the hour: digests of one hour are spread over a minute.
        clock.forward(MINUTE);
        await gather(clock);
        if ((await store().mails.countWaiting()) > 0) {
          mails.push(...(await deliver(smtp, email, clock)));
          sentAt.push(clock.now().toISOString().slice(0, 13));
        }
        clock.forward(-MINUTE);
      }
      assert.deepEqual(sentAt, ['2026-03-29T05'], '07:00 in summer time');
      const [{ subject, text = '' } = assert.fail()] = mails;
      assert.equal(subject, 'Daily digest: 1 page changed, 1 page fails');
      assert.match(text, /the last of 3 changes/);
      assert.ok(text.indexOf('There is no such host.') > text.indexOf('Compare: '), 'failures are at the end');
    });

    test('sends a weekly digest on its day, also if the settings changed meanwhile', async () => {
      const { owner, clock } = await subscribe(
        { changes: 'digest', period: 'weekly', weekday: 4 },
        '2026-03-02T12:00:00.000Z',
      );
      const page = await addPage({ owner }, clock);
      await change(owner, page, clock);
      await gather(clock);
      const friday = new Clock('2026-03-06T07:01:00.000Z');
      assert.deepEqual(await store().mailboxes.due(new Date('2026-03-06T06:59:59.000Z'), 10), []);
      assert.deepEqual(await store().mailboxes.due(friday.now(), 10), [{ owner, channel: 'digest' }]);
      const thursday = new Date('2026-03-05T07:00:00.000Z');
      await store().mailboxes.save(owner, { ...NO_MAIL, changes: 'digest' }, thursday);
      assert.deepEqual(await store().mailboxes.due(thursday, 10), [{ owner, channel: 'digest' }]);
      await gather(friday);
      await gather(friday);
      assert.deepEqual(await kindsOf(owner), ['digest']);
      assert.equal(await store().events.forget(new Date('2027-01-01'), 1000), false);
      assert.equal((await store().mailboxes.eventsOf(owner, await mailId(owner), 10)).length, 1, 'its event is kept');
    });

    const mailId = async (owner: string) => (await store().mails.list(owner, 1))[0]?.id ?? '';

    test('is chosen for a webpage and otherwise for the account, when it happens and when it is sent', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ changes: 'at-once' });
      const [loud, quiet, later] = [
        await addPage({ owner }, clock),
        await addPage({ owner }, clock),
        await addPage({ owner }, clock),
      ];
      await store().mailboxes.saveOfWebpage(owner, quiet, { changes: 'off', failures: undefined });
      for (const page of [loud, quiet, later]) await change(owner, page, clock);
      await gather(clock);
      await store().mailboxes.saveOfWebpage(owner, later, { changes: 'off', failures: undefined });
      clock.forward(MINUTE);
      await gather(clock);
      const [mail = assert.fail()] = await deliver(smtp, email, clock);
      assert.equal(mail.subject, 'Changed: A page');
      assert.ok(mail.text?.includes(loud) && !mail.text.includes(later));

      await store().mailboxes.save(owner, NO_MAIL, clock.now());
      await store().mailboxes.saveOfWebpage(owner, quiet, { changes: 'at-once', failures: undefined });
      for (const page of [loud, quiet]) await change(owner, page, clock);
      await gather(clock);
      clock.forward(6 * MINUTE);
      await gather(clock);
      const [, second = assert.fail()] = await deliver(smtp, email, clock);
      assert.ok(second.text?.includes(quiet) && !second.text.includes(loud));
    });

    test('ends with its link: what waits is withdrawn, and it begins again with what follows', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ changes: 'at-once', failures: 'digest' });
      const page = await addPage({ owner }, clock);
      const news = async () => {
        await change(owner, page, clock);
        await gather(clock);
        clock.forward(6 * MINUTE);
        await gather(clock);
      };
      await news();
      const [mail = assert.fail()] = await deliver(smtp, email, clock);
      const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
      assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
      const [, secret = ''] =
        /^<https:\/\/archive\.example\/unsubscribe\/([\w.-]+)>$/.exec(header('list-unsubscribe') ?? '') ?? [];
      const subscription = openSubscription(SEALING_KEY, secret);
      assert.deepEqual(subscription, { owner, webpageId: undefined });
      await news();
      assert.equal(await store().mails.countWaiting(), 1);
      await unsubscribe(store(), subscription, clock.now());
      assert.equal(await store().mails.countWaiting(), 0);
      await news();
      assert.equal((await kindsOf(owner)).length, 1);
      assert.equal((await store().mailboxes.find(owner))?.stopped?.at, clock.in(-6 * MINUTE).toISOString());
      await store().mailboxes.save(owner, { ...NO_MAIL, changes: 'at-once' }, clock.now());
      assert.equal((await store().mailboxes.find(owner))?.stopped, undefined);
      await gather(clock);
      assert.deepEqual(await store().mailboxes.due(clock.in(HOUR), 10), [], 'what happened before is not told');
    });

    test('is not sent about webpages that were deleted, and stops for an address that does not exist', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ changes: 'at-once' });
      const [gone, kept] = [await addPage({ owner }, clock), await addPage({ owner }, clock)];
      await change(owner, gone, clock);
      await gather(clock);
      await store().trash.putWebpage(owner, gone, clock.now());
      clock.forward(MINUTE);
      await gather(clock);
      assert.deepEqual(await deliver(smtp, email, clock), []);
      assert.deepEqual(await kindsOf(owner), [], 'the mail is dropped');

      smtp.reply = { rcpt: () => ({ code: 550, text: '5.1.1 Unknown' }) };
      await change(owner, kept, clock);
      await gather(clock);
      clock.forward(6 * MINUTE);
      await gather(clock);
      await deliver(smtp, email, clock);
      const [failed] = await store().mails.list(owner, 1);
      assert.equal(failed?.state, 'failed');
      assert.match((await store().mailboxes.find(owner))?.stopped?.because ?? '', /Unknown/);
      await change(owner, kept, clock);
      await gather(clock);
      assert.equal((await kindsOf(owner)).length, 1);
    });

    test('lists 40 webpages at most, the largest changes first', async () => {
      await using smtp = await openSmtp();
      const { owner, email, clock } = await subscribe({ changes: 'digest' });
      for (let number = 0; number < 42; number += 1) await change(owner, await addPage({ owner }, clock), clock);
      await gather(clock);
      clock.forward(25 * HOUR);
      await gather(clock);
      const [mail = assert.fail()] = await deliver(smtp, email, clock);
      assert.equal(mail.subject, 'Daily digest: 42 pages changed');
      assert.equal([...(mail.text ?? '').matchAll(/^Compare: /gm)].length, 40);
      assert.match(mail.text ?? '', /2 more pages in the archive/);
      assert.equal(mail.attachments.length, 24);
      assert.ok((mail.html ?? '').length < 100_000, 'mail programs cut longer ones');
    });
  });
});
