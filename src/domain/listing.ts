export const WEBPAGE_SORTS = ['dateCreated', 'isPartOf.name', 'name', 'url'] as const;
export type WebpageSort = (typeof WEBPAGE_SORTS)[number];

export const SCREENSHOT_SORTS = ['dateCreated'] as const;

export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];

/** The numbered page of a list that is wanted; pages count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  readonly order: Order;
}

export interface WebpagePageRequest extends PageRequest {
  readonly sort: WebpageSort;
}

export interface ScreenshotPageRequest extends PageRequest {
  readonly isFavorite?: boolean | undefined;
}

/** How many records a collection holds, and a number that grows with every change to it or to its records. */
export interface CollectionState {
  readonly count: number;
  readonly revision: number;
}
