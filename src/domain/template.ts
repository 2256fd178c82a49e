/**
 * A text with holes for the values of a record, so that a store can write many records as text without making objects
 * of them. `texts` has one more entry than `holes`: what stands before, between and behind them.
 */
export interface Template<Field extends string> {
  readonly texts: readonly string[];
  readonly holes: readonly Hole<Field>[];
}

/** `json`: the value as JSON, a text with its quotes; `text`: the bare value, which stands within quotes already. */
export interface Hole<Field extends string> {
  readonly field: Field;
  readonly as: 'json' | 'text';
}

/** A list as text: what stands before its members, each of them, and what stands behind. */
export interface Frame<Field extends string> {
  readonly head: string;
  readonly member: Template<Field>;
  readonly tail: string;
}

/** What stands around the members of a list. */
export type Ends = Pick<Frame<string>, 'head' | 'tail'>;

/** Text as it came from the store: as such, or as UTF-8 where that saves making a text of it. */
export type Written = string | Buffer;

/** A page of a list, and the revision of its collection when it was read, where the store tells both in one breath. */
export interface WrittenPage {
  readonly list: Written;
  readonly revision?: number;
}
