import { keepLive } from './live.js';
import { showLocalTimes } from './times.js';

showLocalTimes(document);
keepLive();
