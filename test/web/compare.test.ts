import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

forEachEngine((engine) => {
  describe('two captures', () => {
    const service = useService(engine);

    test('are compared in any order', async () => {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      const outcomes = [
        shotOf(
          await banded(40, [
            ['#222222', 20],
            ['#ffcc00', 20],
          ]),
        ),
        shotOf(
          await banded(40, [
            ['#222222', 20],
            ['#0066cc', 20],
          ]),
        ),
      ];
      const ids = [];
      for (const outcome of [...outcomes, outcomes[1]]) {
        if (outcome) ids.push((await captureOnce(service, owner, webpage.id, outcome)).record.screenshotId);
      }
      const [one, two, three] = ids;
      const compare = (from: string | undefined, to: string | undefined, more = '') =>
        visitor.get(`/webpages/${webpage.id}/compare?before=${from}&after=${to}${more}`);
      const first = await compare(one, two);
      assert.match(first.text, /<strong>50\.0 %<\/strong> of the pixels changed/);
      assert.equal((await compare(two, one)).text, first.text, 'the order of the two captures does not matter');
      assert.match((await compare(two, three)).text, /captures are identical/);
      assert.match((await compare(one, two, '&view=slider')).text, /data-slider/);
      assert.match((await compare(one, two, '&beforeDay=2020-01-01')).text, /No capture on 1 Jan 2020 \(UTC\)\./);
      assert.equal((await compare(one, undefined)).status, 404);
    });
  });
});
