import type { Links } from '../api/links.ts';
import { describeEvent, nameOf, presentEvent } from '../api/present-event.ts';
import { type ArchiveEvent, EVENT_KINDS } from '../domain/event.ts';
import { oneLine } from '../domain/text.ts';
import type { WebhookFormat } from '../domain/webhook.ts';
import { CHAT_FORMATS, type Notice } from './chat-formats.ts';

export interface RenderParts {
  readonly links: Links;
  readonly publicUrl: string;
  /** Of this program. */
  readonly version: string;
}

export interface Rendered {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes the request of a webhook. Without an event it is a test. */
export function makeRenderer({ links, publicUrl, version }: RenderParts) {
  const common = { 'user-agent': `Pagekeep/${version}` };
  return (format: WebhookFormat, event: ArchiveEvent | undefined, now: Date): Rendered => {
    if (format === 'json') {
      const record = event ? presentEvent(links, event) : testRecord(links, now);
      const headers = { ...common, 'content-type': 'application/json', link: links.contextHeader };
      return { headers, body: JSON.stringify(record) };
    }
    const { headers, body } = CHAT_FORMATS[format](
      event ? noticeOf(links, publicUrl, event) : testNotice(publicUrl, now),
    );
    return { headers: { ...common, ...headers }, body };
  };
}

function testRecord(links: Links, now: Date) {
  return {
    type: 'Accept',
    id: links.event('test'),
    identifier: 'test',
    eventKind: 'test',
    actor: links.base,
    published: now.toISOString(),
    summary: 'This is a test.',
    object: { type: 'EntryPoint', id: links.base },
  };
}

function testNotice(publicUrl: string, now: Date): Notice {
  return { title: 'Pagekeep', text: 'This is a test.', url: publicUrl, picture: undefined, at: now.toISOString() };
}

/** Titles of pages can have any length. Discord shows 256 characters. */
const LONGEST_NAME = 200;

function noticeOf(links: Links, publicUrl: string, event: ArchiveEvent): Notice {
  const { kind, at, webpageId, webpage, screenshot, known } = event;
  const page = `${publicUrl}/webpages/${webpageId}`;
  const before = known?.comparison?.beforeId;
  const isFailure = kind === 'failed' || kind === 'still-failing';
  const name = oneLine(nameOf(event), LONGEST_NAME);
  const summary = isFailure || kind === 'changed' ? oneLine(describeEvent(event)) : '';
  return {
    title: isFailure ? `${name}: the capture failed` : name,
    // Slack refuses an empty text.
    text: summary === '' ? `${EVENT_KINDS[kind]}.` : summary,
    url: !webpage
      ? publicUrl
      : screenshot && before !== undefined
        ? `${page}/compare?before=${before}&after=${screenshot.id}`
        : page,
    picture: screenshot && links.image(screenshot.picture.thumbnailKey),
    at,
  };
}
