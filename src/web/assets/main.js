import { moveByKeys, startKeys } from './keys.js';
import { keepLive } from './live.js';
import { centreStrip, scrollTogether } from './scroll.js';
import { startSlider } from './slider.js';
import { refreshTimes, showLocalTimes } from './times.js';

keepLive();
showLocalTimes(document);
refreshTimes();
startKeys();
moveByKeys();
centreStrip();
scrollTogether();
startSlider();
