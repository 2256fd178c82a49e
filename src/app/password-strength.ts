import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Problem } from '../domain/problem.ts';

/** Of 0 to 4. A password with less is found within 100 million guesses. */
const LEAST_SCORE = 3;

/** The estimate takes up to 60 ms for so many characters, and more for longer texts. */
const MOST_CHARACTERS = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded on demand: the list of 49,000 common passwords takes 0.1 s to load. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** Throws Problem('invalid') for a common password, a simple pattern, and variations of either or of the e-mail address. */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  estimator ??= loadEstimator();
  const zxcvbn = await estimator;
  const [name = ''] = email.split('@');
  const own = [email, name, ...email.split(/[@.]/), 'pagekeep'];
  const isStrong = (text: string) => zxcvbn.check(text.slice(0, MOST_CHARACTERS), own).score >= LEAST_SCORE;
  if (isStrong(password) && isStrong(withoutDecoration(password))) return;
  const reason = 'it is a common one, or follows a simple pattern';
  throw new Problem('invalid', `This password is too easy to guess: ${reason}. Use several random words.`);
}

/** The estimate gives too much for a space or an exclamation mark in a common password, and does not know other forms of its letters. */
function withoutDecoration(password: string): string {
  return password
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[\p{P}\p{S}]+$/u, '');
}
