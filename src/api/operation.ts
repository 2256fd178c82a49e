import type { TObject, TSchema } from 'typebox';
import type { CollectionState } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import type { Preconditions } from '../http/etag.ts';
import type { Links } from './links.ts';

/** The dependencies of every operation. */
export interface Service {
  readonly store: Store;
  readonly links: Links;
  /** Days until deleted webpages are erased; 0: at once. */
  readonly trashDays: number;
}

/** A request by an authenticated caller. */
export interface ApiRequest {
  readonly caller: Caller;
  readonly parameters: Readonly<Record<string, string>>;
  readonly url: string;
  readonly queryString: string;
  readonly address: string;
  readonly preconditions: Preconditions;
}

/** A collection as it is shown, and the revision at which its members were read. */
interface ShownPage {
  readonly shown: object;
  readonly revision: number;
}

export interface ListOperation {
  readonly kind: 'list';
  readonly query: TObject;
  /** Throws Problem('not-found'). */
  state(service: Service, request: ApiRequest): Promise<CollectionState>;
  /** The state that authentication has read already. */
  knownState?(request: ApiRequest): CollectionState;
  /** The page for a state of the collection. Throws Problem('invalid') for a wrong query. */
  show(service: Service, request: ApiRequest, state: CollectionState): Promise<ShownPage>;
}

/** An operation of the API. */
export type Operation = {
  readonly id: string;
  readonly summary: string;
  /** The answer fails if one of its records is missing. */
  readonly missesNothing?: true;
  /** The JSON body of the request; undefined: none is allowed. */
  readonly body?: TSchema;
  readonly result?: TSchema;
} & (
  | {
      readonly kind: 'item';
      /** `caller.webpage` is the webpage of the path. */
      readonly readsWebpage?: true;
      show(service: Service, request: ApiRequest): Promise<object>;
    }
  | ListOperation
  | { readonly kind: 'action'; act(service: Service, request: ApiRequest): Promise<void> }
  | { readonly kind: 'document'; readonly contentType: string; make(links: Links): object }
);

/** HEAD is answered as GET is. */
export type Method = 'GET' | 'DELETE';

export interface Route {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Operation>>>;
  /** Advertises the API documentation. Only some routes do, because a second link breaks JSON-LD 1.0 processors. */
  readonly advertises?: true;
}
