import type { Finding } from '../domain/finding.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { openSecrets } from './page-secrets.ts';
import type { SealingKey } from './seal.ts';

const AT_ONCE = 1000;

/** The logins of pages that the archive's key does not open, if there is a key at all. */
export async function* checkLogins(store: Store, findKey: () => Promise<SealingKey>): AsyncGenerator<Finding> {
  const key = await findKey().catch(unlessProblem);
  if (key instanceof Problem) yield { kind: 'setting', name: 'SECRET_KEY', fault: key.message };
  for (let after = ''; ; ) {
    const logins = await store.check.pageLogins(after, AT_ONCE);
    for (const { webpageId, url, sealedSecrets } of logins) {
      const fault = key instanceof Problem ? NO_KEY : faultOf(() => openSecrets(key, webpageId, sealedSecrets));
      if (fault !== undefined) yield { kind: 'unreadable login', webpage: webpageId, url, fault };
    }
    const last = logins.at(-1);
    if (!last) return;
    after = last.webpageId;
  }
}

const NO_KEY = 'The stored credentials cannot be read: their key is missing.';

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return unlessProblem(error).message;
  }
}

function unlessProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
