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
