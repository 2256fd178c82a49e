/** Calls back when a request may be told that it is refused. */
export type Refusals = (refuse: () => void) => void;

const LIMITS = { periodMs: 10, inPeriod: 20, waiting: 10_000 };

/**
 * Refusing a request costs the kernel as much as answering it, and who is refused at once may ask again at once: then
 * refusing takes all of the time, and those who were let in wait for it. So only so many are told in one period, or for
 * each one that has passed where the turns of the event loop are longer; the others wait until they are, and do not ask
 * again meanwhile. Nobody waits longer than five seconds: if too many wait already, it is told at once.
 */
export function makeRefusals(
  { periodMs, inPeriod, waiting: mostWaiting } = LIMITS,
  now: () => number = () => performance.now(),
): Refusals {
  let waiting: (() => void)[] = [];
  let left = inPeriod;
  let began = 0;
  let isRunning = false;
  const run = () => {
    isRunning = true;
    began = now();
    setTimeout(nextPeriod, periodMs);
  };
  const nextPeriod = () => {
    const many = inPeriod * Math.max(1, Math.floor((now() - began) / periodMs));
    const due = waiting.slice(0, many);
    waiting = waiting.slice(many);
    left = Math.min(inPeriod, many - due.length);
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
