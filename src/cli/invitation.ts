import { Command } from 'commander';
import { isIdentifier } from '../domain/identifier.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { say } from './output.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

export function invitationCommand(): Command {
  const command = new Command('invitation').description('List and revoke invitations, and choose who may invite.');
  command
    .command('list')
    .description('List all open invitations.')
    .option('--json', 'print a JSON array')
    .action((options: { json?: boolean }) =>
      withArchive(async ({ store }) => {
        const invitations = await store.people.invitations(new Date());
        const rows = invitations.map(({ id, inviterEmail, email = '', createdAt, expiresAt }) => [
          id,
          inviterEmail,
          email,
          createdAt,
          expiresAt,
        ]);
        print(options, invitations, table(['id', 'by', 'to', 'created', 'expires'], rows));
      }),
    );
  command
    .command('revoke')
    .description('Revoke an invitation. Its link no longer works.')
    .argument('<id>', 'id of the invitation, from "invitation list"')
    .action((id: string) =>
      withArchive(async ({ store }) => {
        if (!isIdentifier(id)) throw new Problem('not-found', `There is no invitation ${printable(id)}.`);
        await store.people.revokeInvitation(id);
        say('Invitation revoked.');
      }),
    );
  command
    .command('allow')
    .description('Choose who may invite people.')
    .argument('<who>', 'everybody or administrators')
    .action((who: string) =>
      withArchive(async ({ store }) => {
        if (who !== 'everybody' && who !== 'administrators') {
          throw new Problem('invalid', `The argument is ${printable(who)}, but must be everybody or administrators.`);
        }
        await store.people.letMembersInvite(who === 'everybody');
        say(who === 'everybody' ? 'Everybody may invite people.' : 'Only administrators may invite people.');
      }),
    );
  return command;
}
