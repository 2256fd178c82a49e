import type { Tab } from '../chromium/tab.ts';
import { unlessGone } from './frames.ts';
import type { IsolatedWorld } from './isolated-world.ts';

/** The closed shadow root of an element, as an object of the isolated world. */
async function addRootOf(tab: Tab, { contextId }: IsolatedWorld, host: string): Promise<void> {
  const { node } = await tab.send('DOM.describeNode', { objectId: host });
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (!root) return;
  const { object } = await tab.send('DOM.resolveNode', {
    backendNodeId: root.backendNodeId,
    executionContextId: contextId,
  });
  await tab.send('Runtime.callFunctionOn', {
    objectId: object.objectId as string,
    functionDeclaration: 'function () { pagekeep.addClosedRoot(this) }',
  });
}

/** Lets the functions of in-page/ see closed shadow roots as well. A page without any takes one round trip. */
export async function findClosedRoots(tab: Tab, world: IsolatedWorld): Promise<void> {
  if ((await world.call<number>('findClosedHosts')) === 0) return;
  const { result } = await tab.send('Runtime.evaluate', {
    expression: 'pagekeep.closedHosts()',
    contextId: world.contextId,
  });
  const { result: properties } = await tab.send('Runtime.getProperties', {
    objectId: result.objectId as string,
    ownProperties: true,
  });
  const hosts = properties.flatMap(({ value }) =>
    value?.subtype === 'node' && value.objectId ? [value.objectId] : [],
  );
  await Promise.all(hosts.map((host) => unlessGone(addRootOf(tab, world, host))));
}
