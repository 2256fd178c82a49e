import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claim } from '../../src/domain/capture-schedule.ts';
import { hostOf, makeWebpage } from '../../src/domain/webpage.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addWebpage } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked, Clock, claimAt, newSite, shotOf } from '../harness/tracked.ts';

const IMAGE = Buffer.from('an icon');

forEachEngine((engine) => {
  const store = useStore(engine);
  const clock = new Clock();

  /** Captures the webpage, with this icon. */
  async function capture(owner: string, webpageId: string, host: string, image: Uint8Array | null): Promise<void> {
    clock.forward(1000);
    const claim = (await store.schedules.claimOne(owner, webpageId, claimAt(clock))) as Claim;
    const finish = await shotOf(store, claim, clock.now(), clock.in(1));
    await store.captures.finish(claim, { ...finish, icon: { host, image, checkedAt: clock.now().toISOString() } });
  }

  async function captured(image: Uint8Array | null = IMAGE) {
    const { owner } = await addPerson(store);
    const webpage = await addTracked(store, owner, { readyAt: clock.now() });
    const host = hostOf(webpage.url);
    await capture(owner, webpage.id, host, image);
    return { owner, webpage, host };
  }

  test('an icon is kept with its host, and only its owner can read it', async () => {
    const { owner, host } = await captured();
    assert.equal(await store.siteIcons.checkedAt(owner, host), clock.now().toISOString());
    const icon = await store.siteIcons.find(owner, host);
    assert.deepEqual(icon?.image, IMAGE);
    assert.deepEqual([...(await store.siteIcons.versions(owner, [host, 'other.example']))], [[host, icon?.version]]);
    const { owner: stranger } = await addPerson(store);
    assert.equal(await store.siteIcons.find(stranger, host), undefined);
    assert.equal(await store.siteIcons.checkedAt(stranger, host), undefined);
    assert.equal((await store.siteIcons.versions(stranger, [host])).size, 0);
  });

  test('a host without an icon was checked all the same', async () => {
    const { owner, host } = await captured(null);
    assert.equal(await store.siteIcons.checkedAt(owner, host), clock.now().toISOString());
    assert.equal(await store.siteIcons.find(owner, host), undefined);
    assert.equal((await store.siteIcons.versions(owner, [host])).size, 0);
    assert.equal((await store.siteIcons.versions(owner, [])).size, 0);
  });

  test('a new icon has a new version, and one that cannot be found stays', async () => {
    const { owner, webpage, host } = await captured();
    const first = await store.siteIcons.find(owner, host);
    const other = Buffer.from('another icon');
    await capture(owner, webpage.id, host, other);
    const second = await store.siteIcons.find(owner, host);
    assert.deepEqual(second?.image, other);
    assert.notEqual(second?.version, first?.version);
    await capture(owner, webpage.id, host, null);
    assert.deepEqual(await store.siteIcons.find(owner, host), second);
    assert.equal(await store.siteIcons.checkedAt(owner, host), clock.now().toISOString());
  });

  test('the icons of a group are removed with its last webpage', async () => {
    const { owner, webpage, host } = await captured();
    const second = await addWebpage(store, owner, { url: new URL('/second', webpage.url).href });
    await store.webpages.remove(owner, webpage.id);
    assert.ok(await store.siteIcons.find(owner, host));
    const moved = makeWebpage({ url: newSite() }, { id: second.id, now: clock.now() });
    await store.webpages.change(owner, moved);
    assert.equal(await store.siteIcons.find(owner, host), undefined);
  });

  test('the icons of an account are removed with it', async () => {
    const { owner, host } = await captured();
    await store.accounts.close(owner, clock.now());
    while (await store.removals.dismantle(100));
    assert.equal(await store.siteIcons.checkedAt(owner, host), undefined);
  });
});
