import type { Readable } from 'node:stream';
import type { Compare } from '../app/compare-captures.ts';
import type { DrawComparison } from '../app/draw-comparison.ts';
import type { ReadPicturePart } from '../app/picture-parts.ts';
import type { SealingKey } from '../app/seal.ts';
import type { ChangeCounts } from '../domain/change.ts';
import type { Alert } from '../domain/ports/alerts.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Problem } from '../domain/problem.ts';
import type { Member } from '../domain/session.ts';
import { STATUS_OF } from '../http/status.ts';
import type { ApiDescription } from './api-description.ts';
import type { Flash } from './flash.ts';
import type { Html } from './html.ts';
import type { WebLinks } from './links.ts';

/** The dependencies of every page. */
export interface Web {
  readonly store: Store;
  readonly images: Images;
  readonly sealingKey: SealingKey;
  /** Days until deleted webpages and captures are erased; 0: at once. */
  readonly trashDays: number;
  readonly compare: Compare;
  readonly drawComparison: DrawComparison;
  readonly readPicturePart: ReadPicturePart;
  readonly links: WebLinks;
  readonly now: () => Date;
  /** Made at the first call, and kept: it takes a tenth of the CPU time of a start. */
  describeApi(): ApiDescription;
  describeManageApi(): ApiDescription;
  /** Whether people can create an account without an invitation. */
  readonly signUp: boolean;
  /** Whether every account must sign in in two steps. */
  readonly twoStepRequired: boolean;
  /** Whether the operator has set up mail. */
  readonly mail: boolean;
}

/** A request, with or without a session. */
export interface Visit {
  readonly member: Member | undefined;
  /** Problems for the operator to solve, shown on every page to signed-in visitors. */
  alerts: readonly Pick<Alert, 'message'>[];
  /** The navigation bar shows those that are not reviewed. */
  counts: ChangeCounts;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  /** The token that every POST form must send back; derived from the visitor's cookie. */
  readonly csrf: string;
  /** The time zone of the browser, from a cookie that a script sets; otherwise UTC. */
  readonly timeZone: string;
  readonly address: string;
  readonly userAgent: string;
  /** The secrets by which accounts know this browser. */
  readonly devices: readonly string[];
  /** Content that this page shows once, from the form before it. */
  readonly flash: Flash;
  /** Path and query of the request. */
  readonly url: string;
}

/** A request with a valid session. */
export interface MemberVisit extends Visit {
  readonly member: Member;
}

/** A request of an administrator. */
export interface AdministratorVisit extends MemberVisit {
  readonly member: Member & { readonly role: 'administrator' };
}

export interface PageAnswer {
  readonly kind: 'page';
  readonly status?: number;
  readonly html: Html;
  readonly headers?: Headers;
}

export interface RedirectAnswer {
  readonly kind: 'redirect';
  readonly to: string;
  /** A new session, or null to end the present one. */
  readonly session?: string | null;
  /** The secrets by which accounts know the browser from now on. */
  readonly devices?: readonly string[];
  /** Content that the next page shows once. */
  readonly flash?: Flash;
}

export type Answer =
  | PageAnswer
  | RedirectAnswer
  /** A text that is compared with what the client has. */
  | { readonly kind: 'feed'; readonly type: string; readonly text: string }
  /** `lists`: records for a program. */
  | { readonly kind: 'file'; readonly headers: Headers; readonly stream: Readable; readonly lists?: true }
  | ImageAnswer;

/** An image that never changes, so a browser may keep it. It is read only if the browser does not have it. */
interface ImageAnswer {
  readonly kind: 'image';
  readonly type: string;
  readonly etag: string;
  read(): Promise<Uint8Array>;
}

type Headers = Readonly<Record<string, string>>;

export function page(html: Html, status = 200): Answer {
  return { kind: 'page', html, status };
}

/** The page of a form again, with the status of the problem and when to try again. */
export function refusal(html: Html, { kind, retryAfter }: Problem): Answer {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { kind: 'page', html, status: STATUS_OF[kind], headers };
}

/** The answer to a processed form: the browser continues with GET, so a reload does not send the form twice. */
export function redirect(to: string | Pick<RedirectAnswer, 'to' | 'flash'>): RedirectAnswer {
  return { kind: 'redirect', ...(typeof to === 'string' ? { to } : to) };
}

/** A form field without surrounding white space; empty if it is missing. */
export function field(visit: Visit, name: string): string {
  return visit.form.get(name)?.trim() ?? '';
}
