import { sealingKey } from '../../src/app/seal.ts';

/** Apart from the service, which takes 0.5 s to load. */
export const SEALING_KEY = sealingKey('a key of the tests, long enough to be one');
