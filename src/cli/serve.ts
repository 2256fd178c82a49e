import { once } from 'node:events';
import { Command } from 'commander';
import { invite } from '../app/join.ts';
import type { Config } from '../config.ts';
import { Problem } from '../domain/problem.ts';
import { ROLES, type Role, readRoles } from '../roles/names.ts';
import type { RunningService } from '../service.ts';
import { say } from './output.ts';
import { currentConfig } from './run.ts';

export function serveCommand(): Command {
  const collect = (value: string, before: string[]) => [...before, value];
  return new Command('serve')
    .description('Run the service until it is stopped (Ctrl-C or SIGTERM).')
    .option('--role <role>', `run only this role: ${ROLES.join(', ')}; can be repeated`, collect, [])
    .action(serve);
}

async function serve({ role }: { role: string[] }): Promise<void> {
  const roles = readRoles(role);
  const config = currentConfig();
  // Ctrl-C also ends the process that reads a pipe. The service then cannot print, but has to stop properly.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const service = await start(config, roles);
  const message = await startMessage(config, roles, service).catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
  const stop = new AbortController();
  // Before the start message, because a signal may arrive as soon as it is printed.
  const stopRequested = Promise.race([
    once(process, 'SIGINT', { signal: stop.signal }),
    once(process, 'SIGTERM', { signal: stop.signal }),
  ]);
  say(message);
  await stopRequested;
  stop.abort();
  // A second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  say('Stopping: finishing requests and releasing captures. Press Ctrl-C again to stop at once.');
  await service.stop();
  process.exit(0);
}

async function start(config: Config, roles: ReadonlySet<Role>): Promise<RunningService> {
  // Loaded here, because no other command needs it.
  const { startService } = await import('../service.ts');
  try {
    return await startService(config, roles);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Problem(
        'unavailable',
        `PORT ${config.port} is already in use on ${config.host}: set PORT to another one.`,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
      throw new Problem('unavailable', `Cannot listen on HOST ${config.host}, PORT ${config.port} (${code}).`);
    }
    throw error;
  }
}

async function startMessage(
  config: Config,
  roles: ReadonlySet<Role>,
  { archive, address }: RunningService,
): Promise<string> {
  if (address === undefined) return `Pagekeep is running as ${[...roles].join(' and ')}.\n\nPress Ctrl-C to stop.`;
  const lines = [
    'Pagekeep is running.',
    '',
    `  Web            ${config.publicUrl}/`,
    `  API            ${config.publicUrl}/v3`,
    `  Documentation  ${config.publicUrl}/docs`,
    `  Listening on   ${address}`,
    `  Data           ${config.dataDir}`,
  ];
  const accounts = await archive.store.accounts.list();
  if (accounts.length === 0) {
    lines.push(
      '',
      'There is no account yet. Open this link to create the first one (it works once):',
      '',
      `  ${config.publicUrl}/join/${await invite(archive.store, undefined, new Date())}`,
      '',
      'Or use the command line, in a second terminal, in this folder and with the same settings:',
      '',
      '  npx pagekeep account add you@example.org',
      '  npx pagekeep token add you@example.org',
      '  npx pagekeep webpage add https://example.org --account you@example.org',
      `  curl -H "Authorization: Bearer TOKEN" ${config.publicUrl}/v3/webpages`,
      '',
      'Or create a demo account with invented webpages that changed over four months:',
      '',
      '  npx pagekeep demo',
    );
  }
  lines.push('', 'Press Ctrl-C to stop.');
  return lines.join('\n');
}
