import { Command } from 'commander';
import { runCommand } from './cli/run.ts';
import { keepThreadPoolAwake } from './thread-pool.ts';

/** The commands in the order of the help text. Only the one that is used is loaded: a start takes a quarter less CPU time. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serveCommand(),
  migrate: async () => (await import('./cli/migrate.ts')).migrateCommand(),
  account: async () => (await import('./cli/account.ts')).accountCommand(),
  token: async () => (await import('./cli/token.ts')).tokenCommand(),
  invitation: async () => (await import('./cli/invitation.ts')).invitationCommand(),
  webpage: async () => (await import('./cli/webpage.ts')).webpageCommand(),
  capture: async () => (await import('./cli/capture.ts')).captureCommand(),
  changes: async () => (await import('./cli/changes.ts')).changesCommand(),
  search: async () => (await import('./cli/search.ts')).searchCommand(),
  phrase: async () => (await import('./cli/search.ts')).phraseCommand(),
  audit: async () => (await import('./cli/audit.ts')).auditCommand(),
  maintenance: async () => (await import('./cli/maintenance.ts')).maintenanceCommand(),
  backup: async () => (await import('./cli/backup.ts')).backupCommand(),
  restore: async () => (await import('./cli/backup.ts')).restoreCommand(),
  copy: async () => (await import('./cli/copy.ts')).copyCommand(),
  'rotate-key': async () => (await import('./cli/rotate-key.ts')).rotateKeyCommand(),
  mcp: async () => (await import('./cli/remote/local-mcp.ts')).localMcpCommand(),
  compare: async () => (await import('./cli/compare.ts')).compareCommand(),
  demo: async () => (await import('./cli/demo.ts')).demoCommand(),
  mail: async () => (await import('./cli/mail.ts')).mailCommand(),
  doctor: async () => (await import('./cli/doctor.ts')).doctorCommand(),
};

/** The program with the named command, or with all commands if there is none of this name. */
export async function makeProgram(name?: string): Promise<Command> {
  const program = new Command('pagekeep').description('A self-hosted archive of webpage screenshots.');
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  for (const load of named ? [named] : Object.values(COMMANDS)) program.addCommand(await load());
  return program;
}

export async function main(argv: readonly string[]): Promise<void> {
  keepThreadPoolAwake();
  await runCommand(isRemote(argv) ? await remoteProgram() : await makeProgram(argv[2]), argv);
}

/** Only before the command: after it, --remote could be the value of another option. */
function isRemote([, , first = '']: readonly string[]): boolean {
  return first === '--remote' || first.startsWith('--remote=');
}

async function remoteProgram(): Promise<Command> {
  return (await import('./cli/remote/program.ts')).makeRemoteProgram();
}
