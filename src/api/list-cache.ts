import { LRUCache } from 'lru-cache';
import { Problem } from '../domain/problem.ts';
import { etagOf } from '../http/etag.ts';
import { type Body, makeBody } from '../http/responder.ts';
import type { ApiRequest, ListOperation, Service } from './operation.ts';

const CACHE_BYTES = 12 * 1024 * 1024;

/** Bounds the retries against a writer that never pauses. */
const ATTEMPTS = 25;

/**
 * Reads pages of lists, and caches them until their collection changes. If a record changes while a page is read, the page
 * has another revision than the count and is read again, so that count and members always belong together.
 */
export function makeListReader(): (operation: ListOperation, service: Service, request: ApiRequest) => Promise<Body> {
  const cache = new LRUCache<string, Body>({
    maxSize: CACHE_BYTES,
    // Compressed forms are made later, and each is about a fifth.
    sizeCalculation: ({ bytes }, key) => Math.ceil(bytes.length * 1.5) + key.length + 500,
  });

  return async (operation, service, request) => {
    let state = operation.knownState?.(request) ?? (await operation.state(service, request));
    for (let attempt = 1; ; attempt += 1) {
      const key = `${request.caller.owner} ${state.revision} ${request.url}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const { shown, revision } = await operation.show(service, request, state);
      if (revision === state.revision) {
        const text = JSON.stringify(shown);
        const body = makeBody(text, etagOf(text));
        cache.set(key, body);
        return body;
      }
      if (attempt === ATTEMPTS)
        throw new Problem('unavailable', 'The list changes too often at the moment; try again.');
      state = await operation.state(service, request);
    }
  };
}
