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
  /** The screenshot that stands for a webpage is not its newest good one. */
  | { readonly kind: 'face'; readonly id: string }
  /** A screenshot of a webpage is noted as another account's, and its owner cannot reach it. */
  | { readonly kind: 'owner'; readonly id: string }
  | { readonly kind: 'missing image'; readonly key: string; readonly picture: string }
  | { readonly kind: 'damaged image'; readonly key: string; readonly picture: string; readonly fault: string }
  | {
      readonly kind: 'missing thumbnail';
      readonly key: string;
      readonly picture: string;
      /** The picture itself, of which it can be made. */
      readonly contentKey: string;
    }
  /** The image of what differs between two captures. */
  | { readonly kind: 'missing difference'; readonly key: string }
  /** A file that no record needs. */
  | { readonly kind: 'stray image'; readonly key: string }
  /** Cookies and headers that the key at hand does not open. */
  | { readonly kind: 'unreadable login'; readonly webpage: string; readonly url: string; readonly fault: string }
  /** Something that a setting names, or leaves to be found, cannot be used. */
  | { readonly kind: 'setting'; readonly name: string; readonly fault: string }
  | { readonly kind: 'fonts'; readonly undrawable: readonly string[] };

/** One sentence for a person. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'count':
      return `The number of ${finding.of} ${finding.id} is noted as ${finding.noted}, but there are ${finding.counted}.`;
    case 'runs':
      return `The page directory of ${finding.collection} by ${finding.ordering} ${finding.fault}.`;
    case 'face':
      return `The screenshot that stands for webpage ${finding.id} is not its newest good one.`;
    case 'owner':
      return `Screenshots of webpage ${finding.id} are not noted as those of its account.`;
    case 'missing image':
      return `The image ${finding.key} of picture ${finding.picture} is missing.`;
    case 'damaged image':
      return `The image ${finding.key} of picture ${finding.picture} ${finding.fault}.`;
    case 'missing thumbnail':
      return `The thumbnail ${finding.key} of picture ${finding.picture} is missing.`;
    case 'missing difference':
      return `The image ${finding.key} of a comparison is missing.`;
    case 'stray image':
      return `The image ${finding.key} belongs to no record.`;
    case 'unreadable login':
      return `Webpage ${finding.webpage}, ${finding.url}: ${finding.fault}`;
    case 'setting':
      return `${finding.name}: ${finding.fault}`;
    case 'fonts':
      return `No font can draw ${finding.undrawable.join(', ')}: pages show boxes in its place.`;
  }
}

/** How it is mended; undefined for what only a backup or the operator can bring back. */
export function remedyOf({ kind }: Finding): string | undefined {
  switch (kind) {
    case 'count':
      return 'counting again';
    case 'runs':
      return 'making it anew';
    case 'face':
      return 'choosing it again';
    case 'owner':
      return 'noting them again';
    case 'missing thumbnail':
      return 'making it anew from its picture';
    case 'missing difference':
      return 'forgetting the comparison, which is made again when it is asked for';
    case 'stray image':
      return 'removing it';
    default:
      return undefined;
  }
}
