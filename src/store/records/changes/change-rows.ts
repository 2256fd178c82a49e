import type { EvaluatedChange } from '../../../domain/evaluate-change.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { listOf } from '../../engine/insert.ts';

/** A new row of the table changes. */
export interface NewChange {
  readonly id: string;
  readonly webpageId: string;
  readonly owner: string;
  readonly kind: 'changed' | 'new' | 'failing';
  readonly at: string;
  readonly shown: boolean;
  readonly reviewedAt?: string | undefined;
  readonly screenshotId?: string | undefined;
  readonly before?: { readonly screenshotId: string };
  readonly word?: string;
  readonly share?: number;
  readonly summary?: string;
  readonly detail?: string;
  readonly settingsRevision?: number;
  readonly failures?: number;
}

/** The row of a comparison that succeeded. */
export function comparedChange({
  evaluated: { summary, announced },
  ...base
}: Omit<NewChange, 'kind' | 'shown' | 'word' | 'share' | 'summary'> & { evaluated: EvaluatedChange }): NewChange {
  const { word, share } = summary;
  return { ...base, kind: 'changed', shown: announced, word, share, summary: JSON.stringify(summary) };
}

export const CHANGE_COLUMNS = [
  'id',
  'webpage_id',
  'account_id',
  'kind',
  'happened_at',
  'shown',
  'reviewed_at',
  'screenshot_id',
  'before_id',
  'word',
  'share',
  'summary',
  'detail',
  'settings_revision',
  'failures',
];

export function changeValues(change: NewChange): Value[] {
  return [
    change.id,
    change.webpageId,
    change.owner,
    change.kind,
    change.at,
    change.shown ? 1 : 0,
    change.reviewedAt ?? null,
    change.screenshotId ?? null,
    change.before?.screenshotId ?? null,
    change.word ?? null,
    change.share ?? null,
    change.summary ?? null,
    change.detail ?? null,
    change.settingsRevision ?? 0,
    change.failures ?? null,
  ];
}

/** A capture that has an entry already keeps it. */
export async function insertChange(tx: Queries, change: NewChange): Promise<void> {
  const values = changeValues(change);
  await tx.run(
    `INSERT INTO changes (${CHANGE_COLUMNS.join(', ')}) VALUES ${listOf([values])} ON CONFLICT (id) DO NOTHING`,
    values,
  );
}
