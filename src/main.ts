import { Command } from 'commander';
import { accountCommand } from './cli/account.ts';
import { auditCommand } from './cli/audit.ts';
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { captureCommand } from './cli/capture.ts';
import { changesCommand } from './cli/changes.ts';
import { compareCommand } from './cli/compare.ts';
import { copyCommand } from './cli/copy.ts';
import { demoCommand } from './cli/demo.ts';
import { doctorCommand } from './cli/doctor.ts';
import { invitationCommand } from './cli/invitation.ts';
import { maintenanceCommand } from './cli/maintenance.ts';
import { migrateCommand } from './cli/migrate.ts';
import { rotateKeyCommand } from './cli/rotate-key.ts';
import { runCommand } from './cli/run.ts';
import { serveCommand } from './cli/serve.ts';
import { tokenCommand } from './cli/token.ts';
import { webpageCommand } from './cli/webpage.ts';

export function makeProgram(): Command {
  return new Command('pagekeep')
    .description('A self-hosted archive of webpage screenshots.')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(accountCommand())
    .addCommand(tokenCommand())
    .addCommand(invitationCommand())
    .addCommand(webpageCommand())
    .addCommand(captureCommand())
    .addCommand(changesCommand())
    .addCommand(auditCommand())
    .addCommand(maintenanceCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(copyCommand())
    .addCommand(rotateKeyCommand())
    .addCommand(compareCommand())
    .addCommand(demoCommand())
    .addCommand(doctorCommand());
}

export async function main(argv: readonly string[]): Promise<void> {
  await runCommand(makeProgram(), argv);
}
