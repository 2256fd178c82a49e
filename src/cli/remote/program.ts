import { Command } from 'commander';
import { connect } from '../../client/client.ts';
import { Problem } from '../../domain/problem.ts';
import { mcpCommand } from '../mcp.ts';
import { remoteAudit } from './audit.ts';
import { remoteCapture } from './capture.ts';
import { remoteChanges, remoteCompare } from './changes.ts';
import { remoteFeeds } from './feeds.ts';
import type { Remote } from './remote.ts';
import { remotePhrase, remoteSearch } from './search.ts';
import { TOKEN, tokenOf } from './token.ts';
import { remoteTokens, remoteUsage } from './tokens.ts';
import { remoteTrash } from './trash.ts';
import { remoteWebhooks } from './webhooks.ts';
import { remoteWebpages } from './webpages.ts';

/** The commands against a running service, as `pagekeep --remote URL COMMAND`. */
export function makeRemoteProgram(): Command {
  const program = new Command('pagekeep')
    .description('The archive of a running service, through its management API.')
    .requiredOption('--remote <url>', `address of the service; its API token is in the environment variable ${TOKEN}`);
  const remote: Remote = () => connect({ url: addressOf(program.opts<{ remote: string }>().remote), token: tokenOf() });
  for (const command of [
    remoteWebpages(remote),
    remoteCapture(remote),
    remoteChanges(remote),
    remoteCompare(remote),
    remoteSearch(remote),
    remotePhrase(remote),
    remoteWebhooks(remote),
    remoteFeeds(remote),
    remoteTrash(remote),
    remoteTokens(remote),
    remoteUsage(remote),
    remoteAudit(remote),
    mcpCommand(remote),
  ]) {
    program.addCommand(command);
  }
  return program;
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new Problem('invalid', '--remote must be an address such as https://archive.example, without a password.');
}
