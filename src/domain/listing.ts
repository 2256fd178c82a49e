export const WEBPAGE_SORTS = ['dateCreated', 'isPartOf.name', 'name', 'url'] as const;
export type WebpageSort = (typeof WEBPAGE_SORTS)[number];

export const SCREENSHOT_SORTS = ['dateCreated'] as const;

export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];

/** Pages are numbered from 1. */
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

/** The size of a collection, and a number that grows with every change to the collection or to its records. */
export interface CollectionState {
  readonly count: number;
  readonly revision: number;
}

/** The records of a page, and the revision of the collection at which they were read. */
export interface Page<Member> {
  readonly records: Member[];
  readonly revision: number;
}
