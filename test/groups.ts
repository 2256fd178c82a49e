import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** These files run for long or change their process, so each has a process of its own. */
const ALONE =
  /^test\/faults\/|^test\/browser\/(documents|faithful|lifetime|options|tall-pages|unkillable)\.|\.slow\.test\.ts$/;

/**
 * A process takes 0.6 s of CPU to load the sources, about as much as a small test file. The files of a group run one after
 * another, so a larger group would keep one core busy after the others have ended.
 */
const MOST_FILES = 12;

export interface Groups {
  /** Paths of modules. Each runs in a process of its own. */
  readonly entries: readonly string[];
  remove(): void;
}

/** Joins the files of each folder into groups, in the given order. A group is a module that imports its files. */
export function groupFiles(files: readonly string[], root: string): Groups {
  const folder = mkdtempSync(join(tmpdir(), 'pagekeep-test-groups-'));
  const entries: string[] = [];
  for (const group of groupsOf(files)) {
    const entry = join(folder, `${entries.length}-${group[0]?.split('/')[1]}.mjs`);
    const urlOf = (file: string) => JSON.stringify(pathToFileURL(join(root, file)));
    const imports = group.map((file) => `import ${urlOf(file)};\n`);
    // Otherwise a test can wait for a file without end, as a command could.
    const awake = `import { keepThreadPoolAwake } from ${urlOf('src/thread-pool.ts')};\nkeepThreadPoolAwake();\n`;
    writeFileSync(entry, awake + imports.join(''));
    entries.push(entry);
  }
  return { entries, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function groupsOf(files: readonly string[]): readonly string[][] {
  const groups: string[][] = [];
  const byFolder = Map.groupBy(files, (file) => (ALONE.test(file) ? file : file.split('/')[1]));
  for (const together of byFolder.values()) {
    const count = Math.ceil(together.length / MOST_FILES);
    // Dealt out in turn, because neighbours such as compare*.test.ts often take long alike.
    for (let first = 0; first < count; first += 1) groups.push(together.filter((_, index) => index % count === first));
  }
  return groups;
}
