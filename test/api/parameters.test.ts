import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { assertError, assertShown } from '../harness/expect.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** The contract, §8: invalid query parameters and the descriptions of their errors. */
const WHOLE_NUMBERS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  '0x10',
  '%205',
  '5%20',
  '+5',
  '',
  'abc',
  'NaN',
  '１',
  '1,2',
];

const REFUSED: [parameter: string, values: string[], allowed: RegExp][] = [
  ['page', [...WHOLE_NUMBERS, '1000000000', '9'.repeat(400), 'null', '1%00'], /whole number from 1 to 999999999/],
  ['limit', [...WHOLE_NUMBERS, '101', '1000', '00', '50;'], /whole number from 1 to 100/],
  ['order', ['ASC', 'Desc', '', 'ascending', '1', 'asc%20', 'asc,desc'], /asc, desc/],
];
const WEBPAGES_REFUSED: typeof REFUSED = [
  ...REFUSED,
  [
    'sort',
    ['', 'dateModified', 'NAME', 'isPartOf', 'isPartOf.Name', 'constructor', "name';DROP TABLE webpages--", 'id'],
    /dateCreated, isPartOf\.name, name, url/,
  ],
];
const SCREENSHOTS_REFUSED: typeof REFUSED = [
  ...REFUSED,
  ['sort', ['', 'name', 'url', 'isFavorite', 'datecreated'], /dateCreated/],
  ['isFavorite', ['TRUE', 'False', '1', '0', '', 'yes', 'null', 'true%20', 'true,false'], /true and false/],
];

forEachEngine((engine) => {
  const service = useService(engine);

  async function archive() {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    await addScreenshot(service.store, ann.owner, webpage.id);
    return { ann, lists: { webpages: '/webpages', screenshots: `/webpages/${webpage.id}/screenshots` } };
  }

  for (const [kind, refused] of [
    ['webpages', WEBPAGES_REFUSED],
    ['screenshots', SCREENSHOTS_REFUSED],
  ] as const) {
    for (const [parameter, values, allowed] of refused) {
      test(`${kind}: a bad ${parameter} is 400, and the description names the parameter, its value and the allowed values`, async () => {
        const { ann, lists } = await archive();
        for (const value of values) {
          const answer = await service.ask(`${lists[kind]}?${parameter}=${encodeURI(value).replaceAll('%25', '%')}`, {
            as: ann,
          });
          const description = assertError(answer, service.link, 400);
          assert.match(description, new RegExp(`"${parameter}"`), value);
          assert.match(description, allowed, value);
          const shown = decodeURIComponent(value).replaceAll('+', ' ').slice(0, 50).replace('\0', '\\u0000');
          assert.ok(description.includes(shown), `${description} lacks ${shown}`);
          assert.ok(description.length < 250, description);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
          assert.doesNotMatch(description, /[\u0000-\u001f]/);
        }
      });
    }

    test(`${kind}: a repeated known parameter is 400, also with equal values`, async () => {
      const { ann, lists } = await archive();
      for (const query of [
        'page=1&page=1',
        'limit=5&page=1&limit=6',
        'order=asc&order=asc',
        'sort=dateCreated&s%6Frt=dateCreated',
      ]) {
        const description = assertError(await service.ask(`${lists[kind]}?${query}`, { as: ann }), service.link, 400);
        assert.match(description, /more than once/);
      }
    });

    test(`${kind}: the smallest and the largest value are allowed`, async () => {
      const { ann, lists } = await archive();
      for (const query of [
        'page=1',
        'page=999999999',
        'limit=1',
        'limit=100',
        'order=asc',
        'order=desc',
        'sort=dateCreated',
      ]) {
        assertShown(await service.ask(`${lists[kind]}?${query}`, { as: ann }), service.link);
      }
    });
  }

  test('a parameter without a value, or without an equals sign, is 400', async () => {
    const { ann, lists } = await archive();
    for (const query of ['page', 'page=', 'limit', 'sort', 'order=']) {
      assertError(await service.ask(`${lists.webpages}?${query}`, { as: ann }), service.link, 400);
    }
    assertError(await service.ask(`${lists.screenshots}?isFavorite`, { as: ann }), service.link, 400);
  });

  test('the list of webpages ignores isFavorite, which it does not know', async () => {
    const { ann } = await archive();
    assertShown(await service.ask('/webpages?isFavorite=TRUE', { as: ann }), service.link);
  });

  test('single records ignore all parameters', async () => {
    const { ann, lists } = await archive();
    const item = lists.screenshots.replace(/\/screenshots$/, '');
    assertShown(await service.ask(`${item}?page=0&limit=x&order=ASC`, { as: ann }), service.link);
  });

  test('the description shows the value shortened, with control characters escaped', async () => {
    const { ann } = await archive();
    const answer = await service.ask(`/webpages?sort=${'x'.repeat(5000)}`, { as: ann });
    assert.match(assertError(answer, service.link, 400), /"x{20,100}…"/);
    const odd = await service.ask('/webpages?sort=%1B%5B31m%E2%80%AE%0D%0A', { as: ann });
    assert.match(assertError(odd, service.link, 400), /\\u001b\[31m\\u202e\\u000d\\u000a/);
  });
});
