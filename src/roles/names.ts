import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

/** The roles of a process; by default all of them. */
export const ROLES = [
  'api', // serves HTTP
  'worker', // captures webpages that are due
  'scheduler', // removes records and images of deleted webpages, and applies changed settings to stored changes
] as const;
export type Role = (typeof ROLES)[number];

/** Reads role names, which may be separated by commas. No name means all roles. Throws Problem('invalid'). */
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
