/**
 * Runs in the page itself, before its scripts. Holds the long timers that it starts before it is scrolled: how many of
 * them are over when the picture is taken depends on how busy the machine is, and most move a carousel to its next slide.
 */
(() => {
  if (globalThis.top !== globalThis) return;

  /** Milliseconds. Many pages add content after a second. */
  const leastDelay = 2_000;

  const { setTimeout, Proxy: Hook } = globalThis;
  const { apply } = Reflect;
  /** Whether new timers are held, and whether held ones run. */
  let [holds, isReleased] = [true, false];
  /** The calls of held timers that are over. */
  const due = new Map();

  const holding = {
    apply(start, self, [callback, delay, ...given]) {
      if (!holds || !(delay >= leastDelay) || typeof callback !== 'function')
        return apply(start, self, [callback, delay, ...given]);
      const call = () => apply(callback, globalThis, given);
      const timer = apply(start, self, [() => void (isReleased ? call() : due.set(timer, call)), delay]);
      return timer;
    },
  };
  const clearing = {
    apply(clear, self, given) {
      due.delete(given[0]);
      return apply(clear, self, given);
    },
  };
  for (const name of ['setTimeout', 'setInterval']) globalThis[name] = new Hook(globalThis[name], holding);
  for (const name of ['clearTimeout', 'clearInterval']) globalThis[name] = new Hook(globalThis[name], clearing);

  /** Timers that the page starts from now on run. */
  function stopHolding() {
    holds = false;
  }
  Object.defineProperty(globalThis, Symbol.for('stopHolding'), { value: stopHolding });

  function release() {
    [holds, isReleased] = [false, true];
    for (const [timer, call] of due) setTimeout(() => due.delete(timer) && call());
  }
  Object.defineProperty(globalThis, Symbol.for('releaseTimers'), { value: release });
})();
