import { invite } from '../../src/app/join.ts';
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

/** Creates an account by the set-up link or an invitation. Its visitor is signed in. */
export async function join(service: TestService): Promise<Member> {
  const [first] = await service.store.accounts.list();
  const secret = await invite(service.store, first?.id, new Date());
  const visitor = new Visitor(service);
  members += 1;
  const email = `member-${members}@example.org`;
  await visitor.get(`/join/${secret}`);
  await visitor.post(`/join/${secret}`, { email, password: PASSWORD });
  return { visitor, email, owner: (await service.store.accounts.findByEmail(email)).id };
}
