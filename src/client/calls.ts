import type { Call, Send } from './send.ts';

export interface IdempotentCall {
  /** By default a new one for each call. */
  readonly idempotencyKey?: string;
}

export interface AddOptions extends IdempotentCall {
  /** Whether an address that is tracked already is added again. */
  readonly allowDuplicates?: boolean;
}

export function creating(path: string, body: unknown, idempotencyKey: string = crypto.randomUUID()): Call {
  return { method: 'POST', path, body, headers: { 'Idempotency-Key': idempotencyKey }, repeatable: true };
}

export function adding(body: unknown, { allowDuplicates, idempotencyKey }: AddOptions): Call {
  return {
    ...creating('/webpages', body, idempotencyKey),
    query: { duplicates: allowDuplicates ? 'allow' : undefined },
  };
}

interface Page<Member> {
  readonly members: Member[];
  /** Missing where a list is always whole. */
  readonly view?: { readonly next?: string };
}

export async function* pagesOf<Member>(send: Send, path: string, query: object): AsyncGenerator<Member, void, void> {
  let call: Call = { method: 'GET', path, query, repeatable: true };
  for (;;) {
    const { body } = await send<Page<Member>>(call);
    yield* body.members;
    if (body.view?.next === undefined) return;
    call = { method: 'GET', path: body.view.next, repeatable: true };
  }
}
