import { addFeed, readFeed } from '../../../app/feeds.ts';
import { readFeedFormat } from '../../../domain/feed.ts';
import { Problem } from '../../../domain/problem.ts';
import { atomFeed, jsonFeed } from '../../feed-formats.ts';
import { feedAddress } from '../../feed-section.ts';
import { withNotice } from '../../notices.ts';
import { idOf } from '../../records.ts';
import { readScopeFields } from '../../scope-fields.ts';
import { type Answer, field, type MemberVisit, redirect, refusal, type Visit, type Web } from '../../visit.ts';
import { notificationsPage } from './notifications.ts';

/** The feed. Its secret address authenticates the reader. */
export async function showFeed(web: Web, visit: Visit): Promise<Answer> {
  const { secret = '', format: wanted = '' } = visit.parameters;
  const format = readFeedFormat(wanted);
  const { feed, entries } = await readFeed(web.store, secret, web.now());
  const place = { links: web.links, feed, self: `${feedAddress(web, secret)}/${format}` };
  return format === 'atom.xml'
    ? { kind: 'feed', type: 'application/atom+xml; charset=utf-8', text: atomFeed(place, entries) }
    : { kind: 'feed', type: 'application/feed+json', text: jsonFeed(place, entries) };
}

/** Hands the secret of the address to the next page, because only its hash is stored. */
export async function doAddFeed(web: Web, visit: MemberVisit): Promise<Answer> {
  try {
    const draft = { name: field(visit, 'name'), scope: await readScopeFields(web, visit) };
    const { feed, secret } = await addFeed(web.store, visit.member.owner, draft, web.now());
    return redirect({ to: `${web.links.notifications}#feed`, flash: { secret, about: feed.name } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(await notificationsPage(web, visit, { form: 'feed', message: error.message }), error);
  }
}

export async function doRevokeFeed(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.feeds.revoke(visit.member.owner, idOf(visit, 'feed'));
  return redirect(withNotice(web.links.notifications, 'feed-revoked'));
}
