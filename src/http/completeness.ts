import { Problem } from '../domain/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered also while the database hides records: the answer fails if one of its records is missing. */
    readonly missesNothing?: boolean;
  }
}

/** Whether the database is known to leave out records without an error. */
export type MayLackRecords = () => boolean;

export const INCOMPLETE =
  'The database is damaged, so records may be missing here. The operator has to restore a backup; "pagekeep doctor" shows the damage.';

/** A program could take records that are left out for deleted ones. */
export const refuseIncomplete = () => new Problem('unavailable', INCOMPLETE);
