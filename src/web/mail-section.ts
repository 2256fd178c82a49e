import { isTimeZone } from '../domain/day.ts';
import { MAIL_KINDS } from '../domain/mail.ts';
import type { Mailbox, MailSettings, MailWay, WebpageMail } from '../domain/mailbox.ts';
import { MAIL_WAYS, NO_MAIL, PERIODS, type Period, WEEKDAYS } from '../domain/mailbox.ts';
import { shownName } from '../domain/webpage.ts';
import { TIME_ZONES } from './capture-settings-form.ts';
import { timeTag } from './format.ts';
import { type Html, html } from './html.ts';
import { form, icon } from './layout.ts';
import { mailWords } from './mail-words.ts';
import { field, type MemberVisit, type Web } from './visit.ts';

/** The values of the form as text. */
type MailFields = Record<keyof MailSettings, string>;

const DIFFERING_SHOWN = 20;
const LOG_LENGTH = 10;

/** The mail settings of the visitor, and the states of the last mails. */
export async function mailSection(web: Web, visit: MemberVisit, refused: boolean): Promise<Html> {
  const { links, store } = web;
  const { owner, email } = visit.member;
  const mailbox = await store.mailboxes.find(owner);
  const fields = refused ? mailFieldsOfForm(visit) : fieldsOf(mailbox ?? { ...NO_MAIL, timeZone: visit.timeZone });
  return html`<section class="panel" id="mail">
<h2>Mail</h2>
${web.mail ? html`<p class="aside">Mail is sent to <bdi>${email}</bdi>.</p>` : noServer()}
${mailbox?.stopped && stoppedNote(web, mailbox.stopped)}
${form(
  visit,
  `${links.notifications}/mail`,
  html`<div class="fields">${waySelect('changes', 'Changes', fields.changes)}${waySelect('failures', 'Captures that fail or succeed again', fields.failures)}</div>
<h3>Digest</h3>
<div class="fields">
${selectField('period', 'How often', Object.entries(PERIODS), fields.period)}
${selectField(
  'weekday',
  'Day of a weekly digest',
  WEEKDAYS.map((name, day) => [String(day), name]),
  fields.weekday,
)}
${selectField(
  'hour',
  'Time',
  Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`]),
  fields.hour,
)}
${selectField(
  'timeZone',
  'Time zone',
  zonesWith(fields.timeZone).map((zone) => [zone, zone]),
  fields.timeZone,
)}
</div>
<p class="aside">No digest is sent when there is nothing to report.</p>
<button class="primary">Save</button>`,
)}
${await differingPages(web, owner)}
${await lastMails(web, owner)}
</section>`;
}

function mailFieldsOfForm(visit: MemberVisit): MailFields {
  return {
    changes: field(visit, 'changes'),
    failures: field(visit, 'failures'),
    period: field(visit, 'period'),
    weekday: field(visit, 'weekday'),
    hour: field(visit, 'hour'),
    timeZone: field(visit, 'timeZone'),
  };
}

/** The form as settings; readMailSettings refuses what is not valid. */
export function mailSettingsOfForm(visit: MemberVisit): MailSettings {
  const { changes, failures, period, weekday, hour, timeZone } = mailFieldsOfForm(visit);
  return {
    changes: changes as MailWay,
    failures: failures as MailWay,
    period: period as Period,
    weekday: weekday === '' ? Number.NaN : Number(weekday),
    hour: hour === '' ? Number.NaN : Number(hour),
    timeZone,
  };
}

/** "Changes: at once, failures: account setting" */
function describeWebpageMail({ changes, failures }: WebpageMail): string {
  const way = (chosen: MailWay | undefined) =>
    chosen === undefined ? 'account setting' : MAIL_WAYS[chosen].toLowerCase();
  return `Changes: ${way(changes)}, failures: ${way(failures)}`;
}

function fieldsOf({ changes, failures, period, weekday, hour, timeZone }: MailSettings): MailFields {
  return { changes, failures, period, weekday: String(weekday), hour: String(hour), timeZone };
}

/** Browsers know some zones by other names. */
function zonesWith(zone: string): readonly string[] {
  return TIME_ZONES.includes(zone) || !isTimeZone(zone) ? TIME_ZONES : [zone, ...TIME_ZONES];
}

export function noServer(): Html {
  return html`<p class="aside">This archive sends no mail yet: its operator must set <code>SMTP_URL</code> and <code>MAIL_FROM</code>, and can try them with <code>pagekeep mail test ADDRESS</code>. Your settings apply from then on. Webhooks and feeds work without mail.</p>`;
}

function stoppedNote({ links }: Web, { at, because }: NonNullable<Mailbox['stopped']>): Html {
  return html`<p class="callout">${icon(links, 'warning')}<span>${
    because === undefined
      ? html`You unsubscribed ${timeTag(at)} with the link in a mail.`
      : html`This mail stopped ${timeTag(at)}, because your address was refused: ${because}`
  } Save these settings to receive it again.</span></p>`;
}

function waySelect(name: 'changes' | 'failures', label: string, value: string): Html {
  return selectField(name, label, Object.entries(MAIL_WAYS), value);
}

export function selectField(
  name: string,
  label: string,
  choices: readonly (readonly [string, string])[],
  value: string,
): Html {
  return html`<div class="field"><label for="mail-${name}">${label}</label>
<select id="mail-${name}" name="${name}">${choices.map(
    ([each, words]) => html`<option value="${each}"${each === value && html` selected`}>${words}</option>`,
  )}</select></div>`;
}

async function differingPages({ store, links }: Web, owner: string): Promise<Html | false> {
  const pages = await store.mailboxes.differing(owner, DIFFERING_SHOWN);
  if (pages.length === 0) return false;
  return html`<h3>Webpages with their own setting</h3>
<ul class="records">${pages.map(({ webpage, title, choice }) => {
    const name = shownName(webpage, title);
    return html`<li><div><strong dir="auto">${name}</strong><small>${describeWebpageMail(choice)}</small></div>
<a class="button small" href="${links.webpage(webpage.id)}/mail">Change<span class="visually-hidden"> mail about ${name}</span></a></li>`;
  })}</ul>`;
}

async function lastMails({ store }: Web, owner: string): Promise<Html | false> {
  const mails = await store.mails.list(owner, LOG_LENGTH);
  if (mails.length === 0) return false;
  return html`<details${mails[0]?.state !== 'sent' && html` open`}><summary>Recent mail</summary><ul class="records">${mails.map(
    (mail) =>
      html`<li><div><strong>${MAIL_KINDS[mail.kind]}</strong><small>${timeTag(mail.createdAt)}</small><small>${mailWords(mail)}</small></div></li>`,
  )}</ul></details>`;
}
