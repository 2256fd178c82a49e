import type { ReadPicturePart } from '../../app/picture-parts.ts';
import type { ChangeNews, FailureNews, News } from '../../app/read-news.ts';
import type { NewsLetter, RenderedMail } from '../../app/send-mail.ts';
import type { Subscription } from '../../app/unsubscribe.ts';
import { oneLine } from '../../domain/text.ts';
import { tellWords } from '../../domain/word-change.ts';
import { formatShare, pluralize, shortUrl } from '../../web/format.ts';
import { type Html, html } from '../../web/html.ts';
import { cropsOf, type MailCrop, type MailCrops } from './crops.ts';
import { frame, heading, link, small, subheading } from './frame.ts';

export interface NewsParts {
  readonly publicUrl: string;
  readonly readPart: ReadPicturePart;
  /** The secret of a link that ends mail. */
  readonly sealSubscription: (subscription: Subscription) => string;
}

/** The most changes with pictures, and the bytes after which none follow. Usually 12 take 500 kB. */
const MOST_PICTURED = 12;
const MOST_PICTURE_BYTES = 2_000_000;
const LONGEST_NAME = 120;
/** A title in a subject; the words that changed follow it. */
const LONGEST_IN_SUBJECT = 60;

/** An entry of the mail, as both parts show it. */
interface Entry {
  readonly name: string;
  readonly facts: string;
  /** Texts of the page, each a line. */
  readonly says: readonly string[];
  readonly crops: MailCrops | undefined;
  readonly links: readonly { readonly text: string; readonly url: string }[];
}

/** Changes, and failing pages at the end. */
export async function renderNews(parts: NewsParts, { kind, owner, news }: NewsLetter): Promise<RenderedMail> {
  const { publicUrl } = parts;
  const pictures: RenderedMail['pictures'][number][] = [];
  const changes: Entry[] = [];
  for (const [index, change] of news.changes.entries()) {
    const bytes = pictures.reduce((sum, { jpeg }) => sum + jpeg.length, 0);
    const cut =
      index < MOST_PICTURED && bytes < MOST_PICTURE_BYTES
        ? await cropsOf(parts.readPart, change, index + 1)
        : undefined;
    pictures.push(...(cut?.pictures ?? []));
    changes.push(changeEntry(parts, owner, { change, crops: cut?.crops, timeZone: news.timeZone }));
  }
  const failures = news.failures.map((failure) => failureEntry(parts, owner, failure, news.timeZone));
  const unsubscribe = `${publicUrl}/unsubscribe/${parts.sealSubscription({ owner, webpageId: undefined })}`;
  const subject = subjectOf(kind, news);
  const letter = { publicUrl, title: titleOf(kind, news), news, changes, failures, unsubscribe };
  return {
    subject,
    text: plainText(letter),
    html: frame({ title: subject, content: contentOf(letter), footer: footerOf(letter) }),
    pictures,
    unsubscribe,
  };
}

function changeEntry(
  parts: NewsParts,
  owner: string,
  { change, crops, timeZone }: { change: ChangeNews; crops: MailCrops | undefined; timeZone: string },
): Entry {
  const { webpage, name, at, times, share, pair, summary } = change;
  const page = `${parts.publicUrl}/webpages/${webpage.id}`;
  const again = times > 1 ? ` · the last of ${times} changes` : '';
  const words = tellWords(summary?.words);
  const compare = pair && {
    text: 'Compare',
    url: `${page}/compare?before=${pair.before.id}&after=${pair.after.id}`,
  };
  return {
    name: oneLine(name, LONGEST_NAME),
    facts: `${hostOf(webpage.url)} · ${formatShare(share)} of the page · ${timeIn(timeZone, at)}${again}`,
    says: [...(summary?.watched ?? []), ...(words === undefined ? [] : [words])].map((line) => oneLine(line, 300)),
    crops,
    links: [compare ?? { text: 'Open', url: page }, stopLink(parts, owner, webpage.id)],
  };
}

function failureEntry(
  parts: NewsParts,
  owner: string,
  { webpage, name, at, because }: FailureNews,
  timeZone: string,
): Entry {
  return {
    name: oneLine(name, LONGEST_NAME),
    facts: `${hostOf(webpage.url)} · ${because === undefined ? 'captured again on' : 'failing since'} ${timeIn(timeZone, at)}`,
    says: because === undefined ? [] : [oneLine(because, 300)],
    crops: undefined,
    links: [{ text: 'Open', url: `${parts.publicUrl}/webpages/${webpage.id}` }, stopLink(parts, owner, webpage.id)],
  };
}

function stopLink({ publicUrl, sealSubscription }: NewsParts, owner: string, webpageId: string) {
  return {
    text: 'No more mail about this page',
    url: `${publicUrl}/unsubscribe/${sealSubscription({ owner, webpageId })}`,
  };
}

/** The address of a page may be long, and mail programs make links of it. */
const hostOf = (url: string) => oneLine(URL.parse(url)?.host || shortUrl(url), 80);

function timeIn(timeZone: string, at: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

const failing = ({ failures }: News) => failures.filter(({ because }) => because !== undefined);

/** "3 pages changed, 1 page fails, 2 pages succeed again" */
function countsOf(news: News): string {
  const changed = news.changes.length + news.moreChanges;
  const failed = failing(news).length + news.moreFailures;
  const recovered = news.failures.length - failing(news).length;
  const parts = [
    changed > 0 && `${pluralize(changed, 'page')} changed`,
    failed > 0 && `${pluralize(failed, 'page fails', 'pages fail')}`,
    recovered > 0 && `${pluralize(recovered, 'page succeeds', 'pages succeed')} again`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function titleOf(kind: NewsLetter['kind'], news: News): string {
  if (kind === 'changes') return countsOf(news);
  return `${news.period === 'weekly' ? 'Weekly' : 'Daily'} digest: ${countsOf(news)}`;
}

/** A mail at once about a single page names it. */
function subjectOf(kind: NewsLetter['kind'], news: News): string {
  const [change, ...changes] = news.changes;
  const [failure, ...failures] = news.failures;
  if (kind === 'digest' || changes.length + failures.length > 0 || (change && failure)) return titleOf(kind, news);
  if (change) {
    const { sentence = '' } = change.summary?.words ?? {};
    const words = oneLine(sentence, LONGEST_IN_SUBJECT + 20);
    return `Changed: ${oneLine(change.name, LONGEST_IN_SUBJECT)}${words && ` (${words})`}`;
  }
  const name = oneLine(failure?.name ?? '', LONGEST_IN_SUBJECT);
  return failure?.because === undefined ? `Captured again: ${name}` : `Failing: ${name}`;
}

interface NewsContent {
  readonly publicUrl: string;
  readonly title: string;
  readonly news: News;
  readonly changes: readonly Entry[];
  readonly failures: readonly Entry[];
  readonly unsubscribe: string;
}

const FAILURES = 'Captures that fail or succeed again';
const more = (number: number) => `${pluralize(number, 'more page')} in the archive`;

function plainText({ publicUrl, title, news, changes, failures, unsubscribe }: NewsContent): string {
  const entry = ({ name, facts, says, links }: Entry) =>
    [name, facts, ...says.map((line) => `“${line}”`), ...links.map(({ text, url }) => `${text}: ${url}`)].join('\n');
  const blocks = [
    title,
    ...changes.map(entry),
    ...(news.moreChanges > 0 ? [`${more(news.moreChanges)}: ${publicUrl}/`] : []),
    ...(failures.length > 0 && changes.length > 0 ? [FAILURES] : []),
    ...failures.map(entry),
    ...(news.moreFailures > 0 ? [`${more(news.moreFailures)}: ${publicUrl}/?filter=failing`] : []),
    `-- \nSent by Pagekeep at ${publicUrl}\nChoose your mail: ${publicUrl}/notifications\nNo more mail about webpages: ${unsubscribe}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function contentOf({ publicUrl, title, news, changes, failures }: NewsContent): Html {
  return html`${heading(title)}
${changes.map((entry, index) => entryBlock(entry, index === 0))}
${news.moreChanges > 0 && small(link(`${publicUrl}/`, more(news.moreChanges)))}
${failures.length > 0 && changes.length > 0 && subheading(FAILURES)}
${failures.map((entry) => entryBlock(entry, true))}
${news.moreFailures > 0 && small(link(`${publicUrl}/?filter=failing`, more(news.moreFailures)))}`;
}

function entryBlock({ name, facts, says, crops, links }: Entry, isFirst: boolean): Html {
  const [main, ...others] = links;
  const border = isFirst ? '' : 'border-top:1px solid #e1dbcf;padding-top:20px;';
  return html`<div class="line" style="${border}margin:0 0 20px">
<p class="ink" dir="auto" style="margin:0 0 2px;font-size:16px;line-height:1.35;font-weight:700;color:#1e1b17">${name}</p>
<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#615a50">${facts}</p>
${says.map((line) => html`<p class="ink" dir="auto" style="margin:0 0 10px;font-size:15px;line-height:1.5;color:#1e1b17">${line}</p>`)}
${crops && cropsBlock(crops)}
<p class="soft" style="margin:0;font-size:14px;line-height:1.6;color:#615a50">${main && html`<strong>${link(main.url, main.text)}</strong>`}${others.map(({ url, text }) => html` &nbsp;·&nbsp; ${link(url, text)}`)}</p>
</div>`;
}

function cropsBlock({ wide, before, after }: MailCrops): Html {
  const one = (label: string, { cid, width, height }: MailCrop) =>
    html`<span class="soft" style="display:block;font-size:12px;line-height:1.6;color:#615a50">${label}</span><img src="cid:${cid}" width="${width}" height="${height}" alt="${label}" style="display:block;width:100%;max-width:${width}px;height:auto;border:1px solid #e1dbcf" class="crop line">`;
  const cells = wide
    ? html`<tr><td style="padding:0 0 10px">${one('Before', before)}</td></tr><tr><td>${one('After', after)}</td></tr>`
    : html`<tr><td class="half" width="50%" valign="top" style="padding:0 5px 0 0">${one('Before', before)}</td><td class="half" width="50%" valign="top" style="padding:0 0 0 5px">${one('After', after)}</td></tr>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 10px">${cells}</table>`;
}

function footerOf({ publicUrl, unsubscribe }: NewsContent): Html {
  return html`Sent by Pagekeep at ${publicUrl}<br>
${link(`${publicUrl}/notifications`, 'Choose your mail')} &nbsp;·&nbsp; ${link(unsubscribe, 'No more mail about webpages')}`;
}
