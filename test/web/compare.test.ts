import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

/** A page of 400 × 600 px with a band of this colour in the middle. */
async function pageWith(colour: string) {
  return shotOf(
    await banded(400, [
      ['#222222', 200],
      [colour, 100],
      ['#eeeeee', 300],
    ]),
  );
}

forEachEngine((engine) => {
  describe('the Compare page', () => {
    const service = useService(engine);

    async function captured(...colours: string[]) {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      const ids: string[] = [];
      for (const colour of colours) {
        const { record } = await captureOnce(service, owner, webpage.id, await pageWith(colour));
        ids.push(record.screenshotId ?? '');
      }
      const path = (before: string | undefined, after: string | undefined, more = '') =>
        `/webpages/${webpage.id}/compare?before=${before}&after=${after}${more}`;
      return { visitor, owner, webpage, ids, path };
    }

    test('marks what changed, in any order of the captures', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc');
      const { text } = await visitor.get(path(ids[0], ids[1]));
      assert.match(text, /<b class="share">16\u00a0%<\/b> changed/);
      assert.match(text, /<span>1 <span>altered<\/span>/);
      assert.match(text, /<g class="mk altered" id="c1"/);
      assert.equal((await visitor.get(path(ids[1], ids[0]))).text, text);
    });

    test('selects the view and the change of the address', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc');
      const { text } = await visitor.get(path(ids[0], ids[1], '&view=slider&change=1'));
      assert.match(text, /id="v-slider" value="slider" checked/);
      assert.match(text, /<b>1<\/b> of 1/);
      assert.match(text, /<g class="mk altered now" id="c1"/);
      const other = await visitor.get(path(ids[0], ids[1], '&view=nonsense&change=99'));
      assert.match(other.text, /id="v-side" value="side" checked/);
      assert.match(other.text, /<b>1<\/b> change</);
    });

    test('says that two captures look the same, and offers the last different one', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc', '#0066cc');
      const { text } = await visitor.get(path(ids[1], ids[2]));
      assert.match(text, /These two captures look the same/);
      assert.ok(text.includes(path(ids[0], ids[2]).replace('&', '&amp;')), 'the different capture is offered');
      const none = await visitor.get(path(ids[2], ids[2]));
      assert.match(none.text, /These two captures look the same/);
    });

    test('says so if nothing looked different before', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#ffcc00');
      assert.match((await visitor.get(path(ids[0], ids[1]))).text, /No earlier capture of this page looks different/);
    });

    test('shows both pictures if they cannot be compared', async () => {
      const { visitor, ids, path, owner, webpage } = await captured('#ffcc00', '#0066cc', '#00aa00');
      const capture = await service.store.screenshots.find(owner, webpage.id, ids[0] ?? '');
      await service.images.remove(capture?.picture.contentKey ?? '');
      const { text, status } = await visitor.get(path(ids[0], ids[2]));
      assert.equal(status, 200);
      assert.match(text, /These captures could not be compared/);
      assert.equal(text.match(/<img src="[^"]*\/iiif\/0,0,400,600\//g)?.length, 2);
    });

    test('can be downloaded as one picture, without what is ignored', async () => {
      const { visitor, ids, path, webpage } = await captured('#ffcc00', '#0066cc', '#0066cc');
      const { text } = await visitor.get(path(ids[0], ids[1]));
      const [, address = ''] = /<a href="([^"]+\/compare\/picture[^"]+)" download>/.exec(text) ?? [];
      const { status, headers, body } = await visitor.get(address.replaceAll('&amp;', '&'));
      assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
      assert.match(headers['content-disposition'] ?? '', /filename="news\.example\.org-[\w-]+\.compared\.png"/);
      const plain = await sharp(body).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([plain.info.width, plain.info.height], [400 + 24 + 400, 600]);

      await visitor.post(`/webpages/${webpage.id}/changes`, { x: '0', y: '150', width: '400', height: '200' });
      const ignored = await sharp((await visitor.get(address.replaceAll('&amp;', '&'))).body)
        .raw()
        .toBuffer();
      assert.notDeepEqual(ignored, plain.data);
      const same = await visitor.get(path(ids[1], ids[2]).replace('?', '/picture?'));
      assert.deepEqual([same.status, /have the same picture/.test(same.text)], [400, true]);
    });

    test('stars the newer capture, and stays', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc');
      const { text } = await visitor.get(path(ids[0], ids[1], '&view=overlay'));
      const [, action = ''] = /action="([^"]+\/compare\/star[^"]*)"/.exec(text) ?? [];
      const starred = await visitor.post(action.replaceAll('&amp;', '&'), { favorite: 'on' });
      assert.match(starred.text, /aria-pressed="true" aria-label="Star"/);
      assert.equal(visitor.path, path(ids[0], ids[1], '&view=overlay'));
    });

    test('marks the change as reviewed, and takes it back', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc', '#00aa00');
      const review = (on: string) => visitor.post(path(ids[0], ids[1]).replace('?', '/review?'), { reviewed: on });
      const pressed = (text: string) => /aria-pressed="(\w+)" title="Reviewed \(e\)"/.exec(text)?.[1];
      assert.equal(pressed((await visitor.get(path(ids[0], ids[1]))).text), 'false');
      assert.equal(pressed((await review('on')).text), 'true');
      assert.equal(pressed((await review('')).text), 'false');
      const pairOfMany = await visitor.get(path(ids[0], ids[2]));
      assert.equal(pressed(pairOfMany.text), undefined, 'only the change since the capture before can be reviewed');
    });

    test('leads to the earlier and the later change', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc', '#0066cc', '#00aa00');
      const { text } = await visitor.get(path(ids[1], ids[3]));
      assert.ok(text.includes(`href="${path(ids[0], ids[1]).replace('&', '&amp;')}" data-key="["`));
      const first = await visitor.get(path(ids[0], ids[1]));
      assert.ok(first.text.includes(`href="${path(ids[1], ids[3]).replace('&', '&amp;')}" data-key="]"`));
    });

    test('offers captures to pick on a timeline with two lanes', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc', '#0066cc', '#00aa00');
      const { text } = await visitor.get(path(ids[0], ids[3], '&view=slider'));
      const lanes = [...text.matchAll(/<a class="lane" href="([^"]+)" aria-label="(Before|After): [^"]+"[^>]*>/g)];
      const chosen = lanes.filter(([tag]) => tag.includes('aria-current'));
      assert.deepEqual(
        chosen.map(([, , lane]) => lane),
        ['After', 'Before'],
        'the newest capture is first in the document',
      );
      const targets = lanes.map(([, href = '']) => href.replaceAll('&amp;', '&'));
      assert.ok(
        targets.includes(path(ids[1], ids[3], '&view=slider')) ||
          targets.includes(path(ids[2], ids[3], '&view=slider')),
      );
      assert.ok(targets.includes(path(ids[0], ids[3], '&view=slider')));
      assert.match(text, /<button type="button" class="button when" popovertarget="pick">/);
    });

    test('pages through a long timeline', async () => {
      const { visitor, owner, webpage, path } = await captured();
      const ids: string[] = [];
      for (let made = 0; made < 34; made += 1) ids.push(await captureAs(service.store, owner, webpage.id));
      const { text } = await visitor.get(path(ids[32], ids[33]));
      const [, earlier = ''] = /<li class="beyond"><a href="([^"]+)" aria-label="Earlier captures"/.exec(text) ?? [];
      assert.match(earlier, /around=/);
      assert.doesNotMatch(text, new RegExp(`before=${ids[0]}&`));
      const older = await visitor.get(earlier.replaceAll('&amp;', '&'));
      assert.ok(older.text.includes(`before=${ids[0]}&amp;after=${ids[33]}`), 'the oldest capture can be picked');
      assert.match(older.text, /aria-label="Later captures"/);
      assert.equal((await visitor.get(path(ids[32], ids[33], '&around=nonsense'))).status, 200);
    });

    test('does not know captures of other webpages', async () => {
      const { visitor, ids, path } = await captured('#ffcc00', '#0066cc');
      const other = await captured('#ffcc00');
      assert.equal((await visitor.get(path(ids[0], other.ids[0]))).status, 404);
      assert.equal((await visitor.get(path(ids[0], undefined))).status, 404);
      assert.equal((await visitor.get(path(ids[0], "x'"))).status, 404);
    });
  });
});
