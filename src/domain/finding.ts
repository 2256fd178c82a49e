/** Numbers that stand on a record although they could be counted, so that nothing has to count. */
export type NotedCount = 'webpages of account' | 'screenshots of webpage' | 'favorites of webpage' | 'uses of picture';

/** Something in the archive that is not as it should be. */
export type Finding =
  | {
      readonly kind: 'count';
      readonly of: NotedCount;
      readonly id: string;
      readonly noted: number;
      readonly counted: number;
    }
  /** Where the pages of a large list begin: without it they are slow, with a wrong one they are wrong. */
  | { readonly kind: 'runs'; readonly collection: string; readonly ordering: string; readonly fault: string }
  | { readonly kind: 'missing image'; readonly key: string; readonly picture: string }
  | {
      readonly kind: 'damaged image';
      readonly key: string;
      readonly picture: string;
      readonly noted: number;
      readonly size: number;
    }
  /** A file that no record needs. */
  | { readonly kind: 'stray image'; readonly key: string };

/** One sentence for a person. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'count':
      return `The number of ${finding.of} ${finding.id} is noted as ${finding.noted}, but there are ${finding.counted}.`;
    case 'runs':
      return `The page directory of ${finding.collection} by ${finding.ordering} ${finding.fault}.`;
    case 'missing image':
      return `The image ${finding.key} of picture ${finding.picture} is missing.`;
    case 'damaged image':
      return `The image ${finding.key} of picture ${finding.picture} has ${finding.size} bytes instead of ${finding.noted}.`;
    case 'stray image':
      return `The image ${finding.key} belongs to no record.`;
  }
}

/** What can be counted or removed can be mended; a lost image only comes back from a backup. */
export function canBeMended({ kind }: Finding): boolean {
  return kind !== 'missing image' && kind !== 'damaged image';
}
