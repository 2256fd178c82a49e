/** Whether each thing that the service needs can be used; the sentence is for the log, not for who asks. */
export type Readiness = Readonly<Record<string, 'ok' | 'failed'>>;

/** Resolves if it can be used. */
type Check = () => Promise<unknown>;

const PATIENCE_MS = 5_000;
/** Asking in between gets the last answer: a watcher cannot be a burden. */
const AGE_MS = 1_000;

export interface Health {
  add(name: string, check: Check): void;
  readiness(): Promise<Readiness>;
}

export function makeHealth(report: (name: string, error: unknown) => void): Health {
  const checks = new Map<string, Check>();
  let last: { at: number; answer: Promise<Readiness> } | undefined;

  async function look(): Promise<Readiness> {
    const found = await Promise.all(
      [...checks].map(async ([name, check]): Promise<[string, 'ok' | 'failed']> => {
        try {
          await within(PATIENCE_MS, check);
          return [name, 'ok'];
        } catch (error) {
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
      if (!last || at - last.at > AGE_MS) last = { at, answer: look() };
      return last.answer;
    },
  };
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
