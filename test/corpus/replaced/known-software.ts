import type { Replacement } from '../../../src/domain/replaced-page.ts';
import { paragraph, type SitePage } from './sites.ts';

const page = (title: string, body: string, lang = 'en', head = '') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

const links = (...names: readonly string[]) => names.map((name) => `<li><a href="#">${name}</a></li>`).join('');
const text = (count: number) => `<p>${paragraph}</p>`.repeat(count);
const input = (name: string, type = 'text', more = '') =>
  `<div class="field"><label for="${name}">${name}</label><input id="${name}" name="${name}" type="${type}" ${more}></div>`;
const modal = (content: string, kind = 'role="dialog" aria-modal="true"') =>
  `<div class="overlay" style="position:fixed;inset:0;background:#000a;z-index:9"><div ${kind} style="margin:10vh auto;width:640px;background:#fff;padding:24px">${content}</div></div>`;

/** Sites made with widespread software. */
const wordpress = (title: string, body: string, kind = 'single') =>
  page(
    `${title} &#8211; Alpine Club`,
    `<div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">Skip to content</a><header id="masthead"><p class="site-title">Alpine Club</p><nav><ul>${links('Huts', 'Tours', 'Shop', 'Members')}</ul></nav></header>
    <div id="content"><main id="primary">${body}</main><aside id="secondary"><h2>Recent posts</h2><ul>${links('Snow in May', 'A hut reopens', 'Rope care')}</ul></aside></div><footer>Proudly powered by WordPress</footer></div>`,
    'en',
    `<meta name="generator" content="WordPress 6.8"><style>body{font:16px sans-serif}</style><script>document.documentElement.classList.add('${kind}')</script>`,
  );
const shopify = (title: string, body: string) =>
  page(
    `${title} – Fell &amp; Forest`,
    `<div class="shopify-section"><div class="announcement-bar">Free delivery from 60 €</div><header class="header"><a href="#">Fell &amp; Forest</a><ul>${links('Jackets', 'Boots', 'Sale', 'Search', 'Cart')}</ul></header></div><main id="MainContent">${body}</main><div class="footer"><h2>Newsletter</h2><form><input type="email" placeholder="Email"><button>→</button></form></div>`,
  );
const docs = (title: string, body: string) =>
  page(
    `${title} | Stream Docs`,
    `<div id="__docusaurus"><nav class="navbar"><a href="#">Stream</a> <a href="#">Docs</a> <a href="#">Blog</a></nav><div class="main-wrapper">${body}</div><footer class="footer"><div>Copyright © 2026 Stream</div></footer></div>`,
  );
const news = (title: string, body: string, lang = 'en', head = '') =>
  page(
    title,
    `<div class="app"><div class="masthead"><a href="#">The Valley Courier</a></div><div class="nav"><ul>${links('Politics', 'Business', 'Sport', 'Subscribe', 'Log in')}</ul></div>${body}<div class="foot">The Valley Courier 2026. Terms. Privacy. Cookie settings.</div></div>`,
    lang,
    head,
  );
const bare = (title: string, body: string) => page(title, body);

export const replacedBySoftware: Readonly<Record<Replacement, readonly SitePage[]>> = {
  'not-found': [
    {
      name: 'WordPress',
      html: wordpress(
        'Page not found',
        '<section class="error-404 not-found"><h1>Oops! That page can&rsquo;t be found.</h1><p>It looks like nothing was found at this location. Maybe try one of the links below or a search?</p><form><input type="search"><button>Search</button></form></section>',
      ),
    },
    {
      name: 'Shopify',
      html: shopify(
        '404 Not Found',
        '<div class="template-404"><p>404</p><h1>Page not found</h1><a class="button" href="#">Continue shopping</a></div>',
      ),
    },
    {
      name: 'Docusaurus',
      html: docs(
        'Page Not Found',
        '<main><h1>Page Not Found</h1><p>We could not find what you were looking for.</p><p>Please contact the owner of the site that linked you to the original URL and let them know their link is broken.</p></main>',
      ),
    },
    {
      name: 'Next.js',
      html: bare(
        '404: This page could not be found.',
        '<div><h1 style="display:inline-block;border-right:1px solid">404</h1><div style="display:inline-block"><h2>This page could not be found.</h2></div></div>',
      ),
    },
    {
      name: 'a host of static pages',
      html: bare(
        'Site not found · Pages',
        '<div class="container"><h1>404</h1><p><strong>File not found</strong></p><p>The site configured at this address does not contain the requested file.</p></div>',
      ),
    },
    {
      name: 'a wiki',
      html: bare(
        'Old mill - Valleypedia',
        '<div id="content"><h1>Old mill</h1><div class="noarticletext"><p>There is currently no text in this page. You can search for this page title in other pages.</p></div></div>',
      ),
    },
    {
      name: 'GitLab',
      html: bare(
        'Not Found (404)',
        '<div class="error-container"><h1>404: Page not found</h1><p>Make sure the address is correct and the page has not moved. Please contact your administrator if you think this is a mistake.</p></div>',
      ),
    },
    {
      name: 'a site in Dutch',
      html: page(
        'Pagina niet gevonden | Gemeente Dal',
        `<header><ul>${links('Wonen', 'Werken')}</ul></header><main><h1>Pagina niet gevonden</h1><p>De pagina die u zoekt bestaat niet meer.</p></main>`,
        'nl',
      ),
    },
    {
      name: 'a site in Italian',
      html: page(
        'Errore 404',
        '<div><h1>Pagina non trovata</h1><p>La pagina richiesta non esiste o è stata spostata.</p></div>',
        'it',
      ),
    },
    {
      name: 'a site in Polish',
      html: page('404 - Dolina', '<div><h1>Strona nie istnieje</h1><p>Wróć na stronę główną.</p></div>', 'pl'),
    },
    {
      name: 'a newspaper with its latest stories',
      html: news(
        'Page not found - The Valley Courier',
        `<main><h1>Sorry, we can't find that page</h1><p>It may have moved.</p><h2>Most read</h2><ul>${links(...Array.from({ length: 12 }, (_, n) => `A story with the number ${n} about the valley`))}</ul></main>`,
      ),
    },
    {
      name: 'an application of Angular',
      html: bare(
        'Planner',
        '<app-root><mat-toolbar>Planner</mat-toolbar><app-not-found><h2>404 – Page not found</h2><p>The page you requested doesn’t exist.</p><button>Go home</button></app-not-found></app-root>',
      ),
    },
  ],
  login: [
    {
      name: 'Keycloak',
      html: bare(
        'Sign in to Valley',
        `<div id="kc-header">VALLEY</div><h1 id="kc-page-title">Sign in to your account</h1><form id="kc-form-login">${input('username')}${input('password', 'password')}<a href="#">Forgot Password?</a><input type="submit" value="Sign In"></form>`,
      ),
      asked: '/dashboard',
      ended:
        'https://id.valley.example/realms/valley/protocol/openid-connect/auth?client_id=web&redirect_uri=https%3A%2F%2Fsite.example%2Fdashboard',
    },
    {
      name: 'Django admin',
      html: bare(
        'Log in | Django site admin',
        `<div id="header"><h1>Django administration</h1></div><form>${input('username')}${input('password', 'password')}<input type="submit" value="Log in"></form>`,
      ),
      asked: '/admin/orders/',
      ended: 'https://site.example/admin/login/?next=/admin/orders/',
    },
    {
      name: 'GitLab',
      html: bare(
        'Sign in · GitLab',
        `<h1>GitLab Community Edition</h1><form>${input('user_login')}${input('user_password', 'password')}<button>Sign in</button></form>`,
      ),
      asked: '/team/secret',
      ended: 'https://site.example/users/sign_in',
    },
    {
      name: 'Grafana',
      html: bare(
        'Grafana',
        `<div class="login"><h1>Welcome to Grafana</h1><form>${input('user')}${input('password', 'password')}<button>Log in</button></form></div>`,
      ),
      asked: '/d/abc/traffic',
      ended: 'https://site.example/login',
    },
    {
      name: 'Nextcloud',
      html: bare(
        'Login – Nextcloud',
        `<div class="guest-box"><h2>Log in to Nextcloud</h2><form>${input('user')}${input('password', 'password')}<button>Log in</button></form></div><footer>Nextcloud – a safe home for all your data</footer>`,
      ),
      asked: '/apps/files',
      ended: 'https://site.example/login?redirect_url=/apps/files',
    },
    {
      name: 'Microsoft',
      html: bare(
        'Sign in to your account',
        '<div role="heading">Sign in</div><input type="email" name="loginfmt" placeholder="Email, phone, or Skype"><div>No account? Create one!</div><input type="submit" value="Next">',
      ),
      asked: '/sites/hr',
      ended: 'https://login.example/common/oauth2/v2.0/authorize?client_id=0',
    },
    {
      name: 'Jira',
      html: bare(
        'Log in - Jira',
        `<h1>Welcome to Jira</h1><form>${input('os_username')}${input('os_password', 'password')}<input type="submit" value="Log In"></form><p>Not a member? To request an account, please contact your administrators.</p>`,
      ),
      asked: '/browse/OPS-12',
      ended: 'https://site.example/login.jsp?os_destination=%2Fbrowse%2FOPS-12',
    },
    {
      name: 'a forum that shows its topics to members only',
      html: bare(
        'Valley Forum',
        `<div class="panel"><h2>You must be logged in to view this forum.</h2><form>${input('username')}${input('password', 'password')}<button>Login</button></form></div>`,
      ),
      asked: '/viewforum.php?f=3',
    },
    {
      name: 'a social network',
      html: bare(
        'Log in or sign up to view',
        `<div><h2>You must log in to continue.</h2><form>${input('email')}${input('pass', 'password')}<button>Log in</button></form><a href="#">Create new account</a></div>`,
      ),
      asked: '/valleyclub/posts/12',
      ended: 'https://site.example/login/?next=https%3A%2F%2Fsite.example%2Fvalleyclub%2Fposts%2F12',
    },
  ],
  paywall: [
    {
      name: 'a newspaper with a gradient over its second paragraph',
      html: news(
        'The dam is full',
        `<article><h1>The dam is full</h1>${text(2)}<div class="gate"><h2>Subscribe to read the full story</h2><p>Already a subscriber? Log in</p><button>Subscribe</button></div></article>`,
      ),
    },
    {
      name: 'a platform of essays',
      html: bare(
        'On dams | by A. Hill | Medium',
        `<article><h1>On dams</h1>${text(1)}<div><h2>Create an account to read the full story.</h2><p>The author made this story available to members only.</p><button>Continue in app</button></div></article>`,
      ),
    },
    {
      name: 'a count of free articles',
      html: news(
        'The dam is full',
        `<article><h1>The dam is full</h1>${text(10)}</article>${modal('<h2>You’ve read all your free articles this month</h2><p>Subscribe from 1 € a week.</p><button>See options</button>')}`,
      ),
    },
    {
      name: 'a German newspaper',
      html: news(
        'Der Damm ist voll',
        `<article><h1>Der Damm ist voll</h1><p>Nach dem Regen der letzten Woche ist der Damm voll.</p><section><h2>Diesen Artikel weiterlesen</h2><p>Jetzt weiterlesen mit Courier Plus: 1 Monat für 1 €.</p></section></article>`,
        'de',
      ),
    },
    {
      name: 'a French newspaper',
      html: news(
        'Le barrage est plein',
        `<article><h1>Le barrage est plein</h1>${text(1)}<section><p>La suite est réservée à nos abonnés.</p><button>S’abonner</button></section></article>`,
        'fr',
      ),
    },
    {
      name: 'a Spanish newspaper',
      html: news(
        'La presa está llena',
        `<article><h1>La presa está llena</h1>${text(1)}<div>Suscríbete para seguir leyendo</div></article>`,
        'es',
      ),
    },
    {
      name: 'a magazine that marks its articles',
      html: news(
        'The keeper of the dam',
        `<article><h1>The keeper of the dam</h1>${text(3)}<div>To continue reading this article, become a member.</div></article>`,
        'en',
        '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>',
      ),
    },
    {
      name: 'a newsletter',
      html: bare(
        'Dam notes #12',
        `<h1>Dam notes #12</h1>${text(1)}<div class="paywall"><h2>Keep reading with a 7-day free trial</h2><p>Subscribe to Dam Notes to keep reading this post.</p></div>`,
      ),
    },
  ],
  'accept-wall': [
    {
      name: 'a dialog of cookies over an article',
      html: news(
        'The dam is full',
        `<article><h1>The dam is full</h1>${text(8)}</article>${modal('<h2>Your privacy choices</h2><p>We and our partners use cookies to process personal data.</p><button>I accept</button><button>More options</button>')}`,
      ),
    },
    {
      name: 'a dialog in German',
      html: news(
        'Der Damm ist voll',
        `<article><h1>Der Damm ist voll</h1>${text(8)}</article>${modal('<p>Wir und unsere Partner verarbeiten personenbezogene Daten mit Ihrer Einwilligung.</p><button>Alle akzeptieren</button><a href="#">Einstellungen</a>')}`,
        'de',
      ),
    },
    {
      name: 'a dialog in French',
      html: news(
        'Le barrage',
        `<article><h1>Le barrage</h1>${text(8)}</article>${modal('<p>Avec votre consentement, nos partenaires utilisent des cookies.</p><button>Accepter et fermer</button><a href="#">Paramétrer</a>')}`,
        'fr',
      ),
    },
    {
      name: 'a shop of wine',
      html: shopify(
        'Wines',
        `<h1>Wines</h1>${text(4)}${modal('<h2>Please verify your age</h2><p>You must be of legal drinking age to enter this site.</p><button>Yes, I am over 18</button><button>No</button>')}`,
      ),
    },
    {
      name: 'a gate that is the whole page',
      html: bare(
        'Age verification',
        '<div><img alt="Brewery"><h1>Are you of legal drinking age?</h1><button>Yes</button><button>No</button></div>',
      ),
    },
    {
      name: 'a page of consent at an address of its own',
      html: bare(
        'Privacy settings',
        '<h1>Before you go on</h1><p>We use cookies to measure and to show ads.</p><button>Reject all</button><button>Accept all</button>',
      ),
      ended: 'https://site.example/consent?return=%2Farticles%2Friver',
    },
  ],
  'no-video': [
    {
      name: 'a private video',
      html: bare(
        'Tube',
        '<div id="player"><h1>This video is private</h1><p>Sign in if you have been granted access.</p></div>',
      ),
    },
    {
      name: 'a removed video',
      html: bare('Tube', '<div id="player"><h2>Video removed by the uploader</h2></div>'),
    },
    {
      name: 'a player without a source that works',
      html: bare(
        'Live from the dam',
        '<h1>Live from the dam</h1><video controls autoplay width="960" height="540"><source src="data:video/mp4;base64,AAAA" type="video/mp4"></video>',
      ),
    },
  ],
};

export const fineInSoftware: readonly SitePage[] = [
  {
    name: 'an empty search of WordPress',
    html: wordpress(
      'You searched for avalanche',
      '<section class="no-results not-found"><h1>Nothing Found</h1><p>Sorry, but nothing matched your search terms. Please try again with some different keywords.</p></section>',
      'search',
    ),
    asked: '/?s=avalanche',
  },
  {
    name: 'an empty search of Shopify',
    html: shopify(
      'Search: 0 results found for "igloo"',
      '<h1>Search results</h1><p>No results found for “igloo”. Check the spelling or use a different word or phrase.</p>',
    ),
    asked: '/search?q=igloo',
  },
  {
    name: 'an empty collection of Shopify',
    html: shopify('Sale', '<h1>Sale</h1><p>No products found</p><p>Use fewer filters or remove all</p>'),
    asked: '/collections/sale',
  },
  {
    name: 'an empty cart of Shopify',
    html: shopify(
      'Your cart',
      '<h1>Your cart is empty</h1><a href="#">Continue shopping</a><p>Have an account? Log in to check out faster.</p>',
    ),
    asked: '/cart',
  },
  {
    name: 'a product that is gone',
    html: shopify(
      'Boots “404”',
      '<h1>Boots “404”</h1><p>129 €</p><button disabled>Sold out</button><p>This item is no longer available.</p>',
    ),
    asked: '/products/boots-404',
  },
  {
    name: 'documentation of the handling of missing pages',
    html: docs(
      'Custom 404 page',
      `<article><h1>Custom 404 page</h1><p>Create a file to show a page for addresses that are not found.</p><pre>export default function NotFound() { return &lt;h1&gt;Page not found&lt;/h1&gt;; }</pre></article>`,
    ),
    asked: '/docs/routing/custom-error-pages',
  },
  {
    name: 'documentation of an error',
    html: docs(
      'ERR_NOT_FOUND',
      '<article><h1>ERR_NOT_FOUND</h1><p>Thrown if the page does not exist.</p><h2>How to mend it</h2><p>Check the path.</p></article>',
    ),
    asked: '/docs/errors/err_not_found',
  },
  {
    name: 'a list of status codes',
    html: docs(
      'Status codes',
      `<article><h1>Status codes</h1><dl><dt>401</dt><dd>Log in first</dd><dt>404</dt><dd>Page not found</dd></dl></article>`,
    ),
    asked: '/docs/api/status',
  },
  {
    name: 'an issue of a tracker about missing pages',
    html: bare(
      '404 on the pricing page · Issue #12',
      '<h1>404 on the pricing page</h1><p>Steps: open /pricing. Result: Page not found.</p><p>Expected: prices.</p><p>Sign in to comment.</p>',
    ),
    asked: '/team/site/issues/12',
  },
  {
    name: 'a release note',
    html: docs(
      '1.4.2',
      '<article><h1>1.4.2</h1><ul><li>Fixed: page not found after login</li><li>Fixed: cookies were lost</li></ul></article>',
    ),
    asked: '/releases/1.4.2',
  },
  {
    name: 'a station that was not found on a map',
    html: bare('Map', '<h1>Map</h1><p>Place not found. Move the map to search here.</p>'),
    asked: '/map?q=zzz',
  },
  {
    name: 'a talk page of a wiki',
    html: bare(
      'Talk:Dam - Valleypedia',
      `<h1>Talk:Dam</h1><p>The second link gives error 404, can somebody find that page?</p>${text(1)}`,
    ),
    asked: '/wiki/Talk:Dam',
  },
  {
    name: 'a poem called Page not found',
    html: wordpress(
      'Poems',
      `<article><h1>Poems</h1><h2>Page not found</h2>${'<p>I turned the leaf and saw the snow, a line, a hill, a crow.</p>'.repeat(16)}</article>`,
    ),
  },
  {
    name: 'a band called 404',
    html: bare(
      '404 (band) – Music',
      `<h1>404 (band)</h1><p>404 is a band from the valley.</p><ul>${links('First', 'Second')}</ul>`,
    ),
    asked: '/wiki/404_(band)',
  },
  {
    name: 'a house number',
    html: bare('404 Hill Road', '<h1>404 Hill Road</h1><p>Three rooms, a garden. 1,200 € a month.</p>'),
    asked: '/homes/404-hill-road',
  },
  {
    name: 'a job that is no longer open',
    html: bare(
      'Dam keeper',
      '<h1>Dam keeper</h1><p>This position is no longer available.</p><h2>What you do</h2><p>You keep the dam.</p>',
    ),
    asked: '/jobs/77',
  },
  {
    name: 'a German shop without results',
    html: page('Suche', '<h1>Keine Treffer für „Iglu“</h1><p>Es wurden leider keine Artikel gefunden.</p>', 'de'),
    asked: '/suche?q=iglu',
  },
  {
    name: 'a French site without events',
    html: page('Agenda', '<h1>Agenda</h1><p>Aucun événement trouvé.</p>', 'fr'),
    asked: '/agenda',
  },
  // Login
  {
    name: 'a front page with the login in its head',
    html: bare(
      'Valley Bank',
      `<div class="top"><form>${input('username')}${input('password', 'password')}<button>Log in</button></form></div><h1>A bank for the valley</h1><p>Open an account in minutes.</p>`,
    ),
    asked: '/',
  },
  {
    name: 'a front page with the login in its head, at its language',
    html: bare(
      'Valley Bank',
      `<div class="top"><form>${input('username')}${input('password', 'password')}<button>Log in</button></form></div><h1>A bank for the valley</h1><p>Open an account in minutes.</p>`,
    ),
    asked: '/',
    ended: 'https://www.site.example/en/private',
  },
  {
    name: 'a login that was asked for with another name',
    html: bare(
      'Customer portal',
      `<h1>Customer portal</h1><form>${input('username')}${input('password', 'password')}<button>Log in</button></form>`,
    ),
    asked: '/portal',
  },
  {
    name: 'a page of Keycloak that was asked for',
    html: bare(
      'Sign in',
      `<h1>Sign in to your account</h1><form>${input('username')}${input('password', 'password')}</form>`,
    ),
    asked: '/auth/realms/valley/login-actions/authenticate',
  },
  {
    name: 'the form of a newsletter',
    html: shopify(
      'Newsletter',
      '<h1>Sign up to our newsletter</h1><form><input type="email" name="email"><button>Sign up</button></form>',
    ),
    asked: '/pages/newsletter',
  },
  {
    name: 'a question in a help centre',
    html: docs(
      'I cannot log in',
      '<article><h1>I cannot log in</h1><p>You must be logged in to see your orders. Reset your password if you have lost it.</p></article>',
    ),
    asked: '/help/cannot-log-in',
  },
  {
    name: 'a short post with a comment form for members',
    html: wordpress(
      'A short note',
      `<article><h1>A short note</h1><p>Snow fell.</p></article><div id="respond"><h3>Leave a Reply</h3><p>You must be logged in to post a comment.</p></div>`,
    ),
  },
  {
    name: 'a topic of a forum',
    html: bare('Rope care - Forum', `<h1>Rope care</h1>${text(2)}<p>You need to log in to reply to this topic.</p>`),
    asked: '/t/rope-care/12',
  },
  {
    name: 'the history of passwords',
    html: bare('Password - Valleypedia', `<h1>Password</h1>${text(3)}<form><input name="search" type="search"></form>`),
    asked: '/wiki/Password',
  },
  {
    name: 'a form for a table',
    html: bare(
      'Reserve',
      `<h1>Reserve a table</h1><form>${input('name')}${input('email', 'email')}<button>Reserve</button></form>`,
    ),
    asked: '/reserve',
  },
  {
    name: 'a host for sharing files',
    html: bare(
      'Send files',
      `<h1>Send large files</h1><form>${input('email', 'email')}<button>Get a link</button></form><p>Log in to keep them for longer.</p>`,
    ),
    asked: '/',
    ended: 'https://site.example/send',
  },
  // Payment
  {
    name: 'an explanation of paywalls',
    html: news(
      'Why newspapers have paywalls',
      `<article><h1>Why newspapers have paywalls</h1>${text(7)}<p>“Subscribe to continue reading” is what millions see each day.</p></article>`,
    ),
    asked: '/media/why-paywalls',
  },
  {
    name: 'a short explanation of paywalls',
    html: news(
      'What is a paywall?',
      '<article><h1>What is a paywall?</h1><p>A paywall asks readers to pay. Some show the beginning of a text; others count what has been read.</p></article>',
    ),
    asked: '/glossary/what-is-a-paywall',
  },
  {
    name: 'the offers of a newspaper',
    html: news(
      'Offers',
      '<h1>Choose your subscription</h1><p>Read every story, cancel at any time. 9 € a month.</p><button>Subscribe now</button>',
    ),
    asked: '/subscribe',
  },
  {
    name: 'the offers of a magazine with another address',
    html: news(
      'Join us',
      '<h1>Become a member</h1><p>Members get all stories, talks and a bag. 50 € a year.</p><button>Join</button>',
    ),
    asked: '/join',
  },
  {
    name: 'a free article with a teaser for a newsletter',
    html: news(
      'The dam is full',
      `<article><h1>The dam is full</h1>${text(6)}<aside><h3>Our newsletter</h3><p>Sign up to get stories like this one every Friday.</p><input type="email"></aside></article>`,
    ),
  },
  {
    name: 'a short free article with a teaser for a newsletter',
    html: news(
      'Snow',
      `<article><h1>Snow</h1><p>Snow fell in the valley.</p><div><h3>Our newsletter</h3><p>Subscribe to our newsletter and never miss a story.</p></div></article>`,
    ),
  },
  {
    name: 'a front page with marks of plus articles',
    html: news(
      'The Valley Courier',
      Array.from(
        { length: 9 },
        (_, n) => `<div><h2><a href="#">Story ${n}</a></h2><span>For subscribers</span></div>`,
      ).join(''),
    ),
    asked: '/',
  },
  {
    name: 'a page of a course with locked lessons',
    html: bare(
      'Course on dams',
      '<h1>Course on dams</h1><p>12 lessons, 4 hours.</p><ul><li>1. Water</li><li>2. Stone (upgrade to unlock)</li></ul>',
    ),
    asked: '/courses/dams',
  },
  {
    name: 'a radio that asks for gifts',
    html: news(
      'Radio',
      `<article><h1>The dam is full</h1>${text(2)}<p>Become a member and support our journalism.</p></article>`,
    ),
  },
  // Acceptance
  {
    name: 'an article about cookies that are baked',
    html: wordpress(
      'Oat cookies',
      `<article><h1>Oat cookies</h1>${text(2)}<button>Accept challenge</button></article>`,
    ),
    asked: '/recipes/oat-cookies',
  },
  {
    name: 'a policy',
    html: wordpress(
      'Cookie policy',
      `<article><h1>Cookie policy</h1><p>We use cookies only with your consent.</p>${text(3)}<button>Accept all</button></article>`,
    ),
    asked: '/cookie-policy',
  },
  {
    name: 'the settings of privacy',
    html: bare(
      'Privacy settings',
      '<h1>Privacy settings</h1><p>Change what cookies may store.</p><button>Accept all</button><button>Reject all</button>',
    ),
    asked: '/privacy/settings',
  },
  {
    name: 'a bar of cookies that stays',
    html: news(
      'Snow',
      `<article><h1>Snow</h1>${text(6)}</article><div style="position:fixed;bottom:0;left:0;right:0;height:160px;background:#fff">We use cookies. <button>OK</button></div>`,
    ),
  },
  {
    name: 'a banner of a sale over the page',
    html: shopify(
      'Boots',
      `<h1>Boots</h1>${text(3)}${modal('<h2>10% off your first order</h2><p>Agree to our newsletter and save.</p><input type="email"><button>Continue</button>')}`,
    ),
  },
  {
    name: 'a choice of the language',
    html: news(
      'Snow',
      `<article><h1>Snow</h1>${text(4)}</article>${modal('<h2>Choose your language</h2><button>Continue in English</button><button>Deutsch</button>')}`,
    ),
  },
  {
    name: 'a study on drinking',
    html: news('Fewer young people drink', `<article><h1>How old must you be to drink?</h1>${text(4)}</article>`),
  },
  {
    name: 'a job for adults',
    html: bare(
      'Guard',
      '<h1>Guard at the dam</h1><p>You must be at least 18 years old and have a driving licence.</p>',
    ),
    asked: '/jobs/12',
  },
  {
    name: 'a festival with an age limit',
    html: bare('Rock at the dam', '<h1>Rock at the dam</h1><p>You must be over 16. Tickets from 20 €.</p>'),
    asked: '/events/rock',
  },
  // Videos
  {
    name: 'a blog of videos',
    html: bare(
      'Films of the dam',
      `<h1>Films of the dam</h1>${Array.from({ length: 8 }, (_, n) => `<div><video preload="none" controls width="300" height="170" src="https://site.example/${n}.mp4"></video><h3>Film ${n}</h3></div>`).join('')}`,
    ),
    asked: '/films',
  },
  {
    name: 'a post about videos that are gone',
    html: wordpress(
      '“Video unavailable”: where films go',
      `<article><h1>“Video unavailable”: where films go</h1>${text(3)}</article>`,
    ),
  },
  {
    name: 'a film that a frame shows',
    html: bare(
      'Film',
      '<h1>The dam, a film</h1><iframe width="960" height="540" srcdoc="<body style=background:teal>"></iframe>',
    ),
    asked: '/film',
  },
];
