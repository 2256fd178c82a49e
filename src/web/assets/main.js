import { startChanges } from './changes.js';
import { startCopying } from './copy.js';
import { moveByKeys, startKeys } from './keys.js';
import { keepLive, submitInPlace } from './live.js';
import { centreStrip, scrollTogether } from './scroll.js';
import { startSlider } from './slider.js';
import { refreshTimes, showLocalTimes } from './times.js';

keepLive();
submitInPlace();
showLocalTimes(document);
refreshTimes();
startKeys();
moveByKeys();
startChanges();
startCopying();
centreStrip();
scrollTogether();
startSlider();
