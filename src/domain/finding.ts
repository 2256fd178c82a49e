/** Counts that are stored with a record, so that reading them needs no counting. */
export type NotedCount =
  | 'webpages of account'
  | 'bytes of account'
  | 'newest event of account'
  | 'screenshots of webpage'
  | 'favorites of webpage'
  | 'bytes of text of webpage'
  | 'uses of picture';

/** A problem that the doctor found. */
export type Finding =
  /** The database contradicts itself, so that its records cannot be trusted. */
  | { readonly kind: 'damaged database'; readonly fault: string }
  /** SQLite left out the end of a damaged write-ahead log: the newest records are missing. */
  | { readonly kind: 'lost transactions'; readonly count: number }
  | {
      readonly kind: 'count';
      readonly of: NotedCount;
      readonly id: string;
      readonly noted: number;
      readonly counted: number;
    }
  /** The page index of a large list is missing, which makes the list slow, or wrong, which makes its pages wrong. */
  | { readonly kind: 'page index'; readonly collection: string; readonly ordering: string; readonly fault: string }
  /** The representative screenshot of a webpage is not its newest good one. */
  | { readonly kind: 'face'; readonly id: string }
  /** The time of the last change of a webpage is not that of its newest change. */
  | { readonly kind: 'last change'; readonly id: string }
  /** A change, a new webpage or a series of failures whose screenshots are missing, or whose owner is another. */
  | { readonly kind: 'dangling change'; readonly id: string }
  /** The spans in which the passages of a webpage were visible contradict its captures. */
  | { readonly kind: 'words'; readonly id: string }
  /** Passages are missing in the index of words, so that searches do not find them. */
  | { readonly kind: 'word index' }
  /** A clock that was ahead has set a due time that the schedule of the webpage cannot give. */
  | { readonly kind: 'late capture'; readonly webpage: string; readonly dueAt: string; readonly nextAt: string }
  | { readonly kind: 'missing image'; readonly key: string; readonly picture: string }
  | { readonly kind: 'damaged image'; readonly key: string; readonly picture: string; readonly fault: string }
  | {
      readonly kind: 'thumbnail';
      readonly key: string;
      readonly picture: string;
      /** The end of a sentence: "is missing". */
      readonly fault: string;
      /** The picture that the thumbnail can be recreated from. */
      readonly contentKey: string;
    }
  /** A file that no record needs. */
  | { readonly kind: 'stray image'; readonly key: string }
  /** Temporary files of writes that were interrupted. A scheduler removes them. */
  | { readonly kind: 'unfinished images'; readonly count: number }
  /** The current key cannot decrypt the cookies and headers of a webpage. */
  | { readonly kind: 'unreadable login'; readonly webpage: string; readonly url: string; readonly fault: string }
  /** The current key cannot decrypt the secret for the two-step sign-in of an account. */
  | { readonly kind: 'unreadable two-step secret'; readonly email: string; readonly fault: string }
  /** Something that a setting names, or its default, cannot be used. */
  | { readonly kind: 'setting'; readonly name: string; readonly fault: string }
  | { readonly kind: 'fonts'; readonly undrawable: readonly string[] };
