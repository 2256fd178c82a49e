/** Calls back when a request may be answered with its refusal. */
export type RefusalQueue = (refuse: () => void) => void;

const LIMITS = { periodMs: 10, inPeriod: 20, waiting: 10_000 };

/**
 * Delays refusals. A refusal costs the kernel as much as an answer, and a client that is refused at once may ask again at
 * once: then refusals take all of the time. So at most `inPeriod` refusals are sent in a period of 10 ms, and the clients
 * of the others wait and do not ask again meanwhile. With 10,000 refusals waiting, about five seconds' worth, further ones
 * are sent at once.
 */
export function makeRefusalQueue(
  { periodMs, inPeriod, waiting: mostWaiting } = LIMITS,
  now: () => number = () => performance.now(),
): RefusalQueue {
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
