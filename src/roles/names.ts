import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

/** What a process of the service does; by default everything. */
export const ROLES = [
  'api', // answers HTTP
  'worker', // captures due pages
  'scheduler', // does what is done once for the whole archive: removes what deleted webpages left
] as const;
export type Role = (typeof ROLES)[number];

/** Names, also several with commas between; none means all. Throws Problem('invalid'). */
export function readRoles(values: readonly string[]): ReadonlySet<Role> {
  const names = values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const roles = names.map((name) => {
    const role = ROLES.find((each) => each === name);
    if (!role) throw new Problem('invalid', `--role is ${printable(name)}, but must be one of ${ROLES.join(', ')}.`);
    return role;
  });
  return new Set(roles.length === 0 ? ROLES : roles);
}
