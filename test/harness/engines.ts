import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { type Cluster, dropDatabase, makeCluster, makeDatabase } from './postgres.ts';
import { isQuickRun } from './quick.ts';
import { shared } from './shared.ts';

/** Exists until it is dropped. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Creates a database without records; with `empty`, also without tables. */
  makeDatabase(options?: { empty?: boolean }): Promise<TestDatabase>;
}

export const sqlite: Engine = {
  name: 'sqlite',
  async makeDatabase({ empty = false } = {}) {
    const folder = await temporaryFolder('sqlite');
    const path = join(folder, 'pagekeep.db');
    if (!empty) await copyTemplate(path);
    return { url: `sqlite:${path}`, drop: () => rm(folder, { recursive: true, force: true }) };
  },
};

export const postgres: Engine = {
  name: 'postgres',
  async makeDatabase(options) {
    const url = await makeDatabase(await postgresUrl(), options);
    return { url, drop: () => dropDatabase(url) };
  },
};

/** The quick run leaves PostgreSQL out. */
export const ENGINES: readonly Engine[] = isQuickRun ? [sqlite] : [sqlite, postgres];

/** Defines the same tests for every engine. */
export function forEachEngine(suite: (engine: Engine) => void): void {
  for (const engine of ENGINES) describe(`on ${engine.name}`, () => suite(engine));
}

const temporary: string[] = [];
process.once('exit', () => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder that is removed at the end of the process, if it still exists. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `pagekeep-${name}-`));
  temporary.push(folder);
  return folder;
}

let template: Promise<string | undefined> | undefined;

/** A test file that runs by itself makes its databases with the migrations. */
async function copyTemplate(path: string): Promise<void> {
  template ??= shared('sqlite');
  const from = await template;
  if (from !== undefined) await copyFile(from, path);
}

let own: Promise<Cluster> | undefined;

/** A test file that runs by itself starts a server of its own. */
async function postgresUrl(): Promise<string> {
  const url = await shared('postgres');
  if (url !== undefined) return url;
  own ??= makeCluster();
  return (await own).url;
}

after(async () => {
  await (await own)?.remove();
});
