import type { FoundInSteps, StepwiseRequest, TimePosition } from '../../domain/stepwise.ts';
import type { Row } from '../engine/database.ts';

/** Records that one statement reads, in a few milliseconds. Other requests run between two statements. */
const STEP = 1_000;

/** A request looks at this many steps. The caller asks for the rest. */
const MOST_STEPS = 20;

/** Before and after every position. */
const ENDS = { asc: { at: '', id: '' }, desc: { at: '\uffff', id: '' } };

export interface StepQuery {
  readonly from: TimePosition;
  /** SQL: the comparison with a position, and the direction of the order. */
  readonly beyond: '>' | '<';
  readonly way: 'ASC' | 'DESC';
  /** The number of records that the statement looks at. */
  readonly size: number;
}

export interface StepReader<Found> {
  /** The matching rows of a step, at most `limit`, in the order of the list. */
  read(step: StepQuery, limit: number): Promise<Row[]>;
  /** The position of the last record of a step; undefined if no full step follows. */
  end(step: StepQuery): Promise<TimePosition | undefined>;
  positionOf(row: Row): TimePosition;
  found(row: Row): Found;
}

/** Reads records in the order of time and tests each of them, in steps that let other requests run. */
export async function readInSteps<Found>(
  { order, from, limit }: StepwiseRequest,
  reader: StepReader<Found>,
): Promise<FoundInSteps<Found>> {
  const rows: Row[] = [];
  let place = from ?? ENDS[order];
  for (let steps = 1; ; steps += 1) {
    const step = {
      from: place,
      beyond: order === 'asc' ? '>' : '<',
      way: order === 'asc' ? 'ASC' : 'DESC',
      size: STEP,
    } as const;
    // Reads limit + 1 rows to see whether more follow.
    rows.push(...(await reader.read(step, limit + 1 - rows.length)));
    if (rows.length > limit) break;
    const end = await reader.end(step);
    if (!end) return { records: rows.map(reader.found), next: undefined };
    place = end;
    if (steps === MOST_STEPS) return { records: rows.map(reader.found), next: place };
    await new Promise((resolve) => setImmediate(resolve));
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { records: shown.map(reader.found), next: last && reader.positionOf(last) };
}
