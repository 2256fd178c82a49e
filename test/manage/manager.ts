import type { TokenLimits } from '../../src/domain/token.ts';
import type { Answer, Ask } from '../harness/http.ts';
import { addToken, type Person } from '../harness/records.ts';
import type { TestService } from '../harness/service.ts';

interface Asked extends Omit<Ask, 'method'> {
  /** Sent as the body. */
  readonly json?: unknown;
}

export interface Manager extends Person {
  /** `path` is below /manage/v1. */
  ask(method: string, path: string, options?: Asked): Promise<Answer>;
}

/** A person with a token that may do everything, or what is given. */
export async function manager(
  service: TestService,
  limits: Partial<TokenLimits> = { scopes: ['read', 'delete', 'manage'] },
): Promise<Manager> {
  const person = await service.newPerson();
  return managerOf(service, { ...person, ...(await addToken(service.store, person.owner, limits)) });
}

function managerOf(service: TestService, person: Person): Manager {
  return {
    ...person,
    ask(method, path, { json, headers, ...options } = {}) {
      const content = json === undefined ? {} : { 'Content-Type': 'application/json' };
      return service.askPath(`/manage/v1${path}`, {
        ...options,
        method,
        headers: { Authorization: `Bearer ${person.token}`, ...content, ...headers },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
    },
  };
}
