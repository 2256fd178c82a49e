import { moveByKeys } from './keys.js';
import { keepLive } from './live.js';
import { centreStrip, scrollTogether } from './scroll.js';
import { startSlider } from './slider.js';
import { showLocalTimes } from './times.js';

keepLive();
showLocalTimes(document);
moveByKeys();
centreStrip();
scrollTogether();
startSlider();
