import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeLinks } from '../../src/api/links.ts';
import { ALL_EVENT_KINDS, type ArchiveEvent } from '../../src/domain/event.ts';
import type { WebhookFormat } from '../../src/domain/webhook.ts';
import { makeRenderer } from '../../src/notify/render.ts';
import { newScreenshot, newWebpage } from '../harness/records.ts';

const PUBLIC = 'https://archive.example';
const render = makeRenderer({ links: makeLinks(PUBLIC, 'https://p.example'), publicUrl: PUBLIC, version: '1' });
const NOW = new Date('2026-03-01T00:00:00.000Z');

/** Calls everybody, closes markup, and has characters of two code units. */
const HOSTILE =
  '<@everyone> <!channel> @here <https://evil.example|click> [x](https://evil.example) **b** `c` ~~d~~ # | \\ ✨😀';

function eventOf(draft: Partial<ArchiveEvent> = {}): ArchiveEvent {
  const webpage = newWebpage();
  const screenshot = newScreenshot(webpage.id);
  return {
    owner: webpage.id,
    number: 1,
    kind: 'changed',
    at: NOW.toISOString(),
    webpageId: webpage.id,
    webpage: { ...webpage, name: HOSTILE },
    title: undefined,
    screenshotId: screenshot.id,
    screenshot,
    known: {
      title: HOSTILE,
      finalUrl: undefined,
      httpStatus: 200,
      comparison: { beforeId: webpage.id, share: 0.02, words: undefined },
    },
    share: 0.02,
    summary: undefined,
    details: undefined,
    ...draft,
  };
}

const failureOf = (because: string) =>
  eventOf({
    kind: 'failed',
    screenshot: undefined,
    details: { failure: { because, since: NOW.toISOString(), failures: 1 } },
  });

// biome-ignore lint/suspicious/noExplicitAny: the shapes are asserted
const messageOf = (format: WebhookFormat, event?: ArchiveEvent): any => JSON.parse(render(format, event, NOW).body);

const LONG = `${HOSTILE} `.repeat(400);
const events = (): [string, ArchiveEvent | undefined][] => [
  ['a test', undefined],
  ...ALL_EVENT_KINDS.map((kind): [string, ArchiveEvent] => [kind, eventOf({ kind })]),
  ['a failure', failureOf(HOSTILE)],
  ['a long failure', failureOf(LONG)],
  ['a failure without words', failureOf('')],
  ['a long title', eventOf({ webpage: { ...newWebpage(), name: 'example.org' }, title: LONG })],
  ['a long name', eventOf({ webpage: { ...newWebpage(), name: LONG } })],
  ['a deleted webpage', eventOf({ kind: 'deleted', webpage: undefined, screenshot: undefined })],
];

describe('Chat messages', () => {
  test('of all formats have no characters that change the direction of the text after them', () => {
    const turned = `\u202e${HOSTILE}\u2066`;
    const event = failureOf(turned);
    for (const format of ['slack', 'discord', 'teams', 'ntfy'] as const) {
      const { headers, body } = render(format, { ...event, webpage: { ...newWebpage(), name: turned } }, NOW);
      const title = Buffer.from(headers.title?.split('?')[3] ?? '', 'base64').toString();
      assert.doesNotMatch(`${title} ${body}`, /[\u202e\u2066]|\\u20/, format);
    }
  });

  test('for Slack have its blocks within their limits, and call nobody', () => {
    for (const [name, event] of events()) {
      const { text, blocks } = messageOf('slack', event);
      assert.ok(text.length > 0 && text.length <= 4000, name);
      const [heading, body, image, ...others] = blocks;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [heading.type, heading.text.type, body.type, body.text.type],
        ['section', 'mrkdwn', 'section', 'plain_text'],
      );
      for (const section of [heading, body]) {
        assert.ok(section.text.text.length >= 1 && section.text.text.length <= 3000, name);
        assert.ok(section.text.text.isWellFormed(), name);
      }
      // The heading is one link to Pagekeep, and has no other markup in angle brackets.
      assert.match(heading.text.text, /^\*<https:\/\/archive\.example[^|<>]*\|[^|<>]+>\*$/, name);
      assert.doesNotMatch(text, /[<>]/, name);
      if (image) {
        assert.equal(image.type, 'image');
        assert.ok(URL.canParse(image.image_url) && image.alt_text.length >= 1 && image.alt_text.length <= 2000, name);
      }
    }
  });

  test('for Discord are an embed within its limits, without mentions and without markup', () => {
    for (const [name, event] of events()) {
      const { allowed_mentions: mentions, embeds, content } = messageOf('discord', event);
      assert.deepEqual([mentions, content], [{ parse: [] }, undefined]);
      const [embed, ...others] = embeds;
      assert.deepEqual(others, []);
      assert.ok(embed.title.length >= 1 && embed.title.length <= 256, name);
      assert.ok(embed.description.length >= 1 && embed.description.length <= 4096, name);
      for (const text of [embed.title, embed.description]) {
        assert.ok(text.isWellFormed(), name);
        // Each character of Markdown is escaped, also the last one.
        assert.doesNotMatch(text.replace(/\\./gu, ''), /[\\`*_[\]<>|~#]/, name);
      }
      assert.ok(embed.url.startsWith(PUBLIC) && !Number.isNaN(Date.parse(embed.timestamp)));
      assert.ok(embed.thumbnail === undefined || URL.canParse(embed.thumbnail.url));
    }
  });

  test('for Teams are an Adaptive Card below 28 kB, without markup of the page', () => {
    for (const [name, event] of events()) {
      const { body } = render('teams', event, NOW);
      assert.ok(Buffer.byteLength(body) < 28_000, name);
      const { type, attachments } = JSON.parse(body);
      assert.equal(type, 'message');
      const [{ contentType, content }] = attachments;
      assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
      assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.4']);
      for (const block of content.body) {
        if (block.type === 'Image') assert.ok(URL.canParse(block.url) && block.altText !== '', name);
        else {
          assert.equal(block.type, 'TextBlock');
          assert.ok(block.text !== '' && block.text.isWellFormed(), name);
          assert.doesNotMatch(block.text.replace(/\\./gu, ''), /[\\`*_[\]<>]/, name);
        }
      }
      assert.deepEqual(
        content.actions.map(({ type: kind }: { type: string }) => kind),
        ['Action.OpenUrl'],
      );
      assert.ok(content.actions[0].url.startsWith(PUBLIC));
    }
  });

  test('for ntfy are a text below 4 kB, and headers of one line in ASCII', () => {
    for (const [name, event] of events()) {
      const { headers, body } = render('ntfy', event, NOW);
      assert.ok(Buffer.byteLength(body) <= 4096 && body !== '', name);
      for (const value of Object.values(headers)) assert.match(value, /^[\x20-\x7e]{1,2000}$/, name);
      const { title = '', click = '', attach } = headers;
      const decoded = Buffer.from(title.replace(/^=\?UTF-8\?B\?(.*)\?=$/, '$1'), 'base64').toString();
      assert.ok(decoded !== '' && decoded.length <= 250 && decoded.isWellFormed(), name);
      assert.ok(click.startsWith(PUBLIC));
      assert.ok(attach === undefined || URL.canParse(attach), name);
    }
  });

  test('say what happened, and lead to it', () => {
    const event = eventOf({ webpage: { ...newWebpage(), name: 'News' } });
    assert.match(messageOf('slack', event).text, /^News: 2 % of News changed\.$/);
    assert.match(
      render('ntfy', event, NOW).headers.click ?? '',
      /\/webpages\/[\w-]+\/compare\?before=[\w-]+&after=[\w-]+$/,
    );
    assert.equal(render('ntfy', failureOf('There is no such host.'), NOW).body, 'There is no such host.');
    assert.equal(render('ntfy', undefined, NOW).body, 'This is a test.');
  });
});
