import type { Replacement } from '../../../src/domain/replaced-page.ts';
import { application, article, boxes, layer, loginForm, paragraph, type SitePage, semantic, tables } from './sites.ts';

const brokenVideo =
  '<video controls width="900" height="506" src="data:video/mp4;base64,AAAA" style="background:#000"></video>';

const teaser = `<article><h1>Why the bridge was closed</h1><p>${paragraph}</p><p>${paragraph}</p>`;
const paid = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>';

/** Pages that stand in the place of others, although their status is 200. */
export const replacedPages: Readonly<Record<Replacement, readonly SitePage[]>> = {
  'not-found': [
    {
      name: 'a missing page of a site with menus',
      html: semantic(
        'Page not found – River Post',
        '<h1>Page not found</h1><p>The address may be wrong, or the page has moved. Try the search.</p>',
      ),
    },
    {
      name: 'a missing page of boxes, with a large number',
      html: boxes(
        '404 | Hill & Sons',
        '<div style="font-size:90px">404</div><div>Oops! That page can’t be found.</div><div>It looks like nothing was found at this location.</div>',
      ),
    },
    {
      name: 'an error page in a table',
      html: tables('404 Not Found', '<h2>404 Not Found</h2>The requested URL was not found on this server.'),
    },
    {
      name: 'an application without a title of its own for it',
      html: application('Dashboard', '<h1>Sorry, this page does not exist.</h1><p>Go back to the start.</p>'),
    },
    {
      name: 'a network of friends that says that a page is not available',
      html: application(
        'Photos',
        '<h1>Sorry, this page isn’t available.</h1><p>The link you followed may be broken, or the page may have been removed.</p>',
      ),
    },
    {
      name: 'a missing page in German',
      html: boxes(
        'Seite nicht gefunden | Hügel & Söhne',
        '<h1>Diese Seite wurde leider nicht gefunden</h1><p>Vielleicht hilft Ihnen die Suche weiter.</p>',
      ),
    },
    {
      name: 'a missing page in French',
      html: semantic('Page introuvable', '<h1>Erreur 404</h1><p>La page que vous cherchez n’existe plus.</p>'),
    },
    {
      name: 'a missing page in Spanish, with proposals',
      html: semantic(
        'Página no encontrada',
        `<h1>Página no encontrada</h1><ul>${'<li><a href="#">Noticias de hoy sobre el río y sus puentes</a></li>'.repeat(20)}</ul>`,
      ),
    },
    {
      name: 'a missing page in Japanese',
      html: boxes(
        '404 | 川の新聞',
        '<h2>お探しのページは見つかりませんでした</h2><p>トップページに戻ってください。</p>',
      ),
    },
    {
      name: 'an error page that a redirect leads to',
      html: semantic('River Post', '<p>Error 404</p><p>Nothing here.</p>'),
      ended: 'https://site.example/error/404.html',
    },
    {
      name: 'an error page that a framework marks',
      html: semantic('River Post', '<h1>Lost?</h1>', '<meta name="next-error" content="not-found">'),
    },
  ],
  login: [
    {
      name: 'a login page after a redirect',
      html: semantic('Log in', `<h1>Log in</h1>${loginForm()}`),
      asked: '/reports/2026',
      ended: 'https://site.example/login?next=%2Freports%2F2026',
    },
    {
      name: 'the login of another host',
      html: application('Welcome', `<h2>Welcome back</h2>${loginForm()}`),
      asked: '/',
      ended: 'https://accounts.example/v3/signin/identifier',
    },
    {
      name: 'a login page of a common blog',
      html: boxes('Log In ‹ Hill', loginForm(['Username or Email Address', 'Password', 'Log In'])),
      asked: '/wp-admin/',
      ended: 'https://site.example/wp-login.php?redirect_to=https%3A%2F%2Fsite.example%2Fwp-admin%2F',
    },
    {
      name: 'a login page that asks for the name first',
      html: semantic(
        'Sign in',
        '<h1>Sign in</h1><form><input name="identifier" type="email"><button>Next</button></form>',
      ),
      asked: '/drive/folders',
      ended: 'https://login.example/common/oauth2/authorize?client_id=1',
    },
    {
      name: 'a login page in German',
      html: tables('Portal', `<h1>Anmeldung</h1>${loginForm(['Benutzername', 'Kennwort', 'Anmelden'])}`),
      asked: '/akten/77',
      ended: 'https://site.example/anmelden',
    },
    {
      name: 'a form at the address of the page',
      html: application('Reports', `<h1>Please log in to continue</h1>${loginForm()}`),
      asked: '/reports/2026',
    },
    {
      name: 'a page with an odd address that leads back',
      html: semantic('Members', `<h1>Members</h1>${loginForm()}`),
      asked: '/members/minutes',
      ended: 'https://site.example/door.aspx?ReturnUrl=%2Fmembers%2Fminutes',
    },
  ],
  paywall: [
    {
      name: 'an article that ends after two paragraphs',
      html: semantic(
        'Why the bridge was closed',
        `${teaser}<section><h2>Subscribe to continue reading</h2><button>See our offers</button></section></article>`,
      ),
    },
    {
      name: 'an article under a layer',
      html: semantic(
        'The river rises',
        `${article}${layer('<h2>You have reached your limit of free articles</h2><p>Become a subscriber for 1 € a week.</p><button>Subscribe</button>')}`,
      ),
    },
    {
      name: 'a newsletter for those who pay',
      html: boxes(
        'On bridges',
        `<h1>On bridges</h1><p>${paragraph}</p><div><div>This post is for paid subscribers</div><button>Subscribe</button><a href="#">Already a paid subscriber? Sign in</a></div>`,
      ),
    },
    {
      name: 'an article in German',
      html: semantic(
        'Warum die Brücke gesperrt ist',
        `<h1>Warum die Brücke gesperrt ist</h1><p>Der Fluss stieg in der Nacht um zwei Meter.</p><div><b>Jetzt weiterlesen mit Post Plus</b><p>Dieser Artikel ist exklusiv für Abonnenten.</p></div>`,
        paid,
      ),
    },
    {
      name: 'an article in French',
      html: boxes(
        'Le pont',
        `<h1>Le pont est fermé</h1><p>${paragraph}</p><div>Il vous reste 78.5% de cet article à lire. La suite est réservée aux abonnés.</div>`,
        paid,
      ),
    },
    {
      name: 'a longer teaser that is marked as not free',
      html: semantic(
        'Why the bridge was closed',
        `${teaser}<p>${paragraph}</p><p>${paragraph}</p><div>To keep reading, sign up for a free trial.</div></article>`,
        paid,
      ),
    },
  ],
  'accept-wall': [
    {
      name: 'a page under a cookie wall',
      html: semantic(
        'The river rises',
        `${article}${layer('<h2>We value your privacy</h2><p>We and our 800 partners store cookies on your device.</p><button>Accept all</button><button>Settings</button>')}`,
      ),
    },
    {
      name: 'a page that wants advertising or money, in German',
      html: boxes(
        'Der Fluss steigt',
        `<h1>Der Fluss steigt</h1>${`<p>${paragraph}</p>`.repeat(6)}${layer('<p>Weiter mit Werbung: Besuchen Sie unsere Seite wie gewohnt mit Cookies und Einwilligung.</p><button>Zustimmen und weiter</button><button>Pur-Abo für 4,99 €</button>', '#fff')}`,
      ),
    },
    {
      name: 'a question for the age in front of a shop',
      html: boxes(
        'Hill Brewery',
        `<h1>Our beers</h1>${`<p>${paragraph}</p>`.repeat(3)}<dialog id="d"><h2>Are you over 18?</h2><button>Yes, I am</button><button>No</button></dialog><script>d.showModal()</script>`,
      ),
    },
    {
      name: 'a question for the age that is the whole page',
      html: boxes(
        'Hill Winery',
        '<h1>You must be at least 21 years old to enter</h1><a href="#">Enter</a> <a href="#">Leave</a>',
      ),
    },
    {
      name: 'a consent page of another host',
      html: semantic(
        'Before you continue',
        '<h1>Before you continue</h1><p>We use cookies and data.</p><button>Accept all</button>',
      ),
      ended: 'https://consent.site.example/m?continue=https://site.example/articles/river',
    },
    {
      name: 'terms that must be accepted',
      html: tables(
        'Fund documents',
        `<h1>Fund documents</h1>${`<p>${paragraph}</p>`.repeat(4)}${layer('<p>Please accept the terms of use to continue to this site.</p><button>I accept</button>')}`,
      ),
    },
  ],
  'no-video': [
    {
      name: 'a player whose video does not exist',
      html: semantic('A film', `<h1>A film</h1>${brokenVideo}<p>12 views</p>`),
    },
    {
      name: 'a player of boxes that plays by itself',
      html: boxes('Live', `<div class="player">${brokenVideo.replace('controls', 'autoplay')}</div>`),
    },
    { name: 'a page that says so', html: application('Tube', '<h1>Video unavailable</h1><p>It is private.</p>') },
  ],
};
