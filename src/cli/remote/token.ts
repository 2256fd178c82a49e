import { environment } from '../../config.ts';
import { Problem } from '../../domain/problem.ts';

export const TOKEN = 'PAGEKEEP_TOKEN';

/** Never an argument: other users of the machine can read those. */
export function tokenOf(): string {
  const token = environment()[TOKEN]?.trim();
  if (token) return token;
  throw new Problem(
    'invalid',
    `The environment variable ${TOKEN} is not set: create an API token in the web application.`,
  );
}
