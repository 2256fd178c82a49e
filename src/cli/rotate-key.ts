import { Command } from 'commander';
import { type RotationReport, rotateKey } from '../app/rotate-key.ts';
import { sealingKey } from '../app/seal.ts';
import type { Config } from '../config.ts';
import { counted } from '../domain/counted.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { nextKeyFile } from '../secret-key.ts';
import { findService } from '../work/machine-heartbeat.ts';
import { showProgress } from './progress.ts';
import { print, withLockedArchive } from './run.ts';

export function rotateKeyCommand(): Command {
  return new Command('rotate-key')
    .description(
      'Encrypt the stored secrets with a new secret key. Stop the service on all machines first. Without SECRET_KEY, creates a new secret.key; with it, NEW_SECRET_KEY is the new key. Can be interrupted and run again. Exit code 1: some secrets could not be decrypted.',
    )
    .option('--json', 'print one JSON object')
    .action((flags: { json?: boolean }) =>
      withLockedArchive(async ({ store }, config) => {
        await refuseRunningService(store);
        const keys = await keysOf(config);
        const report = await rotate(store, keys);
        await store.audit.record({ action: 'key-rotated' });
        await keys.adopt();
        print(flags, report, [...linesOf(report), keys.advice].join('\n'));
        if (report.unreadable > 0) process.exitCode = 1;
      }),
    );
}

/** A running service keeps the old key. Secrets that it encrypts with it afterwards could not be decrypted. */
async function refuseRunningService(store: Store): Promise<void> {
  const service = await findService(store.machineHeartbeat);
  if (!service) return;
  const advice = 'Stop it first: it would continue to encrypt with the old key.';
  throw new Problem('conflict', `The service runs on ${service.name}. ${advice}`);
}

interface Keys {
  readonly current: string;
  readonly next: string;
  adopt(): Promise<void>;
  readonly advice: string;
}

async function keysOf({ secretKey, newSecretKey, dataDir }: Config): Promise<Keys> {
  if (secretKey === undefined && newSecretKey === undefined) {
    const advice = 'secret.key is new. Start the service, and make the next backup into another folder.';
    return { ...(await nextKeyFile(dataDir)), advice };
  }
  if (secretKey === undefined) throw unclearKeys('SECRET_KEY is missing');
  if (newSecretKey === undefined) throw unclearKeys('NEW_SECRET_KEY is missing');
  if (secretKey === newSecretKey) throw unclearKeys('SECRET_KEY and NEW_SECRET_KEY are the same');
  const advice = 'Set SECRET_KEY to the new key everywhere, then start the service.';
  return { current: secretKey, next: newSecretKey, adopt: async () => undefined, advice };
}

function unclearKeys(fault: string): Problem {
  const advice = 'set SECRET_KEY to the current key and NEW_SECRET_KEY to another one, or neither of them';
  return new Problem('invalid', `${fault}: ${advice}.`);
}

async function rotate(store: Store, { current, next }: Keys): Promise<RotationReport> {
  const { show, end } = showProgress();
  const rotation = { from: sealingKey(current), to: sealingKey(next), report: show };
  return rotateKey(store, rotation).finally(end);
}

function linesOf({ rotated, unreadable }: RotationReport): string[] {
  const done = `Encrypted ${counted(rotated, 'secret')} with the new key.`;
  if (unreadable === 0) return [done];
  return [
    done,
    `${unreadable} could not be decrypted with the current key and stay as they are: see "pagekeep doctor".`,
  ];
}
