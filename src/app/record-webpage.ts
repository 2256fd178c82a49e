import type { AuditAction } from '../domain/audit.ts';
import type { Store } from '../domain/ports/store.ts';

/** Records a change of the settings of a webpage in the audit log. Nothing is recorded for a webpage of another owner. */
export async function recordWebpage(
  store: Store,
  action: AuditAction,
  owner: string,
  webpageId: string,
): Promise<void> {
  const webpage = await store.webpages.find(owner, webpageId);
  if (webpage) await store.audit.record({ action, owner, subject: webpage.groupName, subjectId: webpageId });
}
