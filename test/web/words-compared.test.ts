import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeSettings } from '../../src/app/change-settings.ts';
import { watchSite } from '../../src/app/watch-site.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import { forEachEngine } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { pageText } from '../harness/words.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

forEachEngine((engine) => {
  describe('the words of a change', () => {
    const service = useService(engine);

    /** Captures of pages with different colours and these words. */
    async function captured(...texts: readonly (readonly string[] | undefined)[]) {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      const ids: string[] = [];
      const capture = async (n: number, words: readonly string[] | undefined) => {
        const picture = await banded(400, [
          ['#222222', 100],
          [n % 2 === 0 ? '#ffcc00' : '#0066cc', 100],
        ]);
        const shot = shotOf(picture, { text: words && pageText(...words) });
        const { record } = await captureOnce(service, owner, webpage.id, shot);
        return record.screenshotId ?? '';
      };
      for (const [n, words] of texts.entries()) ids.push(await capture(n, words));
      const wordsOf = async (id = ids.at(-1) ?? '') => {
        const change = (await service.store.changes.ofCaptures(owner, webpage.id, [id])).get(id);
        return change?.state === 'compared' ? change.summary.words : undefined;
      };
      const compared = () =>
        visitor.get(`/webpages/${webpage.id}/compare?before=${ids[0]}&after=${ids.at(-1)}`).then(({ text }) => text);
      return { visitor, owner, webpage, ids, capture, wordsOf, compared };
    }

    test('are told on the pages Changes and Compare and beside the capture, escaped', async () => {
      const page = await captured(['Shop <b>', 'Price: € 129.50', 'gone'], ['Shop <b>', 'Price: € 124.50']);
      const sentence = 'Price: € 129.50 → € 124.50; 1 paragraph removed: gone';
      assert.deepEqual(await page.wordsOf(), { added: 0, removed: 1, altered: 1, sentence });
      assert.ok((await page.visitor.get('/')).text.includes(`<p class="words" dir="auto">${sentence}</p>`));
      assert.ok((await page.visitor.get(`/webpages/${page.webpage.id}`)).text.includes(sentence));
      const text = await page.compared();
      assert.match(text, /<p dir="auto">Price: € <del>129\.50<\/del><ins>124\.50<\/ins><\/p>/);
      assert.match(text, /<summary>1 unchanged passage<\/summary><p dir="auto">Shop &lt;b&gt;<\/p>/);
      assert.match(text, /<p dir="auto"><del>gone<\/del><\/p>/);
      const known = await service.store.captures.knowledgeOf(page.owner, page.webpage.id, page.ids);
      assert.equal(known.get(page.ids[1] ?? '')?.comparison?.words?.sentence, sentence);
    });

    test('may differ under the same picture: only the picture is said to be the same', async () => {
      const { visitor, webpage, capture } = await captured(['Covered 1']);
      const id = await capture(0, ['Covered 2']);
      assert.match((await visitor.get('/search?q=covered+2')).text, /<mark>Covered 2<\/mark>|<mark>2<\/mark>/);
      const { text } = await visitor.get(`/webpages/${webpage.id}/captures/${id}`);
      assert.doesNotMatch(text, /Nothing changed/);
      assert.match(text, /The picture did not change\./);
    });

    test('are said to be unknown wherever a capture has none', async () => {
      const page = await captured(undefined, ['Price: € 124.50']);
      assert.match(await page.compared(), /Capture of <time [^>]*>[^<]*<\/time>: Its words are not known/);
      const [old, fresh] = await Promise.all(
        page.ids.map(
          async (id) => (await page.visitor.get(`/webpages/${page.webpage.id}/captures/${id}?words=price`)).text,
        ),
      );
      assert.match(old ?? '', /Nothing can be outlined in this capture. Its words are not known/);
      assert.match(old ?? '', /<dt>Words<\/dt><dd>Its words are not known/);
      assert.match(fresh ?? '', /<dt>Words<\/dt><dd>Kept/);
      assert.match(fresh ?? '', /What changed in the words is not known\./);
      assert.match((await page.visitor.get('/search?q=price')).text, /Visible since .* · words before are not known/);
    });

    test('are marked as the same where only the picture changed', async () => {
      const page = await captured(['same'], ['same']);
      assert.deepEqual(await page.wordsOf(), { added: 0, removed: 0, altered: 0, sentence: '' });
      assert.match((await page.visitor.get('/')).text, /<p class="words" dir="auto">Only the picture changed\.<\/p>/);
      assert.match(await page.compared(), /The words are the same\./);
    });

    test('stay when the settings are applied again, and are told where the picture does not count', async () => {
      const page = await captured(['Price 1'], ['Price 2']);
      const ignoredBoxes = [{ x: 0, y: 100, width: 400, height: 100 }];
      await changeSettings(service, page.owner, page.webpage.id, { ...NOTHING_IGNORED, ignoredBoxes });
      assert.equal((await page.wordsOf())?.sentence, 'Price 1 → 2');
      const { text } = await page.visitor.get(`/webpages/${page.webpage.id}`);
      assert.match(text, /The words changed: Price 1 → 2/);
    });

    test('in ignored regions are not told, neither of earlier captures nor of later ones, until the settings end', async () => {
      const page = await captured(['Visits 1'], ['Visits 2']);
      const { owner, webpage, visitor } = page;
      const ignoredBoxes = [{ x: 0, y: 0, width: 400, height: 200 }];
      await changeSettings(service, owner, webpage.id, { ...NOTHING_IGNORED, ignoredBoxes });
      assert.deepEqual(await page.wordsOf(), { added: 0, removed: 0, altered: 0, sentence: '' });
      const compared = await page.compared();
      assert.match(compared, /Only words in ignored regions changed\./);
      assert.match(compared, /<p dir="auto">Visits <del>1<\/del><ins>2<\/ins><\/p>/);
      assert.doesNotMatch((await visitor.get(`/webpages/${webpage.id}`)).text, /Visits 1 → 2/);
      const later = await page.capture(2, ['Visits 3', 'Price 9']);
      const sentence = '1 paragraph added: Price 9';
      assert.equal((await page.wordsOf(later))?.sentence, '');
      await changeSettings(service, owner, webpage.id, NOTHING_IGNORED);
      assert.equal((await page.wordsOf())?.sentence, 'Visits 1 → 2');
      assert.equal((await page.wordsOf(later))?.sentence, `Visits 2 → 3; ${sentence}`);
    });

    test('that are watched decide alone what is announced, also for changes that are stored already', async () => {
      const page = await captured(
        ['Price: € 129.50'],
        ['Price: € 124.50'],
        ['Price: € 95'],
        ['Price: € 90', 'Sold out'],
      );
      const { visitor, owner, webpage, ids } = page;
      const announced = async () => {
        const changes = await service.store.changes.ofCaptures(owner, webpage.id, ids);
        return ids.flatMap((id, n) => {
          const change = changes.get(id);
          return change?.state === 'compared' && change.announced ? [[n, change.summary.watched?.join()]] : [];
        });
      };
      assert.deepEqual(await announced(), [
        [1, undefined],
        [2, undefined],
        [3, undefined],
      ]);
      const path = `/webpages/${webpage.id}/changes`;
      const watch = 'below 100: price #\r\nAppears sold OUT';
      const saved = await visitor.post(path, { watch, share: '50', site: 'on' });
      assert.match(saved.text, /below 100: price #\nappears sold OUT<\/textarea>/);
      assert.deepEqual(await announced(), [
        [2, '“price #” is 95, below 100'],
        [3, '“sold OUT” appeared'],
      ]);
      assert.match((await visitor.get('/')).text, /“sold OUT” appeared/);
      const refused = await visitor.post(path, { watch: 'price < 100', share: '0' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /price &lt; 100<\/textarea>/);
      await visitor.post(path, { watch: '', share: '0' });
      assert.equal((await announced()).length, 3);
    });

    test('are added to those of all webpages of a site, which keep their own', async () => {
      const { visitor, owner, webpage } = await captured(['a']);
      const other = await trackWebpage(service, owner);
      const watch = (id: string, ...watchWords: string[]) =>
        changeSettings(service, owner, id, { ...NOTHING_IGNORED, watchWords });
      await watch(other.id, 'appears own', 'appears b');
      const path = `/webpages/${webpage.id}/changes`;
      const words = async ({ id }: { id: string }) => (await service.store.changes.settings(owner, id)).watchWords;
      await visitor.post(path, { watch: 'appears b\ndisappears c', site: 'on' });
      assert.deepEqual(await words(webpage), ['appears b', 'disappears c']);
      assert.deepEqual(await words(other), ['appears own', 'appears b', 'disappears c']);
      await visitor.post(path, { watch: '', site: 'on' });
      assert.deepEqual(await words(webpage), undefined);
      assert.equal((await words(other))?.length, 3);
      const full = Array.from({ length: 19 }, (_, n) => `appears ${n}`);
      await watch(other.id, ...full);
      const refused = await visitor.post(path, { watch: 'appears x\nappears y', site: 'on' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /would have 21 watch words; at most 20 are allowed/);
      assert.deepEqual(await words(other), full);
      assert.equal(await watchSite(service, owner, webpage, []), 2);
      assert.deepEqual(await words(other), undefined);
    });

    test('are watched for all webpages of a site, whose other settings stay', async () => {
      const { visitor, owner, webpage } = await captured(['a']);
      const other = await trackWebpage(service, owner);
      const foreign = await trackWebpage(service, owner, { url: 'https://elsewhere.example/' });
      await changeSettings(service, owner, other.id, { ...NOTHING_IGNORED, leastArea: 7 });
      await visitor.post(`/webpages/${webpage.id}/changes`, { watch: 'appears b', site: 'on' });
      const settings = await Promise.all(
        [webpage, other, foreign].map(({ id }) => service.store.changes.settings(owner, id)),
      );
      const found = settings.map(({ leastArea, watchWords }) => [leastArea, watchWords]);
      assert.deepEqual(found, [
        [0, ['appears b']],
        [7, ['appears b']],
        [0, undefined],
      ]);
    });

    test('are not guessed for captures without words', async () => {
      const page = await captured(undefined, ['Price 2']);
      assert.equal(await page.wordsOf(), undefined);
      assert.doesNotMatch((await page.visitor.get('/')).text, /class="words"/);
      assert.match(await page.compared(), /The words cannot be compared/);
    });
  });
});
