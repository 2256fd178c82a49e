/** Calls back when a request may be told that it is refused. */
export type Refusals = (refuse: () => void) => void;

const LIMITS = { periodMs: 10, inPeriod: 20, waiting: 10_000 };

/**
 * Refusing a request costs the kernel as much as answering it, and who is refused at once may ask again at once: then
 * refusing takes all of the time, and those who were let in wait for it. So only so many are told in one period; the
 * others wait until they are, and do not ask again meanwhile. Nobody waits longer than a few seconds: if too many do
 * already, it is told at once.
 */
export function makeRefusals({ periodMs, inPeriod, waiting: mostWaiting } = LIMITS): Refusals {
  let waiting: (() => void)[] = [];
  let left = inPeriod;
  let isRunning = false;
  const run = () => {
    isRunning = true;
    setTimeout(nextPeriod, periodMs);
  };
  const nextPeriod = () => {
    const due = waiting.slice(0, inPeriod);
    waiting = waiting.slice(inPeriod);
    left = inPeriod - due.length;
    isRunning = false;
    if (due.length > 0) run();
    for (const refuse of due) refuse();
  };
  return (refuse) => {
    if (!isRunning) run();
    if (left === 0 && waiting.length < mostWaiting) {
      waiting.push(refuse);
      return;
    }
    left = Math.max(0, left - 1);
    refuse();
  };
}
