import type { ArchiveEvent } from './event.ts';
import { Problem } from './problem.ts';
import { readLine } from './text.ts';
import { nameKey } from './webpage.ts';

/** The webpages that a webhook, a feed or a mail is about. */
export type Scope =
  | { readonly kind: 'all' }
  /** The group of the webpage, as in example.org. */
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'webpage'; readonly webpageId: string };

export const SCOPE_KINDS = ['all', 'site', 'keyword', 'webpage'] as const;

export function isInScope(scope: Scope, { webpageId, webpage }: Pick<ArchiveEvent, 'webpageId' | 'webpage'>): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'webpage':
      return scope.webpageId === webpageId;
    case 'site':
      return webpage?.groupName === scope.site;
    case 'keyword':
      return webpage?.keywords.some((keyword) => nameKey(keyword) === nameKey(scope.keyword)) ?? false;
  }
}

/** Throws Problem('invalid') with the invalid value and what is allowed. */
export function readScope(kind: string, value: string): Scope {
  switch (kind) {
    case 'all':
      return { kind };
    case 'site':
      return { kind, site: readLine('The site', value, 300).toLowerCase() };
    case 'keyword':
      return { kind, keyword: readLine('The keyword', value, 100) };
    case 'webpage':
      return { kind, webpageId: readLine('The id of the webpage', value, 100) };
    default:
      throw new Problem('invalid', `The scope must be one of ${SCOPE_KINDS.join(', ')}.`);
  }
}

/** The site, the keyword or the id of the webpage; empty for all webpages. */
export function scopeValue(scope: Scope): string {
  if (scope.kind === 'site') return scope.site;
  if (scope.kind === 'keyword') return scope.keyword;
  return scope.kind === 'webpage' ? scope.webpageId : '';
}
