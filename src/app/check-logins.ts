import type { Finding } from '../domain/finding.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { openSecrets } from './page-secrets.ts';
import type { SealingKey } from './seal.ts';
import { openSecret } from './two-step.ts';

const BATCH_SIZE = 1000;

/** Finds stored cookies, headers and secrets for two-step sign-in that SECRET_KEY cannot decrypt. */
export async function* checkLogins(store: Store, findKey: () => Promise<SealingKey>): AsyncGenerator<Finding> {
  const key = await findKey().catch(asProblem);
  if (key instanceof Problem) yield { kind: 'setting', name: 'SECRET_KEY', fault: key.message };
  yield* checkPageLogins(store, key);
  yield* checkTwoStep(store, key);
}

async function* checkPageLogins(store: Store, key: SealingKey | Problem): AsyncGenerator<Finding> {
  for (let after = ''; ; ) {
    const logins = await store.check.pageLogins(after, BATCH_SIZE);
    for (const { webpageId, url, sealedSecrets } of logins) {
      const fault = key instanceof Problem ? NO_KEY : faultOf(() => openSecrets(key, webpageId, sealedSecrets));
      if (fault !== undefined) yield { kind: 'unreadable login', webpage: webpageId, url, fault };
    }
    const last = logins.at(-1);
    if (!last) return;
    after = last.webpageId;
  }
}

async function* checkTwoStep(store: Store, key: SealingKey | Problem): AsyncGenerator<Finding> {
  for (let after = ''; ; ) {
    const accounts = await store.twoStep.secrets(after, BATCH_SIZE);
    for (const { owner, email, secret } of accounts) {
      const fault = key instanceof Problem ? NO_KEY : faultOf(() => openSecret(key, owner, secret));
      if (fault !== undefined) yield { kind: 'unreadable two-step secret', email, fault };
    }
    const last = accounts.at(-1);
    if (!last) return;
    after = last.owner;
  }
}

const NO_KEY = 'The stored credentials cannot be read: their key is missing.';

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return asProblem(error).message;
  }
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
