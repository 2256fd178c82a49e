/**
 * Runs in the page itself and in its workers, before their scripts, if the page moves without end. Each animation sees the same times and the
 * same random numbers in every capture, and stops after the same number of frames.
 */
(() => {
  let framesOfAnimation = 360;
  /** Without a GPU a frame of WebGL takes up to a tenth of a second. */
  const framesOfWebgl = 60;
  const frameTime = 1000 / 60;
  /** How often an animation runs as fast as usual: frames that are drawn in one frame of the browser. */
  const speed = 4;
  /** Timers that are called more often than this draw something. */
  const longestStep = 40;

  let state = 1;
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };

  /** The frame of the animation whose callback runs, with its time; undefined outside of animations. */
  let running;
  /** Advances a little, so that a loop that waits for a time ends. */
  let asked = 0;
  function elapsed() {
    if (running) return running.time;
    asked += 0.0001;
    return asked;
  }
  const RealDate = Date;
  const began = RealDate.now();
  const now = () => Math.floor(began + elapsed());
  performance.now = elapsed;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });

  for (const { prototype } of [globalThis.HTMLCanvasElement, globalThis.OffscreenCanvas].filter(Boolean)) {
    const { getContext } = prototype;
    prototype.getContext = function (kind, ...given) {
      if (!/webg/i.test(kind)) return getContext.call(this, kind, ...given);
      framesOfAnimation = framesOfWebgl;
      // Otherwise its pixels cannot be copied (canvases.js).
      return getContext.call(this, kind, { ...given[0], preserveDrawingBuffer: true });
    };
  }

  /** The frame that ran last, until the next task: an asynchronous callback asks for the next frame after it has returned. */
  let former;
  const tasks = new MessageChannel();
  tasks.port1.onmessage = () => {
    former = undefined;
  };

  /** Calls back in the next frame of the running animation, or in the first of a new one. */
  function run(callback, step, given) {
    const last = running ?? former ?? { n: 0, time: 0 };
    const frame = { n: last.n + 1, time: last.time + step };
    if (frame.n > framesOfAnimation) return undefined;
    return () => {
      const outer = running;
      running = frame;
      try {
        callback(...given(frame.time));
      } finally {
        running = outer;
        former = frame;
        tasks.port2.postMessage(0);
      }
    };
  }

  /** A worker that has not begun does not inherit its timers yet. */
  const real = (name) => (globalThis[name] ?? WorkerGlobalScope.prototype[name]).bind(globalThis);
  const animate = real('requestAnimationFrame');
  const [setTimer, setRepeated, clearTimer] = ['setTimeout', 'setInterval', 'clearTimeout'].map(real);
  /** The timers of animations that have not ended. */
  const timers = new Set();
  let frames = new Map();
  let lastFrame = 0;
  let isAsked = false;
  /** The page itself gets no frame before the mouse has moved, because many animations react to the mouse. */
  let isHeld = globalThis.window?.top === globalThis;

  function draw() {
    isAsked = false;
    for (let n = 0; n < speed && frames.size > 0; n += 1) {
      const due = frames;
      frames = new Map();
      for (const callback of due.values()) callback();
    }
    ask();
  }

  function ask() {
    if (isHeld || isAsked || frames.size === 0) return;
    isAsked = true;
    animate(draw);
  }

  globalThis.requestAnimationFrame = (callback) => {
    lastFrame += 1;
    const drawn = run(callback, frameTime, (time) => [time]);
    if (drawn) frames.set(lastFrame, drawn);
    ask();
    return lastFrame;
  };
  globalThis.cancelAnimationFrame = (frame) => void frames.delete(frame);

  globalThis.setTimeout = (callback, delay = 0, ...given) => {
    if (typeof callback !== 'function' || delay > longestStep) return setTimer(callback, delay, ...given);
    const drawn = run(callback, Math.max(delay, 1), () => given);
    const timer = setTimer(() => {
      timers.delete(timer);
      drawn?.();
    }, delay / speed);
    timers.add(timer);
    return timer;
  };

  globalThis.setInterval = (callback, delay = 0, ...given) => {
    if (typeof callback !== 'function' || delay > longestStep) return setRepeated(callback, delay, ...given);
    let n = 0;
    const timer = setRepeated(() => {
      const outer = running;
      n += 1;
      if (n > framesOfAnimation) return clearInterval(timer);
      running = { n, time: n * delay };
      try {
        callback(...given);
      } finally {
        running = outer;
      }
    }, delay / speed);
    timers.add(timer);
    return timer;
  };

  globalThis.clearTimeout = globalThis.clearInterval = (timer) => {
    timers.delete(timer);
    clearTimer(timer);
  };

  /** Called by page/visitor.ts. */
  const begin = () => {
    isHeld = false;
    ask();
  };
  Object.defineProperty(globalThis, Symbol.for('begin'), { value: begin });

  /** Whether all animations have ended. */
  Object.defineProperty(globalThis, Symbol.for('still'), { value: () => frames.size === 0 && timers.size === 0 });
})();
