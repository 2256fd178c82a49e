import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Read } from './reader.ts';

const ID = '([0-9a-f-]{36})';

/**
 * Answers plain requests for records without the router, which would cost a tenth of the whole or more. Whatever is unusual in
 * method, path or body goes the long way, to the same readers.
 */
export function addShortCut(
  server: Server,
  { basePath, readers, newId }: { basePath: string; readers: ReadonlyMap<string, Read>; newId: () => string },
): void {
  const [routed] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const webpages = readers.get('/webpages');
  const webpage = readers.get('/webpages/:webpage');
  const screenshots = readers.get('/webpages/:webpage/screenshots');
  const screenshot = readers.get('/webpages/:webpage/screenshots/:screenshot');
  if (!routed || !webpages || !webpage || !screenshots || !screenshot) throw new Error('a reader is missing');
  const path = new RegExp(`^${RegExp.escape(basePath)}/webpages(?:/${ID}(?:(/screenshots)(?:/${ID})?)?)?(?:\\?|$)`);

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // While the server stops, the long way tells callers that their connection ends.
    const match = request.method === 'GET' && server.listening ? path.exec(request.url ?? '') : null;
    if (!match) {
      routed(request, response);
      return;
    }
    const [, id, list, shot] = match;
    if (id === undefined) webpages(request, response, NONE, newId);
    else if (list === undefined) webpage(request, response, { webpage: id }, newId);
    else if (shot === undefined) screenshots(request, response, { webpage: id }, newId);
    else screenshot(request, response, { webpage: id, screenshot: shot }, newId);
  });
}

const NONE = {};
