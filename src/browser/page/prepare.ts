import type { CaptureOptions } from '../../domain/capture-options.ts';
import { type Viewport, viewportOf } from '../../domain/device.ts';
import type { Chromium } from '../chromium/chromium.ts';
import type { Tab } from '../chromium/tab.ts';
import { blockAds } from './ads.ts';
import { setCookies } from './cookies.ts';
import { countScripts } from './static-page.ts';

/** What the browser says of itself, to the server and to scripts alike: an ordinary Chrome of its version. */
function identity({ userAgent, version }: Chromium, mobile: boolean, locale: string | null) {
  const major = version.split('.')[0] ?? '';
  const spoken = mobile
    ? userAgent.replace(/\([^)]*\)/, '(Linux; Android 10; K)').replace('Safari/', 'Mobile Safari/')
    : userAgent;
  return {
    userAgent: spoken,
    ...(locale === null ? {} : { acceptLanguage: locale }),
    userAgentMetadata: {
      brands: [
        { brand: 'Chromium', version: major },
        { brand: 'Not.A/Brand', version: '99' },
      ],
      fullVersion: version,
      platform: mobile ? 'Android' : 'Linux',
      platformVersion: mobile ? '10' : '',
      architecture: mobile ? '' : 'x86',
      model: mobile ? 'K' : '',
      mobile,
    },
  };
}

/**
 * The window that the page has. What is drawn before the picture nobody sees, so it is drawn small: the page is laid out
 * and looks into itself as ever, the picture has the same pixels, and a capture takes a tenth less of the CPU.
 */
export async function setWindow(tab: Tab, { width, height, scale, mobile }: Viewport): Promise<void> {
  const metrics = { width, height, deviceScaleFactor: scale, mobile, scale: 0.1 };
  await tab.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Sets the page up before it is navigated. The commands are all under way at once: one round trip, not a dozen. */
export async function prepare(tab: Tab, chromium: Chromium, url: string, options: CaptureOptions): Promise<void> {
  const viewport = viewportOf(options.viewport);
  const { mobile } = viewport;
  await Promise.all([
    tab.send('Page.enable'),
    countScripts(tab),
    // No bodies are kept for us: only style sheets are searched, and Chromium has those anyway.
    tab.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    setWindow(tab, viewport),
    tab.send('Emulation.setUserAgentOverride', identity(chromium, mobile, options.locale)),
    mobile && tab.send('Emulation.setTouchEmulationEnabled', { enabled: true }),
    tab.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: options.darkMode ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    }),
    options.locale && tab.send('Emulation.setLocaleOverride', { locale: options.locale }),
    options.timeZone && tab.send('Emulation.setTimezoneOverride', { timezoneId: options.timeZone }),
    setCookies(tab, url, options.cookies),
    options.blockAds && blockAds(tab),
  ]);
}
