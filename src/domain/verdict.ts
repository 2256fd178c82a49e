import type { Verdict } from './capture.ts';

/** What was seen of a page, for its verdict. */
export type Signs = {
  readonly httpStatus: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly title: string;
  /** The beginning of the text that the page shows. */
  readonly text: string;
  /** Which of `wallSelectors` the page has. */
  readonly present: readonly string[];
  readonly oneColour: boolean;
  readonly consentShowing: boolean;
  readonly truncated: boolean;
};

/** Elements that only the challenge pages of bot walls have. */
export const wallSelectors: readonly string[] = [
  '#challenge-form',
  '#challenge-running',
  '#challenge-error-text',
  '#cf-challenge-running',
  '#px-captcha',
  '#sec-if-cpt-container',
  '#captcha-container > #captcha',
  'iframe[src*="captcha-delivery.com"]',
  'iframe[src*="_Incapsula_Resource"]',
  'script[src*="/_Incapsula_Resource"][src*="SWJIYLWA"]',
  'script[src*="challenges.cloudflare.com"] ~ #challenge-stage',
  'script[src*="awswaf.com"][src*="challenge.js"]',
];

/** The banners of the consent tools that most sites use; one that is visible covers the page. */
export const bannerSelectors: readonly string[] = [
  '#onetrust-banner-sdk',
  '#CybotCookiebotDialog',
  '#didomi-popup',
  '#usercentrics-root',
  '#usercentrics-cmp-ui',
  '#truste-consent-track',
  '#iubenda-cs-banner',
  '#cookie-law-info-bar',
  '#tarteaucitronAlertBig',
  '#cmpbox',
  '#axeptio_overlay',
  '#ez-cookie-dialog-wrapper',
  '#BorlabsCookieBox',
  '#cookiescript_injected',
  '.qc-cmp2-container',
  '.fc-consent-root',
  '.cky-consent-container',
  '.osano-cm-window',
  '.cc-window',
  '.termly-consent-banner',
  '[id^="sp_message_container_"]',
];

const wallTitles =
  /^(?:just a moment\.{3}|attention required! \| cloudflare|access denied|are you a robot\?|pardon our interruption|human verification|ddos-guard|security check(?: required)?|robot or human\?|bot verification|verifying you are human.*|client challenge)$/i;

const wallTexts =
  /checking (?:if the site connection is secure|your browser before accessing)|verify(?:ing)? (?:that )?you are (?:a )?human|enable javascript and cookies to continue|why have i been blocked\?|unusual traffic from your computer network|press (?:&|and) hold to confirm you are/i;

/** A wall says little else; an article that mentions one of these phrases is not a wall. */
const longestWall = 1_500;

function isWall({ httpStatus, headers, title, text, present }: Signs): boolean {
  const header = (name: string) => Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (header('cf-mitigated') === 'challenge') return true;
  if (header('x-amzn-waf-action') !== undefined) return true;
  const short = text.length <= longestWall;
  if (present.length > 0 && short) return true;
  const refused = httpStatus !== null && [401, 403, 405, 429, 503].includes(httpStatus);
  return short && (refused || text.length < 600) && (wallTitles.test(title.trim()) || wallTexts.test(text));
}

/** The first that holds: what explains most of a picture that is not the page comes first. */
export function judge(signs: Signs): Verdict {
  if (isWall(signs)) return 'blocked';
  if (signs.httpStatus !== null && signs.httpStatus >= 400) return 'http-error';
  if (signs.oneColour) return 'blank';
  if (signs.consentShowing) return 'consent';
  return signs.truncated ? 'truncated' : 'fine';
}
