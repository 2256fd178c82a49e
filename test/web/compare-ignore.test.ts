import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

const CLOCK = { selector: '.clock', boxes: [{ x: 0, y: 195, width: 400, height: 110 }] };

/** A page of 400 × 600 px with a band of this colour in the middle, where the element .clock is. */
async function pageWith(colour: string, elements = [CLOCK]) {
  const picture = await banded(400, [
    ['#222222', 200],
    [colour, 100],
    ['#eeeeee', 300],
  ]);
  return shotOf(picture, { elements });
}

forEachEngine((engine) => {
  describe('a region of a change', () => {
    const service = useService(engine);

    async function changed(elements = [CLOCK]) {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      const ids: string[] = [];
      for (const colour of ['#ffcc00', '#0066cc']) {
        const { record } = await captureOnce(service, owner, webpage.id, await pageWith(colour, elements));
        ids.push(record.screenshotId ?? '');
      }
      const query = `before=${ids[0]}&after=${ids[1]}`;
      const page = `/webpages/${webpage.id}/compare?${query}`;
      const send = (action: string, fields: Record<string, string>) =>
        visitor.post(`/webpages/${webpage.id}/compare/${action}?${query}&change=1`, fields);
      const settings = () => service.store.changes.settings(owner, webpage.id);
      const announced = async () => (await service.store.changes.counts(owner)).changed;
      return { visitor, owner, webpage, page, send, settings, announced };
    }

    test('is ignored by the element that was measured there, and not any more', async () => {
      const { visitor, page, send, settings, announced } = await changed();
      const { text } = await visitor.get(page);
      assert.match(text, /<code>\.clock<\/code>/);
      assert.match(text, /name="way" value="element" checked>/);
      const { text: opened } = await visitor.get(`${page}&ignore=on`);
      assert.match(opened, /<details class="menu ignore" open>/);
      assert.match(opened, /name="way" value="element" checked autofocus>/, 'the keyboard continues in the menu');
      assert.equal(await announced(), 1);

      const ignored = await send('ignore', { region: '0', way: 'element' });
      assert.deepEqual((await settings()).ignoredSelectors, ['.clock']);
      assert.match(ignored.text, /Ignored from now on.*name="selector" value="\.clock">\n?<button class="small">Undo/s);
      assert.doesNotMatch((await visitor.get(page)).text, />Undo</, 'offered once');
      assert.match(ignored.text, /1 change between these captures, all ignored/);
      assert.match(ignored.text, /<g class="mk altered ignored">/);
      assert.doesNotMatch(ignored.text, /Ignore region/);
      assert.equal(await announced(), 0);

      const restored = await send('restore', { selector: '.clock' });
      assert.deepEqual((await settings()).ignoredSelectors, []);
      assert.match(restored.text, /<g class="mk altered" id="c1"/);
      assert.equal(await announced(), 1);
    });

    test('is ignored as a rectangle, and not any more', async () => {
      const { visitor, page, send, settings } = await changed([]);
      const { text } = await visitor.get(page);
      assert.match(text, /name="way" value="rectangle" checked/);
      const ignored = await send('ignore', { region: '0', way: 'rectangle' });
      const { ignoredBoxes } = await settings();
      assert.equal(ignoredBoxes.length, 1);
      const [, box = ''] = /name="box" value="([^"]+)"/.exec(ignored.text) ?? [];
      await send('restore', { box: box.replaceAll('&quot;', '"') });
      assert.deepEqual((await settings()).ignoredBoxes, []);
    });

    test('is not announced if it is below the threshold of its webpage', async () => {
      const { visitor, page, send, settings, announced } = await changed();
      const { text } = await visitor.get(page);
      const [, offered = ''] = /name="share"[^>]* value="([^"]+)"/.exec(text) ?? [];
      const after = await send('ignore', { region: '0', way: 'threshold', share: offered });
      assert.equal((await settings()).leastShare, Number(offered) / 100);
      assert.match(after.text, /<g class="mk altered" id="c1"/, 'the change is still shown');
      assert.equal(await announced(), 0);
      assert.match(after.text, /name="share" value="0"><button class="small">Undo/);
      await send('restore', { share: '0' });
      assert.equal(await announced(), 1);
    });

    test('needs a known way, region and number', async () => {
      const { visitor, page, send, settings } = await changed([]);
      await visitor.get(page);
      assert.equal((await send('ignore', { region: '7', way: 'rectangle' })).status, 404);
      assert.equal((await send('ignore', { region: '0', way: 'everything' })).status, 400);
      assert.equal((await send('ignore', { region: '0', way: 'element' })).status, 400, 'no element was measured');
      for (const share of ['', 'x', '-1', '101', 'NaN']) {
        const answer = await send('ignore', { region: '0', way: 'threshold', share });
        assert.equal(answer.status, 400, share);
        assert.match(answer.text, /is not a percentage from 0 to 100/);
      }
      assert.deepEqual(await settings(), { ignoredSelectors: [], ignoredBoxes: [], leastShare: 0, leastArea: 0 });
    });

    test('of another account cannot be ignored', async () => {
      const { webpage, page, settings } = await changed();
      const { visitor } = await join(service);
      await visitor.get('/account');
      const [, query] = page.split('?');
      const path = `/webpages/${webpage.id}/compare/ignore?${query}`;
      assert.equal((await visitor.post(path, { region: '0', way: 'rectangle' })).status, 404);
      assert.equal((await visitor.post(`/webpages/${webpage.id}/changes`, { selectors: '.x' })).status, 404);
      assert.equal((await visitor.get(`/webpages/${webpage.id}/changes`)).status, 404);
      assert.deepEqual((await settings()).ignoredBoxes, []);
    });
  });

  describe('the settings of what counts as a change', () => {
    const service = useService(engine);

    async function opened() {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      const path = `/webpages/${webpage.id}/changes`;
      await visitor.get(path);
      const settings = () => service.store.changes.settings(owner, webpage.id);
      return { visitor, owner, webpage, path, settings };
    }

    /** A form with several rectangles has several fields of each name. */
    const rectangle = { x: '10', y: '20', width: '300', height: '40' };

    test('are saved, shown again, and emptied', async () => {
      const { visitor, path, settings } = await opened();
      const saved = await visitor.post(path, { selectors: ' .ad \n\n#clock', share: '0.5', area: '120', ...rectangle });
      assert.match(saved.text, /Saved\. Stored changes of this page were evaluated again\./);
      assert.deepEqual(await settings(), {
        ignoredSelectors: ['.ad', '#clock'],
        ignoredBoxes: [{ x: 10, y: 20, width: 300, height: 40 }],
        leastShare: 0.005,
        leastArea: 120,
      });
      assert.match(saved.text, />\.ad\n#clock<\/textarea>/);
      assert.match(saved.text, /name="share"[^>]* value="0\.5"/);
      assert.match(saved.text, /aria-label="Remove rectangle 1"/);

      const removed = await visitor.post(path, { selectors: '', share: '', area: '', ...rectangle, remove: '0' });
      assert.deepEqual(await settings(), { ignoredSelectors: [], ignoredBoxes: [], leastShare: 0, leastArea: 0 });
      assert.doesNotMatch(removed.text, /Remove rectangle \d+" title="Remove">/);
    });

    test('keep what was typed if it is wrong, and say what is wrong', async () => {
      const { visitor, path, settings } = await opened();
      for (const [fields, message] of [
        [{ ...rectangle, width: '' }, /Width of a rectangle is &quot;&quot;, but must be a whole number/],
        [{ ...rectangle, width: '0' }, /A rectangle needs a width and a height/],
        [{ ...rectangle, x: '1.5' }, /Left of a rectangle is &quot;1\.5&quot;/],
        [{ ...rectangle, y: '700000' }, /Top of a rectangle is &quot;700000&quot;/],
        [{ share: '200' }, /is not a percentage from 0 to 100/],
        [{ area: '-4' }, /The number of pixels is &quot;-4&quot;/],
        [{ selectors: '.x'.repeat(400) }, /role="alert"/],
      ] as const) {
        const answer = await visitor.post(path, { selectors: '.mine', ...fields });
        assert.equal(answer.status, 400, JSON.stringify(fields));
        assert.match(answer.text, message);
      }
      const kept = await visitor.post(path, { selectors: '.mine', ...rectangle, height: 'tall' });
      assert.match(kept.text, />\.mine<\/textarea>/);
      assert.match(kept.text, /name="width"[^>]* value="300"/);
      assert.deepEqual((await settings()).ignoredSelectors, []);
    });

    test('show the rectangles on the newest picture', async () => {
      const { visitor, owner, webpage, path } = await opened();
      assert.match((await visitor.get(path)).text, /after the first capture/);
      await captureOnce(service, owner, webpage.id, await pageWith('#ffcc00'));
      const { text } = await visitor.post(path, rectangle);
      assert.match(text, /<rect x="10" y="20" width="300" height="40"\/>/);
      assert.match(text, /\/iiif\/0,0,400,600\/400,\/0\/default\.webp/);
    });
  });
});
