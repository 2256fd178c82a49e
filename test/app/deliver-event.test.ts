import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliver } from '../../src/app/deliver-event.ts';
import { addWebhook } from '../../src/app/webhooks.ts';
import type { Post } from '../../src/domain/ports/poster.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');

/** The answer in the log of deliveries after a receiver has answered with the request's address in some form. */
async function loggedAnswer(url: string, answerOf: (post: Post) => string): Promise<string> {
  // A test delivery reads nothing, and the webhook is kept nowhere.
  const store = { webhooks: { add: async () => undefined } } as unknown as Store;
  const draft = { name: 'x', url, format: 'json', kinds: ['changed'], scope: { kind: 'all' }, leastShare: 0 } as const;
  const { webhook } = await addWebhook({ store, sealingKey: SEALING_KEY }, 'ann', { ...draft, signing: 'hmac' }, NOW);
  const render = () => ({ headers: {}, body: '{}' });
  const { attempt } = await deliver(
    { store, sealingKey: SEALING_KEY, render, now: () => NOW, random: () => 0 },
    {
      poster: { post: async (post) => ({ status: 500, retryAfter: undefined, text: answerOf(post) }), close() {} },
      webhook,
      delivery: { id: '1', event: undefined, attempts: 0 },
    },
  );
  return attempt.answer;
}

test('the log of deliveries does not have the secret of an address that the receiver repeats', async () => {
  const secret = 'xoxSecretOfTheChannel';
  const path = `https://hooks.example/services/T0/${secret}?key=a%2Bb%20c&v=1`;
  for (const answerOf of [
    ({ url }: Post) => `Cannot POST ${url}`,
    ({ url }: Post) => JSON.stringify({ url }).replaceAll('/', '\\/'),
    ({ url }: Post) => decodeURIComponent(url),
    () => `invalid token "${secret}", key a+b c`,
  ]) {
    const answer = await loggedAnswer(path, answerOf);
    assert.doesNotMatch(answer, /xoxSecret|a%2Bb|a\+b/, answer);
    assert.ok(answer.includes('…'));
  }
  assert.equal(await loggedAnswer(path, () => 'The services are down; v=1.'), 'The services are down; v=1.');
  assert.equal(await loggedAnswer('https://hooks.example/', () => 'No.'), 'No.');
});
