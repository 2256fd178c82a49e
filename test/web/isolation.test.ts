import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { addFeed } from '../../src/app/feeds.ts';
import { invite } from '../../src/app/join.ts';
import { ROUTES, type WebRoute } from '../../src/web/routes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addTestWebhook } from '../harness/receiver.ts';
import { addScreenshot, addToken, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join, type Member, Visitor } from './visitor.ts';

/** The values of route parameters. A route with an unknown parameter fails the test until it is added here. */
type Ids = Record<string, string>;

/** The values of parameters that name no record. */
const VALUES: Ids = { region: 'full', size: 'max', rotation: '0', file: 'default.webp' };

const FIRST = { page: 1, limit: 100, sort: 'dateCreated', order: 'asc' } as const;

const title = ({ method, path }: WebRoute) => `${method} ${path}`;
const parametersOf = (route: WebRoute) =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => !(name in VALUES));

function fill(route: WebRoute, ids: Ids): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = VALUES[name] ?? ids[name];
    assert.ok(value, `the parameter ${name} of ${route.path} has no value in this test`);
    return value;
  });
}

/** Removes ids and CSRF tokens, so that two answers can be compared. */
function withoutIds(text: string, ids: Ids): string {
  return Object.values(ids).reduce((rest, id) => rest.replaceAll(id, '…'), text.replace(/value="[\w-]{43}"/g, ''));
}

forEachEngine((engine) => {
  describe('the records of one account', () => {
    const service = useService(engine);
    let ann: Member;
    let bob: Member;
    let anns: Ids;
    let bobs: Ids;

    async function records({ owner }: Member): Promise<Ids> {
      const { store } = service;
      const webpage = await addWebpage(store, owner);
      const { id: capture } = await addScreenshot(store, owner, webpage.id);
      const host = `${randomUUIDv7()}.example`;
      const { id } = await trackWebpage(service, owner, { url: `https://${host}/` });
      const icon = Buffer.from(host);
      await captureOnce(service, owner, id, shotOf(await banded(10, [['#fff', 10]]), { icon }));
      const { version = '' } = (await store.siteIcons.find(owner, host)) ?? {};
      const { tokenId: token } = await addToken(store, owner);
      const [session] = await store.sessions.list(owner, new Date(0));
      const secret = await invite(store, owner, new Date());
      const [invitation] = await store.invitations.list(owner, new Date());
      const { webhook } = await addTestWebhook(store, owner, 'https://receiver.example/');
      await store.webhooks.sendTest(owner, webhook.id, new Date());
      const [delivery] = await store.webhooks.deliveries(owner, webhook.id, { before: undefined, limit: 1 });
      const { feed } = await addFeed(store, owner, { name: 'Reader', scope: { kind: 'all' } }, new Date());
      const gone = await addWebpage(store, owner);
      await store.trash.putWebpage(owner, gone.id, new Date());
      return {
        person: owner,
        webpage: webpage.id,
        trashed: gone.id,
        capture,
        host,
        version,
        token,
        session: session?.id ?? '',
        invitation: invitation?.id ?? '',
        secret,
        webhook: webhook.id,
        delivery: delivery?.id ?? '',
        feed: feed.id,
      };
    }

    async function allOf({ owner, email }: Member) {
      const { store } = service;
      const state = await store.webpages.state(owner);
      const { records: webpages } = await store.webpages.page(owner, state, FIRST);
      const captures = await Promise.all(
        webpages.map(async ({ id }) => {
          const counts = await store.screenshots.state(owner, id, undefined);
          assert.ok(counts);
          return (await store.screenshots.page(owner, id, counts, { page: 1, limit: 100, order: 'asc' })).records;
        }),
      );
      const webhooks = await store.webhooks.list(owner);
      const deliveries = await Promise.all(
        webhooks.map(({ id }) => store.webhooks.deliveries(owner, id, { before: undefined, limit: 100 })),
      );
      return {
        state,
        webpages,
        captures,
        webhooks,
        deliveries,
        feeds: await store.feeds.list(owner),
        trash: await store.trash.list(owner, { after: undefined, limit: 100 }),
        tokens: await store.tokens.list(owner),
        sessions: await store.sessions.list(owner, new Date(0)),
        invitations: await store.invitations.list(owner, new Date()),
        credentials: await store.accounts.credentials(email),
      };
    }

    before(async () => {
      ann = await join(service);
      bob = await join(service);
      anns = await records(ann);
      bobs = await records(bob);
      await bob.visitor.get('/account');
    });

    for (const route of ROUTES.filter(({ access }) => access !== 'anyone')) {
      test(`${title(route)} requires a session`, async () => {
        const before = await allOf(ann);
        const guest = new Visitor(service);
        await guest.get('/sign-in');
        const fields = route.method === 'POST' ? { csrf: guest.csrf } : undefined;
        const answer = await guest.request(route.method, fill(route, anns), fields);
        assert.equal(answer.status, 303);
        assert.match(answer.headers.location ?? '', /^\/sign-in/);
        assert.deepEqual(await allOf(ann), before);
      });
    }

    for (const route of ROUTES.filter(({ method, isOneClick }) => method === 'POST' && !isOneClick)) {
      test(`${title(route)} rejects a form without a valid CSRF token`, async () => {
        const before = await allOf(bob);
        const path = fill(route, bobs);
        const right = bob.visitor.csrf;
        for (const [fields, headers] of [
          [{}, {}],
          [{ csrf: 'guessed' }, {}],
          [{ csrf: ann.visitor.csrf }, {}],
          [{ csrf: right }, { 'Sec-Fetch-Site': 'cross-site' }],
        ] as const) {
          const answer = await bob.visitor.request('POST', path, fields, headers);
          assert.equal(answer.status, 400);
          assert.match(answer.text, /sent from another site/);
        }
        assert.deepEqual(await allOf(bob), before);
      });
    }

    const named = ROUTES.filter((route) => route.access === 'member' && parametersOf(route).length > 0);
    for (const route of named) {
      test(`${title(route)} answers for records of another account as for records that do not exist`, async () => {
        const before = await allOf(ann);
        const never = Object.fromEntries(Object.keys(anns).map((name) => [name, randomUUIDv7()]));
        const ask = (ids: Ids) => {
          const query = `?before=${ids.capture}&after=${ids.capture}`;
          const fields = route.method === 'POST' ? { csrf: bob.visitor.csrf } : undefined;
          return bob.visitor.request(route.method, `${fill(route, ids)}${query}`, fields);
        };
        // All records belong to the other account, then only one of them.
        const mixes = parametersOf(route).map((name) => (of: Ids) => ({ ...bobs, [name]: of[name] ?? '' }));
        for (const mix of [(of: Ids) => of, ...mixes]) {
          const [answer, unknown] = [await ask(mix(anns)), await ask(mix(never))];
          assert.equal(answer.status, 404);
          assert.equal(unknown.status, 404);
          assert.equal(withoutIds(answer.text, mix(anns)), withoutIds(unknown.text, mix(never)));
        }
        assert.deepEqual(await allOf(ann), before);
      });

      test(`${title(route)} answers 404 for an invalid id`, async () => {
        for (const odd of ['x', '../../etc', "'; DROP TABLE accounts; --", '%00', '\0', 'a\0b', 'a'.repeat(3000)]) {
          const ids = Object.fromEntries(Object.keys(anns).map((name) => [name, encodeURIComponent(odd)]));
          const fields = route.method === 'POST' ? { csrf: bob.visitor.csrf } : undefined;
          const answer = await bob.visitor.request(route.method, fill(route, ids), fields);
          assert.equal(answer.status, 404, odd);
        }
      });
    }

    // Ann has the first account and is an administrator.
    test('are answered to an administrator as records that do not exist', async () => {
      const before = await allOf(bob);
      for (const route of named) {
        const query = `?before=${bobs.capture}&after=${bobs.capture}`;
        const fields = route.method === 'POST' ? { csrf: ann.visitor.csrf } : undefined;
        const answer = await ann.visitor.request(route.method, `${fill(route, bobs)}${query}`, fields);
        assert.equal(answer.status, 404, title(route));
      }
      assert.deepEqual(await allOf(bob), before);
    });

    test('are not named on the pages of administrators', async () => {
      const { store } = service;
      const names = [...(await store.webpages.page(bob.owner, await store.webpages.state(bob.owner), FIRST)).records]
        .flatMap(({ id, url, groupName }) => [id, url, groupName])
        .concat(bobs.capture ?? '', bobs.token ?? '', bobs.secret ?? '')
        // The addresses of people are of this domain, too.
        .filter((name) => name !== 'example.org');
      for (const path of ['/people', '/people/activity', `/people/${bob.owner}`, `/people/${bob.owner}/remove`]) {
        const { status, text } = await ann.visitor.get(path);
        assert.equal(status, 200, path);
        assert.ok(path === '/people/activity' || text.includes(bob.email));
        for (const name of names) assert.ok(!text.includes(name), `${path} shows ${name}`);
      }
    });

    for (const route of ROUTES.filter(({ access }) => access === 'administrator')) {
      test(`${title(route)} does not exist for a member`, async () => {
        const before = [await allOf(ann), await service.store.people.find(bob.owner)];
        const fields = { csrf: bob.visitor.csrf, role: 'administrator', email: ann.email, webpages: '5' };
        for (const ids of [anns, bobs]) {
          const answer = await bob.visitor.request(
            route.method,
            fill(route, ids),
            route.method === 'POST' ? fields : undefined,
          );
          assert.equal(answer.status, 404);
          assert.match(answer.text, /The page does not exist/);
        }
        assert.deepEqual([await allOf(ann), await service.store.people.find(bob.owner)], before);
      });
    }

    test('cannot be compared with captures of another account', async () => {
      const path = `/webpages/${bobs.webpage}/compare`;
      for (const query of [
        `before=${anns.capture}&after=${bobs.capture}`,
        `before=${bobs.capture}&after=${anns.capture}`,
      ]) {
        assert.equal((await bob.visitor.get(`${path}?${query}`)).status, 404);
      }
    });

    test('do not appear in the lists of another account', async () => {
      for (const path of ['/', '/tokens', '/trash', '/account', '/account/activity']) {
        const { text } = await bob.visitor.get(path);
        for (const [name, id] of Object.entries(anns)) assert.ok(!text.includes(id), `${path} shows a ${name}`);
        assert.ok(!text.includes(ann.email));
      }
    });
  });
});
