import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { sqlite } from '../harness/engines.ts';
import { newPicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

describe('links from the Changes page to the Compare page', () => {
  const service = useService(sqlite);

  test('"Ignore this region" opens the form for the region of the row', async () => {
    const { visitor, owner } = await join(service);
    const { id } = await trackWebpage(service, owner);
    const screenshot = () => ({ picture: { ...newPicture(), width: 1000, height: 1000 } });
    await captureAs(service.store, owner, id, { screenshot: screenshot() });
    const change = findingsOf(alteredRegion(300, 700, 400, 200), alteredRegion(40, 100, 120, 40));
    await captureAs(service.store, owner, id, { screenshot: screenshot(), change });
    const { text } = await visitor.get('/');
    const [, link = ''] = /href="([^"]+ignore=on)"/.exec(text) ?? [];
    const compare = (await visitor.get(link.replaceAll('&amp;', '&'))).text;
    assert.match(compare, /<details class="menu ignore" open>.*Ignore change <span data-number>2<\/span>/s);
  });
});
