import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = new URL('../../src/web/assets/css/', import.meta.url);

test('a class is styled on its own in one style sheet, so that two pages cannot mean different things by it', () => {
  const sheets = new Map<string, Set<string>>();
  for (const file of readdirSync(FOLDER)) {
    for (const [, name = ''] of readFileSync(new URL(file, FOLDER), 'utf8').matchAll(/^\.([\w-]+) \{/gm)) {
      sheets.set(name, (sheets.get(name) ?? new Set()).add(file));
    }
  }
  assert.ok(sheets.size > 50, `only ${sheets.size} classes were found`);
  assert.deepEqual(
    [...sheets].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    [],
  );
});
