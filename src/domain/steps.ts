import { invalid } from './invalid-option.ts';
import { secretName } from './page-secrets.ts';
import { Problem } from './problem.ts';
import { isSelector, onOneLine, selectorAllowed } from './selector.ts';
import { isPlain, printable } from './text.ts';

/** An action in a page before its picture is taken. Selectors name the first visible element that they match. */
export type Step =
  | { readonly click: string }
  /** Replaces the text of a field. `{{name}}` stands for the secret of this name. */
  | { readonly type: string; readonly into: string }
  /** Waits until the element is visible. */
  | { readonly waitFor: string }
  | { readonly scrollTo: string }
  | { readonly press: string };

const mostSteps = 20;
const longestText = 1_000;

/** The names that `press` accepts beside a single character, as in KeyboardEvent.key. */
export const keyNames = [
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'Space',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
] as const;

const stepAllowed =
  'one of {"click": selector}, {"type": text, "into": selector}, {"waitFor": selector}, {"scrollTo": selector}, {"press": key}';

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

function selectorOf(name: string, given: unknown): string {
  return isSelector(given) ? onOneLine(given) : invalid(name, given, selectorAllowed);
}

function textOf(name: string, given: unknown): string {
  const fits = typeof given === 'string' && given !== '' && given.length <= longestText && isPlain(given);
  return fits ? given : invalid(name, given, `text of 1–${longestText} characters without control characters`);
}

function keyOf(name: string, given: unknown): string {
  const isCharacter = typeof given === 'string' && [...given].length === 1 && given !== ' ' && isPlain(given);
  if (isCharacter || keyNames.some((key) => key === given)) return String(given);
  return invalid(name, given, `a single character, or one of ${keyNames.join(', ')}`);
}

function readStep(given: unknown, index: number): Step {
  const name = `step ${index + 1}`;
  if (typeof given !== 'object' || given === null) return invalid(name, given, stepAllowed);
  const { into, ...rest } = given as Record<string, unknown>;
  const [action, ...others] = Object.entries(rest);
  if (!action || others.length > 0 || (into !== undefined) !== (action[0] === 'type'))
    return invalid(name, given, stepAllowed);
  const [kind, value] = action;
  switch (kind) {
    case 'click':
      return { click: selectorOf(name, value) };
    case 'type':
      return { type: textOf(name, value), into: selectorOf(name, into) };
    case 'waitFor':
      return { waitFor: selectorOf(name, value) };
    case 'scrollTo':
      return { scrollTo: selectorOf(name, value) };
    case 'press':
      return { press: keyOf(name, value) };
    default:
      return invalid(name, given, stepAllowed);
  }
}

/** Throws Problem('invalid') with the number of the step. */
export function readSteps(given: unknown): Step[] {
  if (!Array.isArray(given) || given.length > mostSteps)
    return invalid('steps', given, `a list of at most ${mostSteps}`);
  return given.map(readStep);
}

/** Replaces `{{name}}` by the secret. Throws Problem('invalid') with the name of a missing one. */
export function withSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (_, name: string) => {
    const secret = secretName.test(name) && Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (secret === undefined) throw new Problem('invalid', `there is no secret with the name ${printable(name)}.`);
    return secret;
  });
}

/** Throws Problem('invalid') if a step types a secret that does not exist. */
export function checkSecrets(steps: readonly Step[], secrets: Readonly<Record<string, string>>): void {
  for (const [index, step] of steps.entries()) {
    if (!('type' in step)) continue;
    try {
      withSecrets(step.type, secrets);
    } catch (error) {
      if (error instanceof Problem) throw new Problem('invalid', `step ${index + 1}: ${error.message}`);
      throw error;
    }
  }
}
