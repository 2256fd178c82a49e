import { counted } from '../domain/counted.ts';
import type { Finding } from '../domain/finding.ts';

export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'damaged database':
      return `The database is damaged: ${finding.fault}`;
    case 'lost transactions':
      return `The database has lost its last ${counted(finding.count, 'transaction')}: its write-ahead log was damaged, or an older copy took its place.`;
    case 'count':
      return `The stored number of ${finding.of} ${finding.id} is ${finding.noted}, but the actual number is ${finding.counted}.`;
    case 'page index':
      return `The page index of ${finding.collection} by ${finding.ordering} ${finding.fault}.`;
    case 'face':
      return `The representative screenshot of webpage ${finding.id} is not its newest good one.`;
    case 'last change':
      return `The last change of webpage ${finding.id} is not its newest one.`;
    case 'dangling change':
      return `The change ${finding.id} refers to screenshots that do not exist, or to another account.`;
    case 'words':
      return `The times at which the words of webpage ${finding.id} were visible are not those of its captures.`;
    case 'word index':
      return 'The index of words does not find all passages.';
    case 'late capture':
      return `Webpage ${finding.webpage} is due at ${finding.dueAt}, but its schedule gives ${finding.nextAt}: a clock was ahead.`;
    case 'missing image':
      return `The image ${finding.key} of picture ${finding.picture} is missing.`;
    case 'damaged image':
      return `The image ${finding.key} of picture ${finding.picture} ${finding.fault}.`;
    case 'thumbnail':
      return `The thumbnail ${finding.key} of picture ${finding.picture} ${finding.fault}.`;
    case 'stray image':
      return `The image ${finding.key} belongs to no record.`;
    case 'unfinished images':
      return `${finding.count} temporary files of interrupted writes are in the image folder.`;
    case 'unreadable login':
      return `Webpage ${finding.webpage}, ${finding.url}: ${finding.fault}`;
    case 'unreadable two-step secret':
      return `Two-step sign-in of ${finding.email}: ${finding.fault}`;
    case 'setting':
      return `${finding.name}: ${finding.fault}`;
    case 'fonts':
      return `No font can draw ${finding.undrawable.join(', ')}: screenshots show boxes instead.`;
  }
}

/** The action of --fix; undefined if only a backup or the operator can fix the problem. */
export function remedyOf({ kind }: Finding): string | undefined {
  switch (kind) {
    case 'lost transactions':
      return 'accepts the loss';
    case 'count':
      return 'corrects the number';
    case 'page index':
    case 'word index':
      return 'rebuilds it';
    case 'words':
      return 'determines them again';
    case 'face':
    case 'last change':
      return 'chooses it again';
    case 'dangling change':
      return 'removes it';
    case 'thumbnail':
      return 'recreates it from its picture';
    case 'late capture':
      return 'corrects the time';
    case 'stray image':
      return 'removes it';
    case 'unfinished images':
      return 'removes them';
    default:
      return undefined;
  }
}
