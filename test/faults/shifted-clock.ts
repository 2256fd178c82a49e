import { readFileSync } from 'node:fs';

/**
 * Loaded before a program of ours (`node --import`): its clock is wrong by as many milliseconds as the file says, which
 * may say something else at any moment. Timers go on as they do when the clock of a machine is set.
 */
const LOOK_MS = 20;
const file = process.env.FAULT_CLOCK;

if (file !== undefined) {
  const RealDate = Date;
  let offset = 0;
  const look = () => {
    offset = Number(readFileSync(file, 'utf8'));
  };
  const now = () => RealDate.now() + offset;
  look();
  setInterval(look, LOOK_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
