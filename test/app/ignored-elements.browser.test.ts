import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSettings } from '../../src/app/change-settings.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import { offerElement } from '../../src/domain/page-element.ts';
import { html } from '../corpus/server.ts';
import { useCapturing, useSite } from '../harness/capturing.ts';
import { forEachEngine } from '../harness/engines.ts';
import type { Person } from '../harness/records.ts';

const site = useSite();

const page = (clock: string, { banner = false, price = '10' } = {}) =>
  html(`<!doctype html><title>Shop</title><body style="margin: 0; font: 24px sans-serif">
    ${banner ? '<p style="height: 60px; margin: 0; background: gold">Sale</p>' : ''}
    <h2>Opening hours</h2><p id="clock" style="width: 200px">${clock}</p><p>Price: <b>${price}</b></p>`);

/** Elements of real pages, from the browser to the entries of the Changes page. */
forEachEngine((engine) => {
  const { service, track, visit } = useCapturing(engine, site);

  async function changesOf(person: Person) {
    const request = { filter: 'changed', site: undefined, keyword: undefined, from: undefined } as const;
    const entries = await service.store.changes.entries(person.owner, { ...request, order: 'desc', limit: 10 });
    return entries.filter((entry) => entry.kind === 'changed');
  }

  test('the selector that is offered for a change makes it disappear, without another capture', async () => {
    const ann = await service.newPerson();
    const { url, show } = site.newPage(page('08:00:00'));
    const webpage = await track(ann, url);
    await visit(ann, webpage);
    show(page('19:47:52'));
    await visit(ann, webpage);
    const [change] = await changesOf(ann);
    const [region] = change?.summary.leading ?? [];
    assert.ok(change && region);
    const elements = await service.store.changes.elements(ann.owner, webpage.id, change.after.id);
    const selector = offerElement(elements, region.after)?.selector;
    assert.equal(selector, '#clock');
    await changeSettings(service, ann.owner, webpage.id, { ...NOTHING_IGNORED, ignoredSelectors: [selector] });
    assert.deepEqual(await changesOf(ann), []);
  });

  test('an ignored element may move, and other changes still count', async () => {
    const ann = await service.newPerson();
    const { url, show } = site.newPage(page('08:00:00'));
    const webpage = await track(ann, url);
    // No candidate has this selector, so the settings have to reach the browser.
    const settings = { ...NOTHING_IGNORED, ignoredSelectors: ['h2 + p[id=clock]'] };
    await changeSettings(service, ann.owner, webpage.id, settings);
    await visit(ann, webpage);
    show(page('19:47:52'));
    await visit(ann, webpage);
    assert.deepEqual(await changesOf(ann), []);
    show(page('11:11:11', { banner: true, price: '98' }));
    await visit(ann, webpage);
    const [change] = await changesOf(ann);
    assert.ok(change);
    const { added, altered, ignored } = change.summary;
    assert.deepEqual({ added, altered, ignored }, { added: 1, altered: 1, ignored: 1 });
  });
});
