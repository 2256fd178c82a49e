import { Problem } from '../domain/problem.ts';

type State = 'ok' | 'failed' | 'damaged';

/** The state of each dependency of the service, by name. Error messages go to the log, not into the response. */
export type Readiness = Readonly<Record<string, State>>;

/** The dependency works, but has lost data. Unlike a failure, this does not pass, and the log has said it already. */
export class Damaged extends Error {}

/** Resolves if the dependency works. May throw Damaged. */
type Check = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 5_000;
/** Requests within this time get the previous result, so that frequent probes cost nothing. */
const CACHE_MS = 1_000;

export interface Health {
  add(name: string, check: Check): void;
  readiness(): Promise<Readiness>;
}

export function makeHealth(report: (name: string, error: unknown) => void): Health {
  const checks = new Map<string, Check>();
  let last: { at: number; answer: Promise<Readiness> } | undefined;

  async function runChecks(): Promise<Readiness> {
    const found = await Promise.all(
      [...checks].map(async ([name, check]): Promise<[string, State]> => {
        try {
          await within(CHECK_TIMEOUT_MS, check);
          return [name, 'ok'];
        } catch (error) {
          if (error instanceof Damaged) return [name, 'damaged'];
          report(name, error);
          return [name, 'failed'];
        }
      }),
    );
    return Object.fromEntries(found);
  }

  return {
    add: (name, check) => void checks.set(name, check),
    readiness() {
      const at = performance.now();
      if (!last || at - last.at > CACHE_MS) last = { at, answer: runChecks() };
      return last.answer;
    },
  };
}

/** What the log says about a failed check. A problem without a cause says all, so its stack trace would only be noise. */
export function describeFailure(name: string, error: unknown): [details: object, message: string] {
  if (error instanceof Problem && error.cause === undefined) return [{}, `not ready: ${error.message}`];
  return [{ err: error }, `not ready: the ${name} cannot be used`];
}

export function answerHealth(readiness: Readiness): { status: 200 | 503; body: object } {
  const ready = Object.values(readiness).every((state) => state === 'ok');
  return { status: ready ? 200 : 503, body: { status: ready ? 'ok' : 'failed', checks: readiness } };
}

async function within(milliseconds: number, work: Check): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
