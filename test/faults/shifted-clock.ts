import { readFileSync } from 'node:fs';

/**
 * Loaded into a program with `node --import`. Shifts its clock by the milliseconds in the file, which may change at any
 * time. Timers are not affected, as when the clock of a machine is set.
 */
const READ_MS = 20;
const file = process.env.FAULT_CLOCK;

if (file !== undefined) {
  const RealDate = Date;
  let offset = 0;
  const readOffset = () => {
    offset = Number(readFileSync(file, 'utf8'));
  };
  const now = () => RealDate.now() + offset;
  readOffset();
  setInterval(readOffset, READ_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
