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
import { addScreenshot, storePicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { lintWithSpectral } from '../harness/spectral.ts';
import { type Manager, manager } from './manager.ts';

interface Described {
  readonly parameters?: { readonly schema: Record<string, unknown>; readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown>; readonly headers: object }>;
}
type Paths = Record<string, Record<string, Described>>;

forEachEngine((engine) => {
  describe('the OpenAPI document of the management API', () => {
    const service = useService(engine);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajvFormats.default(ajv);
    let document: { readonly paths: Paths };
    let ann: Manager;
    let webpage: string;
    let screenshot: string;

    before(async () => {
      document = (await service.askPath('/manage/v1/openapi.json')).json();
      ajv.addSchema(document, 'openapi.json');
      ann = await manager(service);
      webpage = (await ann.ask('POST', '/webpages', { json: { url: 'https://example.org/', keywords: ['a'] } })).json()
        .identifier;
      const picture = await storePicture(service.images);
      screenshot = (await addScreenshot(service.store, ann.owner, webpage, { picture })).id;
    });

    function assertDescribed(template: string, method: string, answer: Answer): void {
      const { responses } = document.paths[template]?.[method] ?? assert.fail(`${method} ${template} is not described`);
      const response =
        responses[answer.status] ?? assert.fail(`${answer.status} of ${method} ${template} is not described`);
      const known = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
      for (const name of ['etag', 'location', 'retry-after', 'www-authenticate', 'allow', 'status', 'link']) {
        assert.ok(!(name in answer.headers) || known.has(name), `${name} of ${answer.status} ${method} ${template}`);
      }
      if (answer.body.length === 0) {
        assert.equal(response.content, undefined);
        return;
      }
      const type = String(answer.headers['content-type']);
      if (type.startsWith('image/')) {
        assert.ok(response.content?.[type]);
        return;
      }
      const place = ['paths', template, method, 'responses', String(answer.status), 'content', type, 'schema'];
      const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
      const valid = ajv.validate({ $ref: `openapi.json#/${pointer.join('/')}` }, answer.json());
      assert.ok(valid, `${method} ${template}: ${ajv.errorsText()}\n${answer.text}`);
    }

    test('describes the answer of every operation', async () => {
      const { ask } = ann;
      const asked = (await ask('POST', `/webpages/${webpage}/captures`)).json().identifier;
      const token = (await ask('POST', '/tokens', { json: { name: 'x' } })).json().identifier;
      const event = (await ask('GET', '/events')).json().members[0].id.split('/').at(-1);
      const hook = (await ask('POST', '/webhooks', { json: { name: 'x', url: 'https://a.example' } })).json()
        .identifier;
      const sent = (await ask('POST', `/webhooks/${hook}/test`)).json().identifier;
      const feed = (await ask('POST', '/feeds', { json: { name: 'x' } })).json().identifier;
      const own = `/webpages/${webpage}`;
      const requests: [string, string, string, object?][] = [
        ['get', '/webpages', '/webpages?limit=1'],
        ['post', '/webpages', '/webpages', { url: 'https://new.example.org/' }],
        ['post', '/webpages', '/webpages', [{ url: 'https://newer.example.org/' }, { url: 'x y' }]],
        ['post', '/webpages', '/webpages', {}],
        ['post', '/webpages/changes', '/webpages/changes', { webpages: [webpage, 'x'], action: 'pause' }],
        ['post', '/webpages/changes', '/webpages/changes', { webpages: [], action: 'pause' }],
        ['get', '/webpages/{webpage}', own],
        ['patch', '/webpages/{webpage}', own, { captureOptions: { delay: 5 }, changeSettings: { leastShare: 0.1 } }],
        ['patch', '/webpages/{webpage}', own, { url: 7 }],
        ['post', '/webpages/{webpage}/pause', `${own}/pause`],
        ['post', '/webpages/{webpage}/resume', `${own}/resume`],
        ['get', '/webpages/{webpage}/captures', `${own}/captures`],
        ['post', '/webpages/{webpage}/captures', `${own}/captures`],
        ['get', '/webpages/{webpage}/captures/{capture}', `${own}/captures/${webpage}`],
        ['get', '/webpages/{webpage}/capture-requests/{request}', `${own}/capture-requests/${asked}`],
        ['get', '/webpages/{webpage}/screenshots/latest', `${own}/screenshots/latest`],
        ['get', '/webpages/{webpage}/screenshots/{screenshot}', `${own}/screenshots/${screenshot}`],
        [
          'patch',
          '/webpages/{webpage}/screenshots/{screenshot}',
          `${own}/screenshots/${screenshot}`,
          { isFavorite: true },
        ],
        ['get', '/webpages/{webpage}/screenshots/{screenshot}/picture', `${own}/screenshots/${screenshot}/picture`],
        ['get', '/screenshots', '/screenshots'],
        ['get', '/changes', '/changes?kind=all'],
        ['get', '/search', '/search?q=a&in=all'],
        ['get', '/search', '/search'],
        ['get', '/phrase', '/phrase?q=a&spans=5000'],
        ['get', '/compare', `/compare?before=${screenshot}&after=${screenshot}`],
        ['get', '/compare', '/compare'],
        ['get', '/events', '/events'],
        ['get', '/events/{event}', `/events/${event}`],
        ['get', '/tokens', '/tokens'],
        ['post', '/tokens', '/tokens', { name: 'y', scopes: ['read'] }],
        ['get', '/tokens/{token}', `/tokens/${token}`],
        ['delete', '/tokens/{token}', `/tokens/${token}`],
        ['get', '/usage', '/usage'],
        ['get', '/activity', '/activity?action=token-created'],
        ['delete', '/webpages/{webpage}/screenshots/{screenshot}', `${own}/screenshots/${screenshot}`],
        ['get', '/trash', '/trash'],
        ['post', '/trash/{item}/restore', `/trash/${screenshot}/restore`],
        ['post', '/changes/review', '/changes/review', { changes: [screenshot], isReviewed: true }],
        ['post', '/changes/review', '/changes/review', { isReviewed: true }],
        ['get', '/webhooks', '/webhooks'],
        ['post', '/webhooks', '/webhooks', { name: 'y', url: 'https://b.example', scope: { kind: 'site', site: 'c' } }],
        ['get', '/webhooks/{webhook}', `/webhooks/${hook}`],
        ['patch', '/webhooks/{webhook}', `/webhooks/${hook}`, { signing: 'ed25519' }],
        ['post', '/webhooks/{webhook}/rotate-key', `/webhooks/${hook}/rotate-key`],
        ['post', '/webhooks/{webhook}/test', `/webhooks/${hook}/test`],
        ['get', '/webhooks/{webhook}/deliveries', `/webhooks/${hook}/deliveries`],
        ['get', '/webhooks/{webhook}/deliveries/{delivery}', `/webhooks/${hook}/deliveries/${sent}`],
        ['post', '/webhooks/{webhook}/deliveries/{delivery}/send', `/webhooks/${hook}/deliveries/${sent}/send`],
        ['post', '/webhooks/{webhook}/disable', `/webhooks/${hook}/disable`],
        ['post', '/webhooks/{webhook}/enable', `/webhooks/${hook}/enable`],
        ['delete', '/webhooks/{webhook}', `/webhooks/${hook}`],
        ['get', '/feeds', '/feeds'],
        ['post', '/feeds', '/feeds', { name: 'y' }],
        ['get', '/feeds/{feed}', `/feeds/${feed}`],
        ['delete', '/feeds/{feed}', `/feeds/${feed}`],
        ['delete', '/webpages/{webpage}', own],
        ['delete', '/webpages/{webpage}', own],
        ['delete', '/trash/{item}', `/trash/${webpage}`],
        ['delete', '/trash', '/trash'],
      ];
      const tried = new Set<string>();
      for (const [method, template, path, json] of requests) {
        assertDescribed(template, method, await ask(method.toUpperCase(), path, json && { json }));
        tried.add(`${method} ${template}`);
      }
      const described = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item)
          .filter((key) => key !== 'parameters')
          .map((method) => `${method} ${path}`),
      );
      assert.deepEqual(
        described.filter((each) => !tried.has(each)),
        [],
      );
    });

    test('every text that a request can hold has a limit', () => {
      const unlimited: string[] = [];
      const walk = (schema: unknown, place: string): void => {
        if (typeof schema !== 'object' || schema === null) return;
        const {
          type,
          enum: choices,
          maxLength,
          maxItems,
          maximum,
          format,
          $ref,
          ...rest
        } = schema as Record<string, unknown>;
        if (typeof $ref === 'string') {
          const keys = $ref.slice(2).split('/');
          walk(
            keys.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], document),
            place,
          );
          return;
        }
        if (type === 'string' && !choices && maxLength === undefined && format !== 'date-time') unlimited.push(place);
        if (type === 'array' && maxItems === undefined) unlimited.push(place);
        for (const [key, each] of Object.entries(rest)) walk(each, `${place}.${key}`);
      };
      for (const [path, item] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(item)) {
          if (method === 'parameters') continue;
          for (const { name, in: where, schema } of operation.parameters ?? []) {
            if (where === 'query') walk(schema, `${method} ${path} ${name}`);
          }
          for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
            walk(schema, `${method} ${path}`);
        }
      }
      assert.deepEqual(unlimited, []);
    });

    if (engine.name === 'sqlite') {
      test('is accepted by Spectral', async () => {
        assert.deepEqual(await lintWithSpectral(document), []);
      });

      test('is accepted by Redocly', async () => {
        const folder = await temporaryFolder('manage-openapi');
        const file = join(folder, 'openapi.json');
        await writeFile(file, JSON.stringify(document));
        try {
          const { stdout, stderr } = await promisify(execFile)(
            join(import.meta.dirname, '../../node_modules/.bin/redocly'),
            ['lint', file],
            { env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
          );
          assert.match(stdout + stderr, /Your API description is valid/);
          assert.doesNotMatch(stdout + stderr, /warning/i);
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    }
  });
});
