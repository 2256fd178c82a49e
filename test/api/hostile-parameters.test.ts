import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES } from '../../src/api/routes.ts';
import { sqlite } from '../harness/engines.ts';
import { assertError } from '../harness/expect.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** Values that no parameter allows. The list of routes names the parameters, so a new one is tested too. */
const HOSTILE = [
  'x'.repeat(8000),
  '9'.repeat(8000),
  '\u0000',
  '\u001b[31m',
  '-1',
  '1e9',
  "1'; DROP TABLE webpages; --",
  '',
];

const service = useService(sqlite);

test('every query parameter refuses hostile values by its name', async () => {
  const ann = await service.newPerson();
  const { id } = await addWebpage(service.store, ann.owner);
  let sent = 0;
  for (const { path, methods } of ROUTES) {
    if (methods.GET?.kind !== 'list') continue;
    for (const name of Object.keys(methods.GET.query.properties)) {
      for (const value of HOSTILE) {
        const target = `${path.replace(':webpage', id)}?${name}=${encodeURIComponent(value)}`;
        const description = assertError(await service.ask(target, { as: ann }), service.link, 400);
        assert.ok(description.includes(`"${name}"`), `${name}: ${description}`);
        assert.ok(description.length < 1000, name);
        sent += 1;
      }
    }
  }
  assert.ok(sent > 0);
});

test('every identifier in a path is 404 for hostile values, for every method', async () => {
  const ann = await service.newPerson();
  const webpage = await addWebpage(service.store, ann.owner);
  const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
  const ids: Record<string, string> = { webpage: webpage.id, screenshot: screenshot.id };
  for (const { path, methods } of ROUTES) {
    for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
      for (const method of Object.keys(methods)) {
        for (const value of HOSTILE.filter((each) => each !== '')) {
          const values = { ...ids, [name]: encodeURIComponent(value) };
          const target = path.replace(/:(\w+)/g, (_, each: string) => values[each as keyof typeof values] ?? '');
          assertError(await service.ask(target, { as: ann, method }), service.link, 404);
        }
      }
    }
  }
  assert.equal((await service.store.webpages.state(ann.owner)).count, 1);
});
