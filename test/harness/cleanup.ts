import type { TestContext } from 'node:test';

/** What a test put up is taken down in reverse, each part although another failed. */
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
