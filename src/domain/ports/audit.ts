import type { AuditAction, AuditEvent, AuditPosition, AuditRecord } from '../audit.ts';
import type { FoundInSteps, TimePosition } from '../stepwise.ts';

/**
 * The log of who changed what. The store records its own changes of accounts, tokens, invitations, sessions and webpages
 * in the same transaction. Other code records changes that only it knows. The origin is that of the store (Store.by).
 */
export interface Audit {
  record(event: AuditEvent): Promise<void>;
  /** The newest first, beginning after the position. */
  list(request: AuditRequest): Promise<AuditRecord[]>;
  /** Events of one account, the newest first. */
  search(owner: string, search: AuditSearch): Promise<FoundInSteps<AuditRecord>>;
  /** Deletes up to `limit` events from before this time. Returns whether there may be more. */
  forget(before: Date, limit: number): Promise<boolean>;
}

interface AuditRequest {
  /** Only events of this account; undefined: of all. */
  readonly owner: string | undefined;
  /** Only events of accounts that had this e-mail address, also of removed ones. Reads the whole log. */
  readonly email?: string | undefined;
  readonly after: AuditPosition | undefined;
  readonly limit: number;
}

export interface AuditSearch {
  readonly action: AuditAction | undefined;
  /** Events at or after this time. */
  readonly since: string | undefined;
  /** Events before this position; undefined: from the newest on. */
  readonly from: TimePosition | undefined;
  readonly limit: number;
}
