import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { forEachEngine, temporaryFolder } from '../harness/engines.ts';
import type { Answer } from '../harness/http.ts';
import { addScreenshot, addWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { lintWithSpectral } from '../harness/spectral.ts';

interface Described {
  readonly responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
  readonly parameters?: { name: string; schema: Record<string, unknown> }[];
  readonly security?: unknown[];
}
interface PathServers {
  readonly servers?: readonly { readonly url: string }[];
}
interface OpenApi extends Required<PathServers> {
  readonly openapi: string;
  readonly paths: Record<string, PathServers & Record<'get' | 'delete', Described | undefined>>;
}

forEachEngine((engine) => {
  describe('the OpenAPI document', () => {
    const service = useService(engine);
    let document: OpenApi;
    let ann: Person;
    let ids: { webpage: string; screenshot: string };
    // Each schema is addressed by its JSON pointer, so that every $ref is resolved like in other clients.
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajvFormats.default(ajv);

    before(async () => {
      document = (await service.ask('/openapi.json')).json();
      ajv.addSchema(document, 'openapi.json');
      ann = await service.newPerson();
      const webpage = await addWebpage(service.store, ann.owner, { keywords: ['a', 'b'] });
      const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
      for (let index = 0; index < 3; index += 1) await addWebpage(service.store, ann.owner);
      ids = { webpage: webpage.id, screenshot: screenshot.id };
    });

    function assertDescribed(template: string, method: 'get' | 'delete', answer: Answer): void {
      const { responses } = document.paths[template]?.[method] ?? assert.fail(`${method} ${template} is not described`);
      const response = responses[answer.status] ?? assert.fail(`${answer.status} of ${template} is not described`);
      if (answer.body.length === 0) {
        assert.equal(response.content, undefined);
        return;
      }
      const type = String(answer.headers['content-type']);
      assert.deepEqual(Object.keys(response.content ?? {}), [type]);
      const place = [template, method, 'responses', String(answer.status), 'content', type, 'schema'];
      const pointer = ['paths', ...place].map((part) =>
        encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      const valid = ajv.validate({ $ref: `openapi.json#/${pointer.join('/')}` }, answer.json());
      assert.ok(valid, `${template}: ${ajv.errorsText()}`);
    }

    /** Like a client: appends the path to the server URL without any change. */
    function fill(template: string): string {
      const [server] = document.paths[template]?.servers ?? document.servers;
      const path = template.replace('{webpage}', ids.webpage).replace('{screenshot}', ids.screenshot);
      const url = `${server?.url}${path}`;
      assert.ok(url.startsWith(service.base), url);
      return url.slice(service.base.length);
    }

    test('is OpenAPI 3.1 and public', async () => {
      const answer = await service.ask('/openapi.json');
      assert.equal(answer.headers['content-type'], 'application/json');
      assert.match(document.openapi, /^3\.1\./);
    });

    test('describes every path and method of the service, and no others', () => {
      const methods = Object.entries(document.paths).map(([path, item]) => [
        path,
        Object.keys(item).filter((key) => key !== 'parameters' && key !== 'servers'),
      ]);
      assert.deepEqual(methods, [
        ['/v3', ['get']],
        ['/webpages', ['get']],
        ['/webpages/{webpage}', ['get', 'delete']],
        ['/webpages/{webpage}/screenshots', ['get']],
        ['/webpages/{webpage}/screenshots/{screenshot}', ['get']],
        ['/contexts', ['get']],
        ['/vocab', ['get']],
        ['/openapi.json', ['get']],
      ]);
    });

    test('describes the address of every record and document', async () => {
      for (const template of Object.keys(document.paths)) {
        assert.equal((await service.ask(fill(template), { as: ann })).status, 200, template);
      }
    });

    test('describes the query parameters with the contract’s values, bounds and defaults', () => {
      const shape = (path: string) =>
        document.paths[path]?.get?.parameters?.map(({ name, schema }) => [
          name,
          schema.default,
          schema.enum ?? [schema.minimum, schema.maximum],
        ]);
      const orders = ['asc', 'desc'];
      assert.deepEqual(shape('/webpages'), [
        ['page', 1, [1, 999_999_999]],
        ['limit', 50, [1, 100]],
        ['sort', 'isPartOf.name', ['dateCreated', 'isPartOf.name', 'name', 'url']],
        ['order', 'asc', orders],
      ]);
      assert.deepEqual(shape('/webpages/{webpage}/screenshots'), [
        ['page', 1, [1, 999_999_999]],
        ['limit', 50, [1, 100]],
        ['sort', 'dateCreated', ['dateCreated']],
        ['order', 'desc', orders],
        ['isFavorite', undefined, [undefined, undefined]],
      ]);
    });

    test('matches every response of the service', async () => {
      for (const template of Object.keys(document.paths)) {
        const path = fill(template);
        const open = document.paths[template]?.get?.security?.length === 0;
        assertDescribed(template, 'get', await service.ask(path, { as: ann }));
        const body = { as: ann, headers: { 'Content-Type': 'application/json' }, body: '{}' };
        assertDescribed(template, 'get', await service.ask(path, body));
        assertDescribed(template, 'get', await service.ask(path, { as: ann, body: 'x' }));
        assertDescribed(template, 'get', await service.ask(path, { as: ann, headers: { 'If-None-Match': '*' } }));
        if (open) continue;
        assertDescribed(template, 'get', await service.ask(path));
        if (template.includes('{')) {
          const wrong = template.replaceAll(/\{\w+\}/g, 'none');
          assertDescribed(template, 'get', await service.ask(wrong, { as: ann }));
        }
        await service.store.maintenance.set('Closed.');
        assertDescribed(template, 'get', await service.ask(path));
        await service.store.maintenance.set(undefined);
      }
    });

    test('matches every page of every list, and the response to every invalid parameter', async () => {
      for (const template of ['/webpages', '/webpages/{webpage}/screenshots']) {
        for (const query of ['?limit=1', '?limit=1&page=2', '?page=99', '?page=0', '?order=desc', '?isFavorite=true']) {
          assertDescribed(template, 'get', await service.ask(fill(template) + query, { as: ann }));
        }
      }
    });

    test('matches the responses to DELETE', async () => {
      const { id } = await addWebpage(service.store, ann.owner);
      const template = '/webpages/{webpage}';
      const remove = (options = {}) => service.ask(`/webpages/${id}`, { as: ann, method: 'DELETE', ...options });
      assertDescribed(template, 'delete', await remove({ body: 'x' }));
      assertDescribed(template, 'delete', await remove());
      assertDescribed(template, 'delete', await remove());
      assertDescribed(template, 'delete', await service.ask(`/webpages/${id}`, { method: 'DELETE' }));
    });

    if (engine.name === 'sqlite') {
      test('is accepted by Spectral', async () => {
        assert.deepEqual(await lintWithSpectral(document), []);
      });

      test('passes the recommended rules of Redocly without errors and warnings', async (t) => {
        const folder = await temporaryFolder('openapi');
        t.after(() => rm(folder, { recursive: true }));
        const file = join(folder, 'openapi.json');
        await writeFile(file, JSON.stringify(document));
        const { stdout } = await promisify(execFile)(
          join(import.meta.dirname, '../../node_modules/.bin/redocly'),
          ['lint', file, '--format=json', '--extends=recommended'],
          {
            cwd: folder,
            env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
          },
        ).catch((error: { stdout: string }) => error);
        const { totals, problems } = JSON.parse(stdout);
        assert.deepEqual(
          { ...totals, problems: problems.map(briefly) },
          { errors: 0, warnings: 0, ignored: 0, problems: [] },
        );
      });
    }
  });
});

function briefly({ ruleId, message, location }: { ruleId: string; message: string; location: { pointer: string }[] }) {
  return `${ruleId}: ${message} at ${location[0]?.pointer}`;
}
