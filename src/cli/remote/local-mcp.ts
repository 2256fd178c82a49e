import type { Command } from 'commander';
import { connect } from '../../client/client.ts';
import { mcpCommand } from '../mcp.ts';
import { currentConfig } from '../run.ts';
import { tokenOf } from './token.ts';

/** `pagekeep mcp` without --remote: the service of this folder, at its PUBLIC_URL. */
export function localMcpCommand(): Command {
  return mcpCommand(() => connect({ url: currentConfig().publicUrl, token: tokenOf() }));
}
