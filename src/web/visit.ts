import type { Readable } from 'node:stream';
import type { Compare } from '../app/compare-captures.ts';
import type { SealingKey } from '../app/seal.ts';
import type { Images } from '../domain/images.ts';
import type { Alert } from '../domain/ports/alerts.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Member } from '../domain/session.ts';
import type { ApiDescription } from './api-description.ts';
import type { Html } from './html.ts';
import type { WebLinks } from './links.ts';

/** What every page works with. */
export interface Web {
  readonly store: Store;
  readonly images: Images;
  readonly sealingKey: SealingKey;
  readonly compare: Compare;
  readonly links: WebLinks;
  readonly now: () => Date;
  readonly api: ApiDescription;
  /** Whether anyone may make an account. */
  readonly signUp: boolean;
}

/** One request, by anyone. */
export interface Visit {
  readonly member: Member | undefined;
  /** What the operator has to mend; shown to whoever is signed in. Set once the page is really made. */
  alerts: readonly Alert[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  /** What every form must bring back; bound to the visitor's cookie. */
  readonly csrf: string;
  readonly address: string;
  readonly userAgent: string;
  /** Path and query, as they were asked for. */
  readonly url: string;
}

/** One request by someone who is signed in. */
export interface MemberVisit extends Visit {
  readonly member: Member;
}

export interface PageAnswer {
  readonly kind: 'page';
  readonly status?: number;
  readonly html: Html;
  readonly headers?: Headers;
}

export type Answer =
  | PageAnswer
  | { readonly kind: 'redirect'; readonly to: string; readonly session?: string | null }
  | { readonly kind: 'file'; readonly headers: Headers; readonly stream: Readable };

type Headers = Readonly<Record<string, string>>;

export function page(html: Html, status = 200): Answer {
  return { kind: 'page', html, status };
}

/** After a form: the browser goes on with GET, so a reload does nothing twice. */
export function redirect(to: string): Answer {
  return { kind: 'redirect', to };
}

/** One field of a form, without what is around it. */
export function field(visit: Visit, name: string): string {
  return visit.form.get(name)?.trim() ?? '';
}
