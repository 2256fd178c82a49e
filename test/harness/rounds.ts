/** Multiplies the number of random cases: every run checks the same few, and PROPERTY_ROUNDS=5 checks five times as many. */
export const PROPERTY_ROUNDS = Number(process.env.PROPERTY_ROUNDS ?? 1);
