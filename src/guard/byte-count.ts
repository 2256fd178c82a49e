export type ByteLimits = { readonly connection: number; readonly capture: number };

/** Adds bytes of one connection. Returns false as soon as a limit is exceeded. */
type Meter = (bytes: number) => boolean;

type ByteCount = { newMeter: () => Meter; total: () => number; isExceeded: () => boolean };

/** Counts the bytes of one capture in both directions: all its connections together, and each of them. */
export function countBytes(limits: ByteLimits): ByteCount {
  let total = 0;
  return {
    newMeter: () => {
      let own = 0;
      return (bytes) => {
        own += bytes;
        total += bytes;
        return own <= limits.connection && total <= limits.capture;
      };
    },
    total: () => total,
    isExceeded: () => total > limits.capture,
  };
}
