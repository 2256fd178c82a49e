import assert from 'node:assert/strict';
import { test } from 'node:test';
import formats from '@rdfjs/formats';
import rdf from '@zazuko/env';
import Environment from '@zazuko/env/Environment.js';
import create from 'alcaeus';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

interface Term {
  readonly value: string;
}

/** The part of Alcaeus and its resources that the tests use. */
interface HydraResource {
  readonly id: Term;
  readonly member: HydraResource[];
  readonly view: HydraResource[];
  readonly next?: HydraResource;
  readonly totalItems?: number;
  getLinks(): { resources: HydraResource[] }[];
  findOperations(criteria: { byMethod: string }): HydraOperation[];
}
interface HydraOperation {
  readonly title: string;
  invoke(body?: string): Promise<{ response: { xhr: Response } }>;
}
interface Hydra {
  defaultHeaders: Record<string, string>;
  readonly apiDocumentations: { readonly root: HydraResource }[];
  loadResource(id: string): Promise<{ representation?: { readonly root: HydraResource }; response: { xhr: Response } }>;
}

forEachEngine((engine) => {
  const service = useService(engine, { reachable: true });

  function client({ token }: Person): Hydra {
    const environment = new Environment(create() as never, { parent: rdf });
    environment.formats.import(formats);
    const { hydra } = environment as unknown as { hydra: Hydra };
    hydra.defaultHeaders = { Authorization: `Bearer ${token}` };
    return hydra;
  }

  async function load(hydra: Hydra, id: string): Promise<HydraResource> {
    const { representation, response } = await hydra.loadResource(id);
    assert.equal(response.xhr.status, 200, id);
    assert.ok(representation, id);
    return representation.root;
  }

  /** The only link of the entry point in the API documentation. */
  function onlyLink(entry: HydraResource): string {
    const [link, ...others] = entry.getLinks().flatMap(({ resources }) => resources);
    assert.ok(link);
    assert.deepEqual(others, []);
    return link.id.value;
  }

  test('follows the links from the entry point through all pages to every webpage', async () => {
    const ann = await service.newPerson();
    const added = new Set<string>();
    for (let index = 0; index < 120; index += 1) added.add((await addWebpage(service.store, ann.owner)).id);
    const hydra = client(ann);

    const entry = await load(hydra, service.base);
    const collection = onlyLink(entry);
    assert.equal(collection, `${service.base}/webpages`);
    const found: string[] = [];
    let pages = 0;
    for (let address: string | undefined = collection; address; pages += 1) {
      const page = await load(hydra, address);
      assert.equal(page.totalItems, 120);
      const here = page.member.map(({ id }) => id.value.slice(`${service.base}/webpages/`.length));
      found.push(...here.toSorted());
      const view: HydraResource | undefined = page.view.find(({ id }) => id.value === address);
      address = view?.next?.id.value;
    }
    assert.equal(pages, 3);
    assert.equal(found.length, 120);
    assert.deepEqual(new Set(found), added);
  });

  test('a webpage is deleted through the operation that the documentation describes', async () => {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner, { name: 'To be deleted' });
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
    const hydra = client(ann);
    const entry = await load(hydra, service.base);
    assert.equal(hydra.apiDocumentations[0]?.root.id.value, `${service.base}/vocab`);

    const list = await load(hydra, onlyLink(entry));
    const target = await load(hydra, String(list.member[0]?.id.value));
    const operations = target.findOperations({ byMethod: 'DELETE' });
    assert.deepEqual(
      operations.map(({ title }) => title),
      ['Delete a webpage'],
    );
    const { response } = (await operations[0]?.invoke('')) ?? {};
    assert.equal(response?.xhr.status, 204);
    for (const path of [`/webpages/${webpage.id}`, `/webpages/${webpage.id}/screenshots/${screenshot.id}`]) {
      assert.equal((await service.ask(path, { as: ann })).status, 404);
    }
  });

  test('a screenshot is reachable from its webpage and cannot be deleted', async () => {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
    const hydra = client(ann);
    await load(hydra, service.base);
    const list = await load(hydra, `${service.base}/webpages/${webpage.id}/screenshots`);
    const shot = await load(hydra, String(list.member[0]?.id.value));
    assert.equal(shot.id.value, `${service.base}/webpages/${webpage.id}/screenshots/${screenshot.id}`);
    assert.deepEqual(shot.findOperations({ byMethod: 'DELETE' }), []);
    assert.equal(shot.findOperations({ byMethod: 'GET' }).length, 1);
  });
});
