import type { Session } from '../chromium/out-of-process-frames.ts';
import { unlessGone } from './frames.ts';
import type { IsolatedWorld } from './isolated-world.ts';

/** The closed shadow root of an element, as an object of the isolated world. */
async function addRootOf(session: Session, { contextId }: IsolatedWorld, host: string): Promise<void> {
  const { node } = await session.send('DOM.describeNode', { objectId: host });
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (!root) return;
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId: root.backendNodeId,
    executionContextId: contextId,
  });
  await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId as string,
    functionDeclaration: 'function () { pagekeep.addClosedRoot(this) }',
  });
}

/** Lets the functions of in-page/ see the closed shadow roots of a document as well. A document without any takes one round trip. */
export async function findClosedRoots(session: Session, world: IsolatedWorld): Promise<void> {
  if ((await world.call<number>('findClosedHosts')) === 0) return;
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'pagekeep.closedHosts()',
    contextId: world.contextId,
  });
  const { result: properties } = await session.send('Runtime.getProperties', {
    objectId: result.objectId as string,
    ownProperties: true,
  });
  const hosts = properties.flatMap(({ value }) =>
    value?.subtype === 'node' && value.objectId ? [value.objectId] : [],
  );
  await Promise.all(hosts.map((host) => unlessGone(addRootOf(session, world, host))));
}
