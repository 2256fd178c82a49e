import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { type Cluster, dropDatabase, makeCluster, makeDatabase } from './postgres.ts';
import { isQuickRun } from './quick.ts';

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
  async makeDatabase() {
    const folder = await temporaryFolder('sqlite');
    return { url: `sqlite:${folder}/pagekeep.db`, drop: () => rm(folder, { recursive: true, force: true }) };
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

let own: Promise<Cluster> | undefined;

/** The server that global-setup.ts shares. Without global set-up, a test file starts a server of its own. */
async function postgresUrl(): Promise<string> {
  const shared = process.env.PAGEKEEP_TEST_POSTGRES;
  if (!shared) {
    own ??= makeCluster();
    return (await own).url;
  }
  const answer = await fetch(shared);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

after(async () => {
  await (await own)?.remove();
});
