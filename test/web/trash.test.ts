import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addToken, addWebpage, storePicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { join, type Member } from './visitor.ts';

forEachEngine((engine) => {
  describe('the trash', () => {
    const service = useService(engine);
    let member: Member;
    let token: string;

    before(async () => {
      member = await join(service);
      ({ token } = await addToken(service.store, member.owner));
    });

    const NAME = 'Doomed <b>';

    async function webpageWithCapture() {
      const { store, images } = service;
      const webpage = await addWebpage(store, member.owner, { name: NAME });
      const picture = await storePicture(images);
      const capture = await addScreenshot(store, member.owner, webpage.id, { picture });
      const imagesAnswer = () =>
        Promise.all(
          [picture.contentKey, picture.thumbnailKey].map(
            async (key) => (await service.askPath(`/images/${key}`)).status,
          ),
        );
      return { webpage, capture, imagesAnswer };
    }

    const api = (path: string, method = 'GET') =>
      service.askPath(`/v3${path}`, { method, headers: { Authorization: `Bearer ${token}` } });

    test('takes what the API deletes, whose images answer 404 at once, and gives it back', async () => {
      const { webpage, imagesAnswer } = await webpageWithCapture();
      const path = `/webpages/${webpage.id}`;
      const record = (await api(path)).json();
      assert.deepEqual(await imagesAnswer(), [200, 200]);
      assert.equal((await api(path, 'DELETE')).status, 204);
      assert.deepEqual(await imagesAnswer(), [404, 404]);
      assert.equal((await api(path)).status, 404);
      const { text } = await member.visitor.get('/trash');
      assert.match(text, /Doomed &lt;b&gt;.*Webpage with 1 capture.*Deleted .*erased after/s);
      const restored = await member.visitor.post(`/trash/${webpage.id}/restore`);
      assert.match(restored.text, /Restored: Doomed &lt;b&gt;\./);
      assert.equal(member.visitor.path, path);
      assert.deepEqual((await api(path)).json(), record);
      assert.deepEqual(await imagesAnswer(), [200, 200]);
    });

    test('gives back a whole selection by the Undo button of the notice', async () => {
      const pages = [await webpageWithCapture(), await webpageWithCapture()];
      const form = new URLSearchParams({ action: 'delete', sure: 'on' });
      for (const { webpage } of pages) form.append('page', webpage.id);
      await member.visitor.get('/archive');
      const { text } = await member.visitor.post('/archive', form);
      const [, at = ''] = /name="at" value="([^"]+)"/.exec(text) ?? [];
      assert.doesNotMatch((await member.visitor.get('/archive')).text, /name="at"/, 'it is offered once');
      const undone = await member.visitor.post('/trash/undo', { at });
      assert.match(undone.text, /Restored: 2 webpages\./);
      for (const { webpage, imagesAnswer } of pages) {
        assert.equal((await api(`/webpages/${webpage.id}`)).status, 200);
        assert.deepEqual(await imagesAnswer(), [200, 200]);
      }
      assert.equal((await member.visitor.post('/trash/undo', { at })).status, 404);
      assert.equal((await member.visitor.post('/trash/undo', { at: "'; --" })).status, 404);
    });

    test('takes a single capture after a confirmation, and gives it back', async () => {
      const { webpage, capture, imagesAnswer } = await webpageWithCapture();
      const path = `/webpages/${webpage.id}/captures/${capture.id}`;
      assert.ok((await member.visitor.get(path)).text.includes(`href="${path}/delete"`));
      assert.match((await member.visitor.get(`${path}/delete`)).text, /Delete this capture\?.*for 7 days/s);
      const { text } = await member.visitor.post(`${path}/delete`);
      assert.match(text, /Capture moved to the trash\..*Undo/s);
      assert.equal((await member.visitor.get(path)).status, 404);
      assert.equal((await api(`/webpages/${webpage.id}/screenshots`)).json().totalItems, 0);
      assert.deepEqual(await imagesAnswer(), [404, 404]);
      assert.match((await member.visitor.get('/trash')).text, /Capture of <time/);
      const [, at = ''] = /name="at" value="([^"]+)"/.exec(text) ?? [];
      await member.visitor.post('/trash/undo', { at });
      assert.equal(member.visitor.path, path);
      assert.deepEqual(await imagesAnswer(), [200, 200]);
    });

    test('erases an entry, or everything, only after a confirmation', async () => {
      const { webpage } = await webpageWithCapture();
      await member.visitor.post(`/webpages/${webpage.id}/delete`);
      const asked = await member.visitor.get(`/trash/${webpage.id}/erase`);
      assert.match(asked.text, /Erase this webpage\?.*cannot be undone/s);
      assert.ok(await service.store.trash.find(member.owner, webpage.id));
      assert.match((await member.visitor.post(`/trash/${webpage.id}/erase`)).text, /Erased: Doomed/);
      assert.equal((await member.visitor.post(`/trash/${webpage.id}/restore`)).status, 404);
      const second = await webpageWithCapture();
      await member.visitor.post(`/webpages/${second.webpage.id}/delete`);
      assert.match(
        (await member.visitor.get('/trash/empty')).text,
        /The trash contains \d items?\..* cannot be undone/,
      );
      assert.match((await member.visitor.post('/trash/empty')).text, /Trash emptied\..*The trash is empty/s);
    });

    test('shows 50 entries at a time', async () => {
      for (let made = 0; made < 51; made += 1) {
        const { id } = await addWebpage(service.store, member.owner);
        await service.store.trash.putWebpage(member.owner, id, new Date(made));
      }
      const { text } = await member.visitor.get('/trash');
      assert.equal(text.match(/\/restore"/g)?.length, 50);
      const [, older = ''] = /rel="next" href="([^"]+)"/.exec(text) ?? [];
      const rest = await member.visitor.get(older.replaceAll('&amp;', '&'));
      assert.equal(rest.text.match(/\/restore"/g)?.length, 1);
      assert.doesNotMatch(rest.text, /rel="next"/);
    });
  });
});
