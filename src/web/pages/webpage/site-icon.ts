import { notFound } from '../../../domain/problem.ts';
import { isPlain } from '../../../domain/text.ts';
import type { Answer, MemberVisit, Web } from '../../visit.ts';

/** The icon of a host. Its address has the version, so that a browser can keep it. */
export async function showSiteIcon({ store }: Web, { member, parameters }: MemberVisit): Promise<Answer> {
  const { host = '', version } = parameters;
  const icon = isPlain(host) ? await store.siteIcons.find(member.owner, host) : undefined;
  if (!icon || icon.version !== version) throw notFound('icon');
  return { kind: 'image', type: 'image/png', etag: `"${version}"`, read: async () => icon.image };
}
