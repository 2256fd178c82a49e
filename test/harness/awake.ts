import { keepThreadPoolAwake } from '../../src/thread-pool.ts';

keepThreadPoolAwake();
