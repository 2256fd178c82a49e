import { once } from 'node:events';
import { Command } from 'commander';
import { invite } from '../app/join.ts';
import type { Config } from '../config.ts';
import { Problem } from '../domain/problem.ts';
import { ROLES, type Role, readRoles } from '../roles/names.ts';
import type { RunningService } from '../service.ts';
import { currentConfig } from './run.ts';

export function serveCommand(): Command {
  const gather = (value: string, before: string[]) => [...before, value];
  return new Command('serve')
    .description('Run the service until it is interrupted.')
    .option('--role <role>', `only this part of it: ${ROLES.join(', ')}; may be given several times`, gather, [])
    .action(serve);
}

async function serve({ role }: { role: string[] }): Promise<void> {
  const roles = readRoles(role);
  const config = currentConfig();
  // Ctrl-C also ends what the output is piped into: then nobody hears the last words, and everything else is still done.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const service = await start(config, roles);
  const stop = new AbortController();
  // Before the greeting, which may be answered with Ctrl-C at once.
  const asked = Promise.race([
    once(process, 'SIGINT', { signal: stop.signal }),
    once(process, 'SIGTERM', { signal: stop.signal }),
  ]);
  console.log(await greeting(config, roles, service));
  await asked;
  stop.abort();
  // A second Ctrl-C does not wait.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  console.log('Stopping: what is under way is finished or given back first.');
  await service.stop();
  process.exit(0);
}

async function start(config: Config, roles: ReadonlySet<Role>): Promise<RunningService> {
  // Most of the program, and none of it is for another command.
  const { startService } = await import('../service.ts');
  try {
    return await startService(config, roles);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Problem('unavailable', `PORT ${config.port} is in use on ${config.host}: set PORT to another one.`);
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
      throw new Problem('unavailable', `HOST ${config.host}, PORT ${config.port} cannot be listened on (${code}).`);
    }
    throw error;
  }
}

async function greeting(
  config: Config,
  roles: ReadonlySet<Role>,
  { archive, address }: RunningService,
): Promise<string> {
  if (address === undefined) return `Pagekeep is running as ${[...roles].join(' and ')}.\n\nCtrl-C ends it.`;
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
      'The archive is empty. Open this link to make the first account; it works once:',
      '',
      `  ${config.publicUrl}/join/${await invite(archive.store, undefined, new Date())}`,
      '',
      'Or begin in a second terminal, in this folder, with',
      '',
      '  npx pagekeep account add you@example.org',
      '  npx pagekeep token add you@example.org',
      '  npx pagekeep webpage add https://example.org --account you@example.org',
      `  curl -H "Authorization: Bearer TOKEN" ${config.publicUrl}/v3/webpages`,
      '',
      'or fill it with a synthetic archive, to look around:',
      '',
      '  npx pagekeep demo --webpages 200 --screenshots 2000',
    );
  }
  lines.push('', 'Ctrl-C ends it.');
  return lines.join('\n');
}
