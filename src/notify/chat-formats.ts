import type { WebhookFormat } from '../domain/webhook.ts';

/** The content of a chat message. Title and text may come from a webpage. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** The address of an image. */
  readonly picture: string | undefined;
  readonly at: string;
}

interface ChatMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const CHAT_FORMATS: Record<Exclude<WebhookFormat, 'json'>, (notice: Notice) => ChatMessage> = {
  slack: (notice) => json(slack(notice)),
  discord: (notice) => json(discord(notice)),
  teams: (notice) => json(teams(notice)),
  ntfy,
};

function json(message: object): ChatMessage {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) };
}

/** Slack interprets only these three characters, also in names of channels and people. */
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function slack({ title, text, url, picture }: Notice): object {
  // A bar would end the address of a link.
  const link = `<${slackText(url).replaceAll('|', '%7C')}|${slackText(title).replaceAll('|', '¦')}>`;
  return {
    text: `${slackText(title)}: ${slackText(text)}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${link}*` } },
      { type: 'section', text: { type: 'plain_text', text, emoji: false } },
      ...(picture === undefined ? [] : [{ type: 'image', image_url: picture, alt_text: title.slice(0, 2000) }]),
    ],
  };
}

/** Escapes the characters of Markdown. */
const markdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>~:@]/g, '\\$&');

/** As much of the text as has at most so many code units when it is escaped. An escape is not cut in two. */
function markdownUpTo(text: string, most: number): string {
  let escaped = '';
  for (const character of text) {
    const next = markdown(character);
    if (escaped.length + next.length > most) break;
    escaped += next;
  }
  return escaped;
}

function discord({ title, text, url, picture, at }: Notice): object {
  return {
    // Text of a webpage must not mention people.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: markdownUpTo(title, 256),
        url,
        description: markdown(text),
        timestamp: at,
        ...(picture !== undefined && { thumbnail: { url: picture } }),
      },
    ],
  };
}

/** The Adaptive Card that a Teams workflow posts. Its text blocks interpret Markdown. */
function teams({ title, text, url, picture }: Notice): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: markdown(title), weight: 'Bolder', size: 'Medium', wrap: true },
            { type: 'TextBlock', text: markdown(text), wrap: true },
            ...(picture === undefined ? [] : [{ type: 'Image', url: picture, altText: title }]),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Pagekeep', url }],
        },
      },
    ],
  };
}

/** ntfy takes the text as the body, and the rest as headers. Headers hold ASCII only, so the title is encoded (RFC 2047). */
function ntfy({ title, text, url, picture }: Notice): ChatMessage {
  return {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: `=?UTF-8?B?${Buffer.from(title).toString('base64')}?=`,
      click: url,
      ...(picture !== undefined && { attach: picture }),
    },
    body: text,
  };
}
