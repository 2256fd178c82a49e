import { dlopen } from 'node:ffi';

/**
 * node --experimental-ffi ask-for-short-turns.ts PID NICENESS
 *
 * `struct sched_attr` in its first version: size, policy, flags, niceness (as it is), priority, runtime. For an ordinary
 * thread the runtime is how long its turns are; one of another kind is refused, and stays as it is.
 */
const SHORTEST_NANOSECONDS = 100_000n;
const SIZE = 48;
const KEEP_POLICY = 8n;

/** The number of sched_setattr, for which not every C library has a function. */
const CALLS: Partial<Record<NodeJS.Architecture, bigint>> = { x64: 314n, arm64: 274n };

const [pid, niceness] = process.argv.slice(2).map(Number);
const call = CALLS[process.arch];
if (pid === undefined || niceness === undefined || call === undefined) process.exit(1);

const attributes = Buffer.alloc(SIZE);
attributes.writeUInt32LE(SIZE, 0);
attributes.writeBigUInt64LE(KEEP_POLICY, 8);
attributes.writeInt32LE(niceness, 16);
attributes.writeBigUInt64LE(SHORTEST_NANOSECONDS, 24);
const { functions } = dlopen(null, {
  syscall: { return: 'int64', arguments: ['int64', 'int64', 'buffer', 'uint64'] },
});
process.exit(functions.syscall(call, BigInt(pid), attributes, 0n) === 0n ? 0 : 1);
