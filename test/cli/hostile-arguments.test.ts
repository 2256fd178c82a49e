import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { type Command, CommanderError } from 'commander';
import { Problem } from '../../src/domain/problem.ts';
import { makeProgram } from '../../src/main.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { addPerson, addWebpage } from '../harness/records.ts';

/**
 * Runs every command with values that are far too long, or contain control characters. The arguments come from the
 * program itself, so a new command or option is tested too. It runs in this process, because a new one for each of the
 * values would take a minute.
 */

const LONG = 'x'.repeat(300_000);
const ODD = 'a\u001b[31mb\u009bc';

/** Values that are valid but for their length, for options in which LONG is not valid at any length. */
const OVERLONG: Readonly<Record<string, string>> = {
  schedule: `${'0,'.repeat(150_000)}0 0 * * *`,
  locale: `en-x-${'abcdefgh-'.repeat(30_000)}a`,
  cookie: `name=${LONG}`,
  header: `X-Long: ${LONG}`,
  step: `click ${LONG}`,
  secret: `word=${LONG}`,
  url: `https://example.org/${LONG}`,
};

/** Folders and files may have any name, and databases and buckets any address that can be opened. */
const PLACES = new Set(['folder', 'picture', 'before', 'after', 'file', 'toDatabase', 'toImages', 'generation']);

let database: Database;
let samples: Record<string, string>;

/** A command without subcommands, by its path. */
function leaves(command: Command, path: readonly string[] = []): { path: readonly string[]; command: Command }[] {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((each) => leaves(each, [...path, each.name()]));
}

interface Try {
  readonly name: string;
  readonly argv: readonly string[];
}

/** The command line with a hostile value in each argument and each option in turn. */
function triesOf({ path, command }: ReturnType<typeof leaves>[number], hostile: (name: string) => string): Try[] {
  const valid = command.registeredArguments.map((argument) => samples[argument.name()] ?? 'none');
  const inArguments = command.registeredArguments.map((argument, index) => ({
    name: argument.name(),
    argv: [...path, ...valid.with(index, hostile(argument.name()))],
  }));
  const inOptions = command.options
    .filter((option) => option.required || option.optional)
    .map((option) => {
      const name = option.attributeName();
      return { name, argv: [...path, ...valid, `${option.long}=${hostile(name)}`] };
    });
  return [...inArguments, ...inOptions].filter(({ name }) => !PLACES.has(name));
}

const characters = async () =>
  Number(
    (
      await database.get(`SELECT (SELECT coalesce(sum(length(name) + length(url) + length(keywords)), 0) FROM webpages)
        + (SELECT coalesce(sum(length(schedule) + length(options) + coalesce(length(secrets), 0)), 0) FROM capture_schedules)
        + (SELECT coalesce(sum(length(name)), 0) FROM tokens) + (SELECT sum(length(email)) FROM accounts)
        + (SELECT coalesce(sum(length(value)), 0) FROM settings) AS n`)
    )?.n,
  );

// In a suite, because hooks outside of one run for the whole process, which this file shares with others.
describe('hostile arguments', () => {
  const usual = { ...process.env };
  let folder = '';
  /** Settings of this process during these tests. */
  const settings = () => ({ DATA_DIR: folder, CHROMIUM_PATH: '/bin/false', LOG_LEVEL: 'silent' });

  before(async () => {
    folder = await temporaryFolder('hostile');
    Object.assign(process.env, settings());
    const url = `sqlite:${join(folder, 'pagekeep.db')}`;
    const store = await openStore(url);
    const { owner, email } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    await store.close();
    database = await openDatabase(url);
    samples = { email, webpage: id, url: 'https://example.org/', id };
    for (const name of ['log', 'error'] as const) mock.method(console, name, () => undefined);
  });

  after(async () => {
    mock.restoreAll();
    for (const name of Object.keys(settings())) {
      if (usual[name] === undefined) delete process.env[name];
      else process.env[name] = usual[name];
    }
    await database.close();
    await rm(folder, { recursive: true });
  });

  for (const [kind, hostile] of [
    ['far too long', (name: string) => OVERLONG[name] ?? LONG],
    ['odd', () => ODD],
  ] as const) {
    test(`every command refuses a value that is ${kind} with a short message, and stores nothing`, async () => {
      const faults: string[] = [];
      let sent = 0;
      for (const leaf of leaves(await makeProgram())) {
        for (const { name, argv } of triesOf(leaf, hostile)) {
          const size = await characters();
          const program = await makeProgram();
          leaves(program);
          const outcome: unknown = await program.parseAsync(argv, { from: 'user' }).catch((error: unknown) => error);
          const refused = outcome instanceof Problem || outcome instanceof CommanderError;
          const message = outcome instanceof Error ? outcome.message : 'it was accepted';
          if (!refused || message.length > 1500 || (await characters()) !== size) {
            faults.push(`${leaf.path.join(' ')} ${name}: ${message.slice(0, 200)}`);
          }
          sent += 1;
        }
      }
      assert.ok(sent > 40, `only ${sent} values`);
      assert.deepEqual(faults, []);
    });
  }
});
