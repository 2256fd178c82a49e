import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Problem } from '../domain/problem.ts';

/** Of 0 to 4. A password with less is found within a million guesses. */
const LEAST_SCORE = 2;

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
  const own = [email, ...email.split(/[@.]/), 'pagekeep'];
  const { score } = (await estimator).check(password.slice(0, MOST_CHARACTERS), own);
  if (score >= LEAST_SCORE) return;
  const reason = 'it is a common one, or follows a simple pattern';
  throw new Problem('invalid', `This password is too easy to guess: ${reason}. Use several random words.`);
}
