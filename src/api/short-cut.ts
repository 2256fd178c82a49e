import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { IDENTIFIER_LENGTH, isIdentifier } from '../domain/identifier.ts';
import type { Answering, Asking } from '../http/exchange.ts';
import type { Read } from './reader.ts';

const SCREENSHOTS = '/screenshots';
const QUESTION_MARK = '?'.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);

/** Answers a GET for a record or a list of records; false for any other path. */
export type ShortCut = (request: Asking, response: Answering) => boolean;

/**
 * The way to the readers without the router, which would cost a tenth of the whole or more. Whatever is unusual in a path
 * goes the long way, to the same readers.
 */
export function makeShortCut(options: {
  basePath: string;
  readers: ReadonlyMap<string, Read>;
  newId: () => string;
}): ShortCut {
  const { basePath, readers, newId } = options;
  const webpages = readers.get('/webpages');
  const webpage = readers.get('/webpages/:webpage');
  const screenshots = readers.get('/webpages/:webpage/screenshots');
  const screenshot = readers.get('/webpages/:webpage/screenshots/:screenshot');
  if (!webpages || !webpage || !screenshots || !screenshot) throw new Error('a reader is missing');
  const prefix = `${basePath}/webpages`;

  const find = (url: string): [read: Read, parameters: Readonly<Record<string, string>>] | undefined => {
    if (!url.startsWith(prefix)) return undefined;
    let at = prefix.length;
    if (endsAt(url, at)) return [webpages, NONE];
    const id = identifierAt(url, at);
    if (id === undefined) return undefined;
    at += 1 + IDENTIFIER_LENGTH;
    if (endsAt(url, at)) return [webpage, { webpage: id }];
    if (!url.startsWith(SCREENSHOTS, at)) return undefined;
    at += SCREENSHOTS.length;
    if (endsAt(url, at)) return [screenshots, { webpage: id }];
    const shot = identifierAt(url, at);
    if (shot === undefined || !endsAt(url, at + 1 + IDENTIFIER_LENGTH)) return undefined;
    return [screenshot, { webpage: id, screenshot: shot }];
  };

  return (request, response) => {
    const found = find(request.url ?? '');
    if (!found) return false;
    const [read, parameters] = found;
    read(request, response, parameters, newId);
    return true;
  };
}

/** Puts it before the router. */
export function addShortCut(server: Server, shortCut: ShortCut): void {
  const [routed] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!routed) throw new Error('there is no router');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // While the server stops, the long way tells callers that their connection ends.
    const isShort = request.method === 'GET' && server.listening && shortCut(request, response);
    if (!isShort) routed(request, response);
  });
}

const NONE = {};

const endsAt = (url: string, at: number) => at === url.length || url.charCodeAt(at) === QUESTION_MARK;

/** The identifier behind the slash that stands here, if one does. */
function identifierAt(url: string, at: number): string | undefined {
  if (url.charCodeAt(at) !== SLASH) return undefined;
  const text = url.slice(at + 1, at + 1 + IDENTIFIER_LENGTH);
  return isIdentifier(text) ? text : undefined;
}
