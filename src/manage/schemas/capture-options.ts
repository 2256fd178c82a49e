import { Type } from '../../api/json-schema.ts';
import { closed, nullable, optional, orNull, SELECTOR, text, ViewportSize } from './parts.ts';

const shown = {
  viewport: Type.Union([Type.String({ maxLength: 40 }), ViewportSize], {
    description: 'A device such as desktop or phone, a size such as 1280x800@2, or an object.',
  }),
  fullPage: Type.Boolean({ description: 'Whether to capture the whole page or only the viewport.' }),
  element: orNull(text(SELECTOR, 'CSS selector of the only element to capture.')),
  darkMode: Type.Boolean({ description: 'Whether to prefer the dark colour scheme.' }),
  locale: orNull(text(40, 'Language tag, such as en-GB.')),
  timeZone: orNull(text(64, 'IANA time zone of the browser.')),
  waitForSelector: orNull(text(SELECTOR, 'CSS selector of an element to wait for.')),
  delay: Type.Integer({ minimum: 0, description: 'Milliseconds to wait after the page has loaded.' }),
  hideSelectors: Type.Array(text(SELECTOR, 'CSS selector.'), { maxItems: 100, description: 'Elements to hide.' }),
  extraCss: text(20_000, 'CSS to add to the page.'),
  consent: Type.Boolean({ description: 'Whether to answer consent banners.' }),
  acceptWalls: Type.Boolean({ description: 'Whether to accept banners that cannot be rejected.' }),
  blockAds: Type.Boolean({ description: 'Whether to block advertisements.' }),
  acceptInvalidCertificate: Type.Boolean({
    description: 'Whether to capture a page whose certificate does not verify.',
  }),
  proxy: orNull(text(300, 'Proxy for the page: http://host:port or socks5://host:port.')),
  geolocation: orNull(
    Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        accuracy: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000, description: 'Metres, 50 by default.' })),
      },
      { ...closed, description: 'The place that the page gets if it asks.' },
    ),
  ),
  steps: Type.Array(Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 1000 })), {
    maxItems: 20,
    description: 'What to do in the page before its picture: click, type, waitFor, scrollTo, press.',
  }),
};
const secret = {
  cookies: Type.Array(
    Type.Object(
      {
        name: Type.String({ maxLength: 4096 }),
        value: Type.String({ maxLength: 4096 }),
        domain: Type.Optional(Type.String({ maxLength: 253 })),
        path: Type.Optional(Type.String({ maxLength: 1024 })),
      },
      closed,
    ),
    { maxItems: 50, description: 'Cookies to send. Stored encrypted and never shown.' },
  ),
  headers: Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 8192 }), {
    description: 'Headers to send. Stored encrypted and never shown.',
  }),
  secrets: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 1000 }), {
    description: 'Texts by name, which steps type as {{name}}. Stored encrypted and never shown.',
  }),
  proxyLogin: orNull(
    Type.Object(
      { username: Type.String({ maxLength: 255 }), password: Type.String({ maxLength: 255 }) },
      { ...closed, description: 'The login for the proxy. Stored encrypted and never shown.' },
    ),
  ),
};

/** Settings from before an option existed lack it. */
export const ShownCaptureOptions = Type.Object(optional(shown), {
  description: 'How the webpage is captured. Cookies, headers and secrets are never shown.',
});
export const CaptureOptions = Type.Object(optional({ ...shown, ...secret }), {
  ...closed,
  description: 'How to capture the webpage. Options that are absent have their default.',
});
export const CaptureOptionsPatch = Type.Object(nullable({ ...shown, ...secret }), {
  ...closed,
  description: 'Options to change. Those that are absent stay, and null is the default.',
});
