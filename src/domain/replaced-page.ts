import { acceptControl, ageQuestion, consentWords, termsQuestion } from './consent-words.ts';

/**
 * Tells what a site shows in place of a page, although it answers with status 200. A wrong answer costs a picture that
 * is fine, so that each rule needs several signs, and a page that is about such things by its address has none of them.
 */

/** The result of in-page/page-signs.js. */
export type PageSigns = {
  /** The first visible headings. */
  readonly headings: readonly string[];
  /** Visible text outside links, buttons, menus and footers, at most 3,000 characters; lines are pieces of it. */
  readonly words: string;
  readonly marks: readonly ('not-found' | 'paid')[];
  readonly loginForm: 'password' | 'identifier' | null;
  /** A layer that covers the window. */
  readonly layer: {
    /** Whether the page has content behind it. */
    readonly hidesContent: boolean;
    readonly text: string;
    readonly controls: readonly string[];
    readonly asksForInput: boolean;
  } | null;
  /** Whether a large video of the first screen shows nothing. */
  readonly hasEmptyPlayer: boolean;
};

export const noPageSigns: PageSigns = {
  headings: [],
  words: '',
  marks: [],
  loginForm: null,
  layer: null,
  hasEmptyPlayer: false,
};

export type VisitedPage = PageSigns & {
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly title: string;
  /** The beginning of the visible text. */
  readonly text: string;
  /** Whether a known consent tool asks. */
  readonly consentShowing: boolean;
  /** Whether the capture answers consent banners. Otherwise its picture shows them on purpose. */
  readonly answersConsent: boolean;
};

export type Replacement = 'not-found' | 'login' | 'paywall' | 'accept-wall' | 'no-video';

/** Pages in place of others are short. In characters of `words`. */
const longest = { notFound: 600, bareNotFound: 350, login: 700, loginRequired: 300, teaser: 1_200, paidTeaser: 2_400 };
const longestDocumentWall = 2_500;
const longestAgeQuestion = 600;
const longestPlayerPage = 600;

const segmentsOf = (url: string): readonly string[] => {
  if (!URL.canParse(url)) return [];
  const { hostname, pathname } = new URL(url);
  const host = hostname.split('.')[0] ?? '';
  return [host, ...pathname.split('/').map((segment) => segment.replace(/\.\w{2,5}$/, ''))];
};

const placeOf = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`;
};

const isRedirected = ({ requestedUrl, finalUrl }: VisitedPage) => placeOf(requestedUrl) !== placeOf(finalUrl);

/** Whether the address that was asked for says that the page is about such things. */
const isAbout = ({ requestedUrl }: VisitedPage, words: RegExp) =>
  URL.canParse(requestedUrl) && words.test(requestedUrl.slice(new URL(requestedUrl).origin.length));

const start = String.raw`^\W*(?:(?:sorry|oops|ooops|whoops|uh[- ]?oh|oh no|hm+|http|error|fehler|erreur|404)\b\W*)*`;

/** Headlines of error pages, as a whole: "How to fix page not found errors" is none. */
const notFoundHeadlines: readonly RegExp[] = [
  /^\W*(?:(?:http|error|fehler|erreur|errore|page)\W{0,3})*404\W*(?:(?:error|fehler|page|not found|page not found|file not found)\W*)*$/i,
  new RegExp(
    `${start}(?:(?:the|this|that|your|requested) ){0,2}(?:page|document|url|address|link)\\b[^.!?:]{0,60}\\b(?:not (?:be )?found|can(?:no|['’])t be found|couldn['’]t be found|does(?: not|n['’]t) exist|no longer exists|(?:is not|isn['’]t) available|is (?:missing|gone)|has (?:moved|been (?:moved|removed|deleted))(?: or [^.!?]{0,30})?|isn['’]t here)(?: on this server)?\\W*$`,
    'i',
  ),
  /^\W*(?:(?:sorry|oops|whoops)\b\W*)?you(?:['’]ve| have)?(?: just)? found (?:an error|a missing) page\W*$/i,
  new RegExp(
    `${start}(?:we )?(?:can(?:no|['’])t|could(?: not|n['’]t)) (?:seem to )?find (?:that|this|the|your) page\\b[^.!?:]{0,40}\\W*$`,
    'i',
  ),
  new RegExp(
    `${start}(?:(?:die|diese|angeforderte|gewünschte|gesuchte) ){0,2}seite\\b[^.!?:]{0,50}(?:nicht (?:gefunden(?: werden)?|vorhanden|mehr vorhanden)|existiert nicht(?: mehr)?|gibt es nicht(?: mehr)?)\\W*$`,
    'i',
  ),
  new RegExp(
    `${start}(?:(?:la|cette) )?page\\b[^.!?:]{0,50}(?:introuvable|n['’]existe (?:pas|plus)|non trouvée)\\W*$`,
    'i',
  ),
  new RegExp(
    `${start}(?:(?:la|a|esta) )?página\\b[^.!?:]{0,40}(?:no encontrada|no existe|no se encuentra|não (?:foi )?encontrada|não existe)\\W*$`,
    'i',
  ),
  new RegExp(
    `${start}(?:(?:la|de|deze|questa) )?pagina\\b[^.!?:]{0,40}(?:non (?:è stata )?trovata|non esiste|niet gevonden|bestaat niet(?: meer)?)\\W*$`,
    'i',
  ),
  /^(?:\W|404)*(?:nie znaleziono strony|strona nie (?:została znaleziona|istnieje)|страница не (?:найдена|существует)|sayfa bulunamadı)\W*$/i,
  /^[^\p{L}]*(?:お探しの)?ページ(?:が|は)?(?:見つかりません(?:でした)?|存在しません)\W*$/u,
  /^[^\p{L}]*(?:(?:您访问的)?(?:页面|网页)(?:不存在|未找到|找不到了?)|找不到(?:该|此)?(?:页面|网页)|頁面不存在|找不到頁面)\W*$/u,
];

const longestHeadline = 110;

const isNotFoundHeadline = (text: string) =>
  text.length <= longestHeadline && notFoundHeadlines.some((headline) => headline.test(text));

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s|\n/).slice(0, 8);

const saysNotFound = (texts: readonly string[]) => texts.some((text) => sentencesOf(text).some(isNotFoundHeadline));

const titleParts = (title: string) => [title, ...title.split(/\s+[-–—|·•»:]\s+|\s*\|\s*/)];

const errorSegment = /^(?:404|error-?404|404-?error|(?:page-?)?not-?found|pagenotfound|page_not_found)$/i;

function isNotFound(page: VisitedPage): boolean {
  const { title, headings, words, marks, finalUrl } = page;
  if (words.length > longest.notFound || isAbout(page, /404|not[-_]?found|error/i)) return false;
  if (marks.includes('not-found')) return true;
  const inTitle = titleParts(title).some(isNotFoundHeadline);
  const inHeadings = saysNotFound(headings.slice(0, 2));
  const inWords = saysNotFound([words]);
  if (isRedirected(page) && segmentsOf(finalUrl).some((segment) => errorSegment.test(segment)))
    return inTitle || inHeadings || inWords;
  if (inTitle) return inHeadings || inWords;
  return words.length <= longest.bareNotFound && (inHeadings || (headings.length === 0 && inWords));
}

const loginName = `log-?_?in|sign-?_?in|log-?_?on|sign-?_?on|sso|auth|authenticate|authorize|authentication|oauth2?|saml2?|idp|cas|anmelden|anmeldung|einloggen|connexion|identification|iniciar-sesion|acceder|accedi|entrar|inloggen|logowanie`;
const loginSegment = new RegExp(
  `^(?:(?:wp|user|account|member|customer|client|my)s?[-_])?(?:${loginName}|accounts)(?:[-_](?:form|page|required))?$`,
  'i',
);
const isLoginAddress = (url: string) => segmentsOf(url).some((segment) => loginSegment.test(segment));

/** Whether a parameter of the address leads back to the page that was asked for. */
function leadsBack({ requestedUrl, finalUrl }: VisitedPage): boolean {
  if (!URL.canParse(requestedUrl) || !URL.canParse(finalUrl)) return false;
  const { pathname } = new URL(requestedUrl);
  return pathname.length > 1 && [...new URL(finalUrl).searchParams.values()].some((value) => value.includes(pathname));
}

const loginRequired =
  /\b(?:(?:log|sign)[ -]?in (?:is )?(?:required|to (?:continue|view|see|access|proceed|read))|(?:must|need to|have to) (?:be (?:logged|signed) in|(?:log|sign) in)|(?:only )?available (?:only )?(?:to|for) (?:logged|signed)[- ]in users)\b|(?:bitte (?:melden sie sich an|melde dich an|einloggen)|anmeldung erforderlich|connectez-vous pour|veuillez vous connecter|connexion requise|inicia sesión para|debes iniciar sesión|accedi per|faça login para|entre para continuar|log in om|войдите,? чтобы)/i;

function asksLogin(page: VisitedPage): boolean {
  const { requestedUrl, finalUrl, words, headings, loginForm } = page;
  if (loginForm === null || words.length > longest.login || isLoginAddress(requestedUrl)) return false;
  if (isRedirected(page) && (isLoginAddress(finalUrl) || leadsBack(page))) return true;
  return words.length <= longest.loginRequired && [...headings, words].some((text) => loginRequired.test(text));
}

const payPhrases: readonly RegExp[] = [
  /\b(?:subscrib\w*|sign up|register|join|log in|(?:become|be) an? (?:member|subscriber)|upgrade|(?:start|begin) (?:your |a )?(?:free )?trial|pay)\b[^.!?\n]{0,60}\b(?:to|and) (?:continue|keep|finish) reading\b/i,
  /\bto (?:continue|keep|finish) reading\b[^.!?\n]{0,40}\b(?:subscri|sign up|register|join|become|trial)/i,
  /\b(?:continue|keep) reading (?:this (?:article|post|story) )?(?:with|for) [^.!?\n]{0,30}(?:subscri|trial|\bfree\b|€|\$|£)/i,
  /\b(?:subscrib\w*|member\w*|register|create an account|upgrade|pay)\b[^.!?\n]{0,50}\b(?:read|unlock|access|view) (?:(?:the )?(?:full|whole|entire|rest of (?:the|this)) (?:article|story|post|report)|this (?:article|story|post|report))\b/i,
  /\bthis (?:article|story|post|content|report|page|video) (?:is )?(?:only |exclusively |reserved )?(?:for|available (?:only |exclusively )?(?:to|for)) (?:our )?(?:paid |paying |premium |registered )?(?:subscribers|members)\b/i,
  /\byou(?:['’]ve| have) (?:reached|used|read) (?:your|all|the)\b[^.!?\n]{0,50}\b(?:free|complimentary|monthly)\b[^.!?\n]{0,30}\b(?:articles?|stories|limit)\b/i,
  /\b(?:jetzt|hier|gleich) weiterlesen mit\b|\b(?:artikel|inhalt|beitrag)\b[^.!?\n]{0,40}\b(?:nur|exklusiv) für (?:unsere )?(?:abonnent|mitglieder|registrierte|digital)|\bum weiterzulesen\b|\bdiesen artikel (?:weiterlesen|freischalten)\b/i,
  /\bréservée? (?:à nos |aux )(?:abonnés|membres)|il vous reste \d+(?:[.,]\d+)?\s?% de cet article|abonne[zr][^.!?\n]{0,40}(?:lire la suite|continuer (?:la|votre|à) l)|pour (?:lire la suite|continuer (?:la|votre) lecture)[^.!?\n]{0,40}abonn/i,
  /\b(?:exclusivo|solo) para (?:nuestros )?suscriptores|suscríb\w+ para (?:seguir|continuar) leyendo|exclusivo para assinantes|assine para continuar/i,
  /riservato agli abbonati|abbonati per (?:continuare|leggere)|(?:alleen|exclusief) voor abonnees|только для подписчиков/i,
];

const countOf = (text: string, phrase: RegExp) => [...text.matchAll(new RegExp(phrase, 'gi'))].length;

/** A list of articles can say it of each. */
const maxPayPhrases = 2;

function asksPayment(page: VisitedPage): boolean {
  if (isAbout(page, /pricing|\/plans?\b|subscri|membership|abonne|\/abo\b|premium|paywall/i)) return false;
  const { text, words, layer, marks } = page;
  if (layer?.hidesContent && payPhrases.some((phrase) => phrase.test(layer.text))) return true;
  if (words.length > (marks.includes('paid') ? longest.paidTeaser : longest.teaser)) return false;
  const count = payPhrases.reduce((sum, phrase) => sum + countOf(text, phrase), 0);
  return count > 0 && count <= maxPayPhrases;
}

const wallSegment =
  /^(?:consent|cookie-?consent|cookie-?wall|privacy-?(?:wall|gate)|age-?(?:gate|check|verification|restricted))$/i;

function asksAcceptance(page: VisitedPage): boolean {
  const { layer, consentShowing, headings, words, requestedUrl, finalUrl, title } = page;
  if (layer && consentShowing) return true;
  if (layer?.hidesContent) {
    const asks = [consentWords, ageQuestion, termsQuestion].some((question) => question.test(layer.text));
    return asks && !layer.asksForInput && layer.controls.some((control) => acceptControl.test(control));
  }
  const isWallAddress = (url: string) => segmentsOf(url).some((segment) => wallSegment.test(segment));
  if (isWallAddress(requestedUrl)) return false;
  if (isRedirected(page) && isWallAddress(finalUrl)) return words.length <= longestDocumentWall;
  return (
    words.length <= longestAgeQuestion &&
    !isAbout(page, /\bage\b|verif/i) &&
    [title, ...headings].some((text) => text.length <= longestHeadline && ageQuestion.test(text))
  );
}

const unavailableVideo =
  /^\W*(?:(?:this|the|sorry,? this) )?video (?:is |has been )?(?:unavailable|not available|no longer available|private|removed(?: by .{0,30})?)\W*$/i;

function hasNoVideo({ words, headings, hasEmptyPlayer }: VisitedPage): boolean {
  if (words.length > longestPlayerPage) return false;
  return hasEmptyPlayer || headings.slice(0, 2).some((heading) => unavailableVideo.test(heading));
}

/** The kind of content in place of the page, if it is certain. The most specific explanation comes first. */
export function replacementOf(page: VisitedPage): Replacement | undefined {
  if (asksPayment(page)) return 'paywall';
  if (page.answersConsent && asksAcceptance(page)) return 'accept-wall';
  if (asksLogin(page)) return 'login';
  if (isNotFound(page)) return 'not-found';
  return hasNoVideo(page) ? 'no-video' : undefined;
}
