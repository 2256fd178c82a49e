import { Command } from 'commander';
import type { PagekeepClient } from '../client/client.ts';
import { PagekeepError } from '../client/errors.ts';

/** Serves the Model Context Protocol on standard input and output, with a service behind it. */
export function mcpCommand(connectTo: () => PagekeepClient): Command {
  return new Command('mcp')
    .description(
      'Serve the Model Context Protocol on standard input and output, for programs with a language model. Reads only, unless the token has the scope manage.',
    )
    .action(async () => {
      const client = connectTo();
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
      const { makeMcpServer } = await import('../mcp/tools.ts');
      const canManage = await mayManage(client);
      serveStdio(() => makeMcpServer({ client, canManage }));
    });
}

/** Only tokens with the scope manage can read tokens. */
async function mayManage(client: PagekeepClient): Promise<boolean> {
  try {
    for await (const _token of client.tokens.list()) break;
    return true;
  } catch (error) {
    if (error instanceof PagekeepError && error.kind === 'forbidden') return false;
    throw error;
  }
}
