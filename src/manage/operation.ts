import type { Static, TObject, TSchema } from 'typebox';
import type { Links } from '../api/links.ts';
import type { Compare } from '../app/compare-captures.ts';
import type { ReadPicturePart } from '../app/picture-parts.ts';
import type { SealingKey } from '../app/seal.ts';
import type { RepeatableRequest } from '../domain/ports/replies.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import type { Scope } from '../domain/token.ts';
import type { Preconditions } from '../http/etag.ts';
import type { ManageLinks } from './links.ts';

/** The dependencies of every operation. `store` states the caller as the origin of changes. */
export interface Manage {
  readonly store: Store;
  readonly sealingKey: SealingKey;
  /** Days until what was deleted is erased; 0: at once. */
  readonly trashDays: number;
  readonly compare: Compare;
  readonly readPicturePart: ReadPicturePart;
  /** The URLs of Archive API v3, whose records this API shows. */
  readonly links: Links;
  readonly own: ManageLinks;
  readonly now: () => Date;
}

/** A request by an authenticated caller, with the parameters and the body that the schemas describe. */
export interface ManageRequest<Query = unknown, Body = unknown> {
  readonly caller: Caller;
  readonly owner: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The known parameters as they were sent. */
  readonly sent: readonly { readonly name: string; readonly raw: string }[];
  readonly body: Body;
  readonly preconditions: Preconditions;
  readonly idempotencyKey: string | undefined;
  /** The hash of the method, the path and the body. */
  readonly fingerprint: string;
  /** Seconds that the caller wants to wait for the result; 0: none. */
  readonly waitSeconds: number;
  /** Aborted when the client hangs up or the server stops. */
  readonly signal: AbortSignal;
  /** Ends the request's share in the limit of concurrent requests; call it before a long wait. */
  standAside(): void;
}

/** Undefined for a request without an Idempotency-Key. */
export function repeatableOf(
  { idempotencyKey: key, fingerprint }: Pick<ManageRequest, 'idempotencyKey' | 'fingerprint'>,
  now: Date,
): RepeatableRequest | undefined {
  return key === undefined ? undefined : { key, fingerprint, now };
}

export interface ManageAnswer {
  readonly status?: number;
  /** Undefined: none. */
  readonly body?: object;
  /** An image in place of the body. It never changes. */
  readonly image?: { readonly type: string; readonly etag: string; readonly bytes: Uint8Array };
  /** A body that is JSON already. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifies what If-Match protects; by default the whole body. */
  readonly settingsTag?: string;
}

interface Success {
  readonly status: number;
  readonly description: string;
  readonly schema?: TSchema;
  /** The type of an image in place of a JSON body. */
  readonly imageType?: string;
}

/** An operation: its checks, its types and its description. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** The scope that the token must have. */
  readonly scope: Scope;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** The operation checks the entries of the body itself. */
  readonly checksBody?: true;
  readonly bodyLimit?: number;
  /** Also answers with server-sent events. */
  readonly streams?: true;
  readonly answers: readonly Success[];
  /** Further statuses that it answers with, beyond those of every operation. */
  readonly errors?: readonly number[];
  /** Request headers that it reads. */
  readonly reads?: readonly ('If-Match' | 'Idempotency-Key' | 'Prefer')[];
  run(manage: Manage, request: ManageRequest): Promise<ManageAnswer>;
}

type Typed<Query extends TObject, Body extends TSchema> = Omit<Operation, 'query' | 'body' | 'run'> & {
  readonly query?: Query;
  readonly body?: Body;
  run(manage: Manage, request: ManageRequest<Static<Query>, Static<Body>>): Promise<ManageAnswer>;
};

/** Ties the types of an operation's code to its schemas. */
export function operation<Query extends TObject, Body extends TSchema>(typed: Typed<Query, Body>): Operation {
  return typed as Operation;
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface ManageRoute {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Operation>>>;
}
