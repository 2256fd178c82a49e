import { Command } from 'commander';
import type { EventWebhook, PagekeepClient } from '../../client/client.ts';
import { ALL_EVENT_KINDS } from '../../domain/event.ts';
import { ALL_WEBHOOK_FORMATS, SIGNINGS } from '../../domain/webhook.ts';
import { splitAtCommas } from '../comma-list.ts';
import { percentage } from '../number.ts';
import { say } from '../output.ts';
import { print } from '../run.ts';
import { table } from '../table.ts';
import { type Remote, withRemote } from './remote.ts';
import { addScopeOptions, type ScopeFlags, scopeOf } from './scope-options.ts';

interface WebhookFlags extends ScopeFlags {
  readonly name?: string;
  readonly format?: string;
  readonly events?: string;
  readonly leastShare?: string;
  readonly signing?: string;
  readonly json?: boolean;
}

type Draft = Parameters<PagekeepClient['webhooks']['add']>[0];

export function remoteWebhooks(remote: Remote): Command {
  const command = new Command('webhook').description('Add, list, switch, test and remove webhooks.');
  addScopeOptions(command.command('add'))
    .description('Add a webhook. The key that verifies its requests is shown only once.')
    .argument('<url>', 'address that the requests are sent to')
    .option('--name <name>', 'what the webhook is for', 'command line')
    .option('--format <format>', `one of ${ALL_WEBHOOK_FORMATS.join(', ')}`)
    .option('--events <kinds>', `separated by commas: ${ALL_EVENT_KINDS.join(', ')}`)
    .option('--least-share <percent>', 'the smallest change in percent of the page')
    .option('--signing <kind>', `one of ${SIGNINGS.join(', ')}`)
    .option('--json', 'print one JSON object')
    .action((url: string, flags: WebhookFlags) =>
      withRemote(remote, async (client) => {
        const made = await client.webhooks.add(draftOf(url, flags));
        print(flags, made, `${made.identifier}\n${made.key}`);
      }),
    );
  command
    .command('list')
    .description('List the webhooks of the account.')
    .option('--json', 'print a JSON array')
    .action((flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const webhooks = await Array.fromAsync(client.webhooks.list());
        const rows = webhooks.map((webhook) => [webhook.identifier, stateOf(webhook), webhook.name, webhook.host]);
        print(flags, webhooks, table(['id', 'state', 'name', 'host'], rows));
      }),
    );
  command
    .command('log')
    .description('List the newest deliveries of a webhook.')
    .argument('<id>', 'id of the webhook')
    .option('--json', 'print a JSON array')
    .action((id: string, flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const deliveries = [];
        for await (const delivery of client.webhooks.deliveries(id)) if (deliveries.push(delivery) === 100) break;
        const rows = deliveries.map(({ identifier, dateCreated, deliveryState, attempts, event }) => [
          identifier,
          dateCreated,
          deliveryState,
          `${attempts.length}`,
          `${attempts.at(-1)?.httpStatus ?? ''}`,
          event ?? 'test',
        ]);
        print(flags, deliveries, table(['id', 'queued', 'state', 'attempts', 'status', 'event'], rows));
      }),
    );
  const actions: Record<string, [description: string, act: (client: PagekeepClient, id: string) => Promise<string>]> = {
    enable: ['Switch a webhook on.', async ({ webhooks }, id) => `${(await webhooks.enable(id)).record.name} is on.`],
    disable: [
      'Switch a webhook off.',
      async ({ webhooks }, id) => `${(await webhooks.disable(id)).record.name} is off.`,
    ],
    'new-key': ['Make a new key, and print it.', async ({ webhooks }, id) => (await webhooks.rotateKey(id)).key],
    test: [
      'Send a test.',
      async ({ webhooks }, id) => `The test is queued as ${(await webhooks.test(id)).identifier}.`,
    ],
    remove: ['Remove a webhook.', ({ webhooks }, id) => webhooks.remove(id).then(() => 'Removed.')],
  };
  for (const [name, [description, act]] of Object.entries(actions)) {
    command
      .command(name)
      .description(description)
      .argument('<id>', 'id of the webhook')
      .action((id: string) => withRemote(remote, async (client) => say(await act(client, id))));
  }
  command
    .command('send')
    .description('Send a delivery again.')
    .argument('<id>', 'id of the webhook')
    .argument('<delivery>', 'id of the delivery')
    .action((id: string, delivery: string) =>
      withRemote(remote, async (client) => {
        await client.webhooks.sendAgain(id, delivery);
        say('The delivery is queued.');
      }),
    );
  return command;
}

/** The service validates the values. */
function draftOf(url: string, { name = '', format, events, leastShare, signing, ...scopeFlags }: WebhookFlags): Draft {
  const scope = scopeOf(scopeFlags);
  return {
    url,
    name,
    ...(format !== undefined && { format }),
    ...(events !== undefined && { eventKinds: splitAtCommas(events) }),
    ...(leastShare !== undefined && { leastShare: percentage('--least-share', leastShare) }),
    ...(signing !== undefined && { signing }),
    ...(scope && { scope }),
  } as Draft;
}

function stateOf({ state, failingSince, summary }: EventWebhook): string {
  if (state === 'off') return summary === undefined ? 'off' : `off: ${summary}`;
  return failingSince === undefined ? 'on' : `failing since ${failingSince}`;
}
