import type { Box, Findings, Region } from './findings.ts';
import type { Passage } from './page-text.ts';
import type { PassageChange } from './text-difference.ts';

interface Places {
  readonly before: readonly Box[];
  readonly after: readonly Box[];
}

/** The ignored regions of findings, and the boxes that the settings ignore. */
export interface Ignored {
  readonly regions: ReadonlySet<Region>;
  readonly boxes: Places;
}

/** The changes of passages without those that are in ignored places and in no region that counts. */
export function countedPassages(
  changes: readonly PassageChange[],
  { regions }: Pick<Findings, 'regions'>,
  ignored: Ignored,
): PassageChange[] {
  if (ignored.regions.size === 0) return [...changes];
  const counted = placesOf(regions.filter((region) => !ignored.regions.has(region)));
  const passed = placesOf([...ignored.regions]);
  const hidden = {
    before: [...ignored.boxes.before, ...passed.before],
    after: [...ignored.boxes.after, ...passed.after],
  };
  return changes.flatMap((change): readonly PassageChange[] => {
    if (change.kind === 'same' || !isIn(change, hidden) || isIn(change, counted)) return [change];
    // Unchanged passages name the values behind them.
    if (change.kind === 'removed') return [];
    return [{ kind: 'same', passage: change.kind === 'altered' ? change.after : change.passage }];
  });
}

function placesOf(regions: readonly Region[]): Places {
  return { before: regions.map(({ before }) => before), after: regions.map(({ after }) => after) };
}

function isIn(change: PassageChange, { before, after }: Places): boolean {
  if (change.kind === 'altered') return touches(change.before, before) || touches(change.after, after);
  return touches(change.passage, change.kind === 'removed' ? before : after);
}

function touches({ lines }: Passage, boxes: readonly Box[]): boolean {
  return lines.some(({ box }) => boxes.some((other) => areOverlapping(box, other)));
}

export function areOverlapping(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
