import type { CaptureOptions } from '../../domain/capture-options.ts';
import { type Viewport, viewportOf } from '../../domain/device.ts';
import type { Chromium } from '../chromium/chromium.ts';
import type { Tab } from '../chromium/tab.ts';
import { setCookies } from './cookies.ts';
import { installHooks } from './page-hooks.ts';
import { countScripts } from './static-page.ts';

/** The browser identifies itself as an ordinary Chrome of its version, to servers and to scripts. */
function identity({ userAgent, version }: Chromium, mobile: boolean, locale: string | null) {
  const major = version.split('.')[0] ?? '';
  const deviceUserAgent = mobile
    ? userAgent.replace(/\([^)]*\)/, '(Linux; Android 10; K)').replace('Safari/', 'Mobile Safari/')
    : userAgent;
  return {
    userAgent: deviceUserAgent,
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
 * Before the picture is taken, Chromium paints at a tenth of the scale. Layout and picture stay the same, and a capture
 * takes a tenth less CPU time.
 */
export const paintingScale = 0.1;

/** Sets the size of the window. */
export async function setWindow(tab: Tab, { width, height, scale, mobile }: Viewport): Promise<void> {
  const metrics = { width, height, deviceScaleFactor: scale, mobile, scale: paintingScale };
  await tab.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Configures the tab before the navigation. All commands are sent together, so they take one round trip. */
export async function prepare(tab: Tab, chromium: Chromium, url: string, options: CaptureOptions): Promise<void> {
  const viewport = viewportOf(options.viewport);
  const { mobile } = viewport;
  await Promise.all([
    tab.send('Page.enable'),
    countScripts(tab),
    installHooks(tab),
    // Chromium keeps no bodies for the inspector. Style sheets can be searched without that.
    tab.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    setWindow(tab, viewport),
    tab.send('Emulation.setUserAgentOverride', identity(chromium, mobile, options.locale)),
    mobile && tab.send('Emulation.setTouchEmulationEnabled', { enabled: true }),
    tab.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: options.darkMode ? 'dark' : 'light' },
        // With `reduce`, pages that reveal their content by animations can stay empty. Freezing ends all animations.
        { name: 'prefers-reduced-motion', value: 'no-preference' },
      ],
    }),
    options.locale && tab.send('Emulation.setLocaleOverride', { locale: options.locale }),
    options.timeZone && tab.send('Emulation.setTimezoneOverride', { timezoneId: options.timeZone }),
    setCookies(tab, url, options.cookies),
    options.geolocation && tab.send('Emulation.setGeolocationOverride', options.geolocation),
    options.geolocation &&
      chromium.connection.send('Browser.setPermission', {
        permission: { name: 'geolocation' },
        setting: 'granted',
        browserContextId: tab.contextId,
      }),
    options.acceptInvalidCertificate && tab.send('Security.setIgnoreCertificateErrors', { ignore: true }),
  ]);
}
