import type { Verdict } from './capture.ts';
import { replacementOf, type VisitedPage } from './replaced-page.ts';

/** The observations that the verdict depends on. */
export type Signs = VisitedPage & {
  readonly httpStatus: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The entries of `wallSelectors` that match an element of the page. */
  readonly present: readonly string[];
  readonly oneColour: boolean;
  readonly truncated: boolean;
  readonly stillLoading: boolean;
};

/** Elements that occur only on challenge pages of bot walls. */
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

/** Banners of common consent tools. */
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

/** A wall has little text; a longer page that contains one of these phrases is an article. */
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

/** The first matching verdict wins, so the most specific explanation comes first. */
export function judge(signs: Signs): Verdict {
  if (isWall(signs)) return 'blocked';
  if (signs.httpStatus !== null && signs.httpStatus >= 400) return 'http-error';
  if (signs.oneColour) return 'blank';
  if (signs.stillLoading) return 'loading';
  const replacement = replacementOf(signs);
  if (replacement) return replacement;
  if (signs.consentShowing) return 'consent';
  return signs.truncated ? 'truncated' : 'fine';
}
