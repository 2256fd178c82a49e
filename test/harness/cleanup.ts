import type { TestContext } from 'node:test';

/** Runs the given functions after the test in reverse order, also if one of them fails. */
export function cleanup(t: Pick<TestContext, 'after'>): (undo: () => unknown) => void {
  const undos: (() => unknown)[] = [];
  t.after(async () => {
    const failures: unknown[] = [];
    for (const undo of undos.reverse()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  });
  return (undo) => undos.push(undo);
}
