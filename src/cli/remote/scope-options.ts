import type { Command } from 'commander';
import { Problem } from '../../domain/problem.ts';

export interface ScopeFlags {
  readonly site?: string;
  readonly keyword?: string;
  readonly webpage?: string;
}

/** Options for the webpages that a webhook or a feed is about. */
export function addScopeOptions(command: Command): Command {
  return command
    .option('--site <site>', 'only the webpages of a site')
    .option('--keyword <keyword>', 'only the webpages with a keyword')
    .option('--webpage <id>', 'only this webpage');
}

/** Undefined: none was given. Throws Problem('invalid') for several. */
export function scopeOf({ site, keyword, webpage }: ScopeFlags) {
  const given = Object.entries({ site, keyword, webpage }).filter(([, value]) => value !== undefined);
  const [only, other] = given;
  if (other) throw new Problem('invalid', 'Give only one of --site, --keyword and --webpage.');
  return only && ({ kind: only[0] as keyof ScopeFlags, [only[0]]: only[1] } as const);
}
