import { randomUUIDv7 } from 'node:crypto';
import { rememberDevice } from '../../src/app/known-devices.ts';
import { openSession } from '../../src/app/sign-in.ts';
import { DEVICE_COOKIE, SESSION_COOKIE, writeDevices } from '../../src/web/cookies.ts';
import { cheapHash } from '../harness/cheap-hash.ts';
import type { Answer } from '../harness/http.ts';
import type { TestService } from '../harness/service.ts';

export const PASSWORD = 'correct horse battery';

/** A browser without JavaScript: it stores cookies and sends the CSRF token of the last page with each form. */
export class Visitor {
  readonly #service: TestService;
  readonly cookies = new Map<string, string>();
  /** The path of the last answer, after redirects. */
  path = '';
  #csrf = '';

  constructor(service: TestService) {
    this.#service = service;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#follow(await this.request('GET', path, undefined, headers), path);
  }

  /** Sends a form with the CSRF token of the last page, unless another one is given. */
  async post(path: string, fields: Record<string, string> | URLSearchParams = {}): Promise<Answer> {
    const form = new URLSearchParams(fields);
    if (!form.has('csrf')) form.set('csrf', this.#csrf);
    return this.#follow(await this.request('POST', path, form), path);
  }

  /** Sends one request and does not follow a redirect. */
  async request(
    method: string,
    path: string,
    fields?: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // As a browser, it does not send the fragment.
    const answer = await this.#service.askPath(path.replace(/#.*$/, ''), {
      method,
      headers: {
        ...(cookie && { Cookie: cookie }),
        ...(fields && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(fields && { body: new URLSearchParams(fields).toString() }),
    });
    for (const line of answer.all('set-cookie')) this.#keep(line);
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(answer.text) ?? [];
    if (csrf) this.#csrf = csrf;
    return answer;
  }

  get csrf(): string {
    return this.#csrf;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async #follow(answer: Answer, path: string): Promise<Answer> {
    this.path = path;
    return answer.status === 303 ? this.get(answer.headers.location ?? '') : answer;
  }
}

let members = 0;

export interface Member {
  readonly visitor: Visitor;
  readonly email: string;
  readonly owner: string;
}

const passwordHash = cheapHash(PASSWORD);

/**
 * Adds an account with PASSWORD. Its visitor is signed in, and the account knows its browser, as after the form for an
 * invitation. The form itself has tests of its own: with it, each account takes 100 ms of CPU for its password.
 */
export async function join(service: TestService): Promise<Member> {
  const { store } = service;
  members += 1;
  const account = { id: randomUUIDv7(), email: `member-${members}@example.org`, webpageCount: 0 };
  const now = new Date();
  await store.accounts.add({ ...account, createdAt: now.toISOString() }, passwordHash);
  const visitor = new Visitor(service);
  const devices = await rememberDevice(store, account.id, [], now);
  const browser = { address: '127.0.0.1', userAgent: '' };
  const prefix = service.base.startsWith('https:') ? '__Host-' : '';
  visitor.cookies.set(prefix + SESSION_COOKIE, await openSession(store, account.id, browser, now));
  visitor.cookies.set(prefix + DEVICE_COOKIE, writeDevices(devices));
  await visitor.get('/');
  return { visitor, email: account.email, owner: account.id };
}
