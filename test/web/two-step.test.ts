import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkLogins } from '../../src/app/check-logins.ts';
import { sealingKey } from '../../src/app/seal.ts';
import { makeTicket } from '../../src/app/sign-in-ticket.ts';
import { openSecret } from '../../src/app/two-step.ts';
import { totpCode } from '../../src/domain/totp.ts';
import { forEachEngine } from '../harness/engines.ts';
import type { Answer } from '../harness/http.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { type TestService, useService } from '../harness/service.ts';
import { join, type Member, PASSWORD, Visitor } from './visitor.ts';

const hidden = (name: string, { text }: Answer) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
const stepNow = () => Math.floor(Date.now() / 30_000);

/** Enables it as its owner does. `codeOf` gives the code some steps after the one that enabled it. */
async function enable({ visitor, owner }: Member) {
  const secret = hidden('secret', await visitor.get('/account/two-step'));
  const step = stepNow();
  const codeOf = (later: number) => totpCode(openSecret(SEALING_KEY, owner, secret), step + later);
  const answer = await visitor.post('/account/two-step', { secret, code: codeOf(0), password: PASSWORD });
  const recoveryCodes = answer.text.match(/\b([a-z2-7]{4}-){3}[a-z2-7]{4}\b/g) ?? [];
  return { answer, codeOf, recoveryCodes };
}

/** Enters the password in a new browser. */
async function enterPassword(service: TestService, email: string) {
  const visitor = new Visitor(service);
  await visitor.get('/sign-in');
  const asked = await visitor.post('/sign-in', { email, password: PASSWORD, next: '/tokens' });
  const ticket = hidden('ticket', asked);
  return { visitor, asked, enter: (code: string) => visitor.post('/sign-in/code', { ticket, code, next: '/tokens' }) };
}

forEachEngine((engine) => {
  describe('two-step sign-in', () => {
    const service = useService(engine);

    test('asks for a code of the app, accepts none twice, and recovery codes once', async () => {
      const member = await join(service);
      const { answer, codeOf, recoveryCodes } = await enable(member);
      assert.equal(recoveryCodes.length, 10);
      assert.match(answer.text, /10 recovery codes left/);
      assert.equal(answer.headers['cache-control'], 'no-store');

      const first = await enterPassword(service, member.email);
      assert.match(first.asked.text, /Enter your code/);
      assert.equal((await first.visitor.request('GET', '/tokens')).status, 303, 'the password is not enough');
      const used = await first.enter(codeOf(0));
      assert.equal(used.status, 401);
      assert.match(used.text, /The code is incorrect or was used before/);
      assert.match((await first.enter(codeOf(1))).text, /<h1>API tokens<\/h1>/);

      const second = await enterPassword(service, member.email);
      assert.equal((await second.enter(codeOf(1))).status, 401);
      const [code = ''] = recoveryCodes;
      assert.match((await second.enter(code.toUpperCase())).text, /<h1>API tokens<\/h1>/);
      const third = await enterPassword(service, member.email);
      assert.equal((await third.enter(code)).status, 401);
      assert.match((await member.visitor.get('/account/two-step')).text, /9 recovery codes left/);
    });

    test('limits wrong codes, and refuses tickets that are forged or old', async () => {
      const member = await join(service);
      const { recoveryCodes } = await enable(member);
      const { visitor, enter } = await enterPassword(service, member.email);
      for (let tries = 0; tries < 5; tries += 1) assert.equal((await enter('abcd')).status, 401);
      const slowed = await enter(recoveryCodes[0] ?? '');
      assert.equal(slowed.status, 429);
      assert.match(slowed.headers['retry-after'] ?? '', /^\d+$/);
      const passed = { owner: member.owner, passwordSum: '' };
      const old = makeTicket(SEALING_KEY, passed, new Date(Date.now() - 301_000));
      for (const ticket of ['', 'forged', old]) {
        const answer = await visitor.post('/sign-in/code', { ticket, code: recoveryCodes[0] ?? '' });
        assert.equal(answer.status, 401);
        assert.match(answer.text, /Enter your password again/);
      }
    });

    test('refuses a ticket of a password that has changed since', async () => {
      const member = await join(service);
      const { recoveryCodes } = await enable(member);
      const { visitor, enter } = await enterPassword(service, member.email);
      await service.store.accounts.setPassword(member.owner, 'another hash');
      const answer = await enter(recoveryCodes[0] ?? '');
      assert.equal(answer.status, 401);
      assert.match(answer.text, /Enter your password again/);
      assert.equal((await visitor.request('GET', '/tokens')).status, 303);
    });

    test('is enabled, changed and disabled only with the password and a code', async () => {
      const member = await join(service);
      const { visitor, email, owner } = member;
      const secret = hidden('secret', await visitor.get('/account/two-step'));
      const wrong = await visitor.post('/account/two-step', { secret, code: '12', password: PASSWORD });
      assert.equal(wrong.status, 400);
      assert.match(wrong.text, /The code is incorrect/);
      assert.equal(hidden('secret', wrong), secret, 'the app has this secret already');
      const other = hidden('secret', await (await join(service)).visitor.get('/account/two-step'));
      assert.equal(
        (await visitor.post('/account/two-step', { secret: other, code: '12', password: PASSWORD })).status,
        422,
      );
      const { recoveryCodes } = await enable(member);
      const otherKey = sealingKey('another key, which is long enough too');
      const findings = await Array.fromAsync(checkLogins(service.store, async () => otherKey));
      assert.ok(findings.some((each) => each.kind === 'unreadable two-step secret' && each.email === email));
      assert.deepEqual(await Array.fromAsync(checkLogins(service.store, async () => SEALING_KEY)), []);
      for (const form of ['codes', 'off']) {
        assert.equal((await visitor.post(`/account/two-step/${form}`, { password: 'not this' })).status, 400);
      }
      const turnOff = (code: string) => visitor.post('/account/two-step/off', { password: PASSWORD, code });
      const unproven = await turnOff('123456');
      assert.deepEqual([unproven.status, /The code is incorrect/.test(unproven.text)], [400, true]);
      const renew = (code: string) => visitor.post('/account/two-step/codes', { password: PASSWORD, code });
      assert.equal((await renew('')).status, 400, 'a password alone would be enough to turn the second step off');
      const renewed = await renew(recoveryCodes[1] ?? '');
      assert.ok(!renewed.text.includes(recoveryCodes[0] ?? '?'));
      const [newCode = ''] = renewed.text.match(/\b([a-z2-7]{4}-){3}[a-z2-7]{4}\b/g) ?? [];
      assert.equal((await turnOff(recoveryCodes[0] ?? '')).status, 400, 'a replaced code');
      assert.match((await turnOff(newCode)).text, /Two-step sign-in is off/);
      const actions = (await service.store.audit.list({ owner, after: undefined, limit: 100 })).map(
        ({ action }) => action,
      );
      assert.deepEqual(actions.slice(0, 3), ['two-step-disabled', 'recovery-codes-replaced', 'two-step-enabled']);
      assert.match((await enterPassword(service, email)).asked.text, /<h1>API tokens<\/h1>/);
    });
  });

  describe('required two-step sign-in', () => {
    const service = useService(engine, { twoStepRequired: true });

    test('leads every page to its set-up until it is on', async () => {
      const member = await join(service);
      for (const path of ['/', '/archive', '/account', '/tokens']) {
        assert.equal((await member.visitor.request('GET', path)).headers.location, '/account/two-step', path);
      }
      const form = await member.visitor.request('POST', '/tokens', { csrf: member.visitor.csrf, name: 'a' });
      assert.equal(form.headers.location, '/account/two-step');
      const setUp = await member.visitor.get('/');
      assert.match(setUp.text, /requires two-step sign-in/);
      assert.doesNotMatch(setUp.text, /class="crumb"/, 'the account page cannot be opened yet');
      await enable(member);
      assert.equal((await member.visitor.request('GET', '/archive')).status, 200);
      await service.store.twoStep.disable(member.owner);
      assert.equal((await member.visitor.request('GET', '/archive')).status, 303);
      assert.match((await member.visitor.post('/sign-out')).text, /You have signed out/);
    });
  });
});
