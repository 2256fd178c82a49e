import { openSubscription, type Subscription, unsubscribe } from '../../../app/unsubscribe.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { type Answer, page, type Visit, type Web } from '../../visit.ts';

const what = ({ webpageId }: Subscription) =>
  webpageId === undefined ? 'mail about webpages' : 'mail about this page';

/** Opening the link changes nothing: programs that check mail open links, too. */
export async function showUnsubscribe(web: Web, visit: Visit): Promise<Answer> {
  const subscription = openSubscription(web.sealingKey, visit.parameters.subscription ?? '');
  // Without the token of other forms, which needs a cookie: the address is the secret.
  return page(
    unsubscribePage(web, visit, {
      title: `No more ${what(subscription)}?`,
      content: html`<p class="lead">Pagekeep at ${new URL(web.links.publicUrl).host} then sends no more ${what(subscription)} to you.</p>
<form method="post" action="${web.links.root}/unsubscribe/${visit.parameters.subscription ?? ''}" class="stack"><button class="primary">Stop these mails</button></form>`,
    }),
  );
}

/** Mail programs send this form by themselves (RFC 8058), without a session and without a cookie. */
export async function doUnsubscribe(web: Web, visit: Visit): Promise<Answer> {
  const subscription = openSubscription(web.sealingKey, visit.parameters.subscription ?? '');
  await unsubscribe(web.store, subscription, web.now());
  return page(
    unsubscribePage(web, visit, {
      title: 'Done',
      content: html`<p class="lead">You get no more ${what(subscription)}. A mail that was already sent may still arrive.</p>
<p>Changed your mind? Choose your mail under <a href="${web.links.notifications}">Notifications</a>.</p>`,
    }),
  );
}

function unsubscribePage(web: Web, visit: Visit, { title, content }: { title: string; content: Html }): Html {
  const main = html`<section class="account-form"><h1>${title}</h1>${content}</section>`;
  return layout(web, visit, { title, main });
}
