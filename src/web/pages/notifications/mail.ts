import { MAIL_WAYS, type MailWay, nextDigest, readMailSettings, readWebpageMail } from '../../../domain/mailbox.ts';
import { Problem } from '../../../domain/problem.ts';
import { shownName } from '../../../domain/webpage.ts';
import { html } from '../../html.ts';
import { errorMessage, form, layout } from '../../layout.ts';
import { mailSettingsOfForm, noServer, selectField } from '../../mail-section.ts';
import { withNotice } from '../../notices.ts';
import { webpageOf } from '../../records.ts';
import { type Answer, field, type MemberVisit, page, redirect, refusal, type Web } from '../../visit.ts';
import { notificationsPage } from './notifications.ts';

export async function doSaveMail(web: Web, visit: MemberVisit): Promise<Answer> {
  const { owner } = visit.member;
  try {
    const settings = readMailSettings(mailSettingsOfForm(visit));
    await web.store.mailboxes.save(owner, settings, nextDigest(settings, owner, web.now()));
    return redirect(withNotice(web.links.notifications, 'mail-saved'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(await notificationsPage(web, visit, { form: 'mail', message: error.message }), error);
  }
}

export async function showWebpageMail(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await webpageMailPage(web, visit, undefined));
}

export async function doWebpageMail(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  const way = (name: string) => (field(visit, name) || undefined) as MailWay | undefined;
  try {
    const choice = readWebpageMail({ changes: way('changes'), failures: way('failures') });
    await web.store.mailboxes.saveOfWebpage(visit.member.owner, id, choice);
    return redirect(withNotice(web.links.webpage(id), 'mail-saved'));
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'not-found') throw error;
    return refusal(await webpageMailPage(web, visit, error.message), error);
  }
}

/** The form with the mail settings of one webpage. */
async function webpageMailPage(web: Web, visit: MemberVisit, message: string | undefined) {
  const { links, store } = web;
  const { owner } = visit.member;
  const webpage = await webpageOf(web, visit);
  const path = links.webpage(webpage.id);
  const [choice, account] = await Promise.all([
    store.mailboxes.ofWebpage(owner, webpage.id),
    store.mailboxes.find(owner),
  ]);
  const ways = (name: 'changes' | 'failures', label: string) =>
    selectField(
      name,
      label,
      [['', `Account setting (${MAIL_WAYS[account?.[name] ?? 'off'].toLowerCase()})`], ...Object.entries(MAIL_WAYS)],
      message === undefined ? (choice[name] ?? '') : field(visit, name),
    );
  const name = shownName(webpage, undefined);
  const main = html`<div><h1>Mail about this page</h1>
<p class="lead"><a href="${path}" dir="auto">${name}</a></p></div>
${errorMessage(links, message)}
<section class="panel">
${!web.mail && noServer()}
${account?.stopped && html`<p class="aside">All mail about webpages has stopped. <a href="${links.notifications}#mail">Save the settings under Notifications</a> to receive it again.</p>`}
${form(
  visit,
  `${path}/mail`,
  html`<div class="fields">${ways('changes', 'Changes')}${ways('failures', 'Captures that fail or succeed again')}</div>
<p class="aside">The time of the digest is the same for all webpages: see <a href="${links.notifications}#mail">Notifications</a>. The settings in <a href="${path}/changes">What counts as a change</a> apply to mail, too.</p>
<div class="row"><button class="primary">Save</button><a class="button quiet" href="${path}">Cancel</a></div>`,
)}
</section>`;
  return layout(web, visit, { title: `Mail about ${name}`, current: 'archive', main });
}
