import { application, article, boxes, layer, loginForm, paragraph, type SitePage, semantic, tables } from './sites.ts';

const words = (count: number) => `<p>${paragraph}</p>`.repeat(count);
const photo =
  "<img alt='' width='900' height='506' src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%22900%22 height=%22506%22><rect width=%22900%22 height=%22506%22 fill=%22teal%22/></svg>'>";
const cards = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `<div><h3><a href="#">Story ${n}</a></h3><p>A few words on it.</p></div>`,
  ).join('');

/** Pages that are what they should be, and look like others that are not. */
export const finePages: readonly SitePage[] = [
  // Not found
  {
    name: 'an article about error 404',
    html: semantic(
      'HTTP 404 – Encyclopedia',
      `<h1>HTTP 404</h1><p>The 404 or Not Found error is a status.</p>${words(6)}`,
    ),
  },
  {
    name: 'a short entry of a glossary on 404',
    html: boxes('404 Not Found | Glossary', '<h1>404 Not Found</h1><p>The server cannot find the page.</p>'),
    asked: '/glossary/404-not-found',
  },
  {
    name: 'a post on how to mend missing pages',
    html: boxes('How to fix page not found errors', `<h1>How to fix page not found errors</h1><p>${paragraph}</p>`),
  },
  {
    name: 'an empty search of a shop',
    html: semantic(
      'Search: blue boots',
      '<h1>No results for “blue boots”</h1><p>Check the spelling, or try fewer words.</p>',
    ),
    asked: '/search?q=blue+boots',
  },
  {
    name: 'an empty cart',
    html: boxes('Cart', '<h1>Your cart is empty</h1><p>Nothing found in your cart.</p>'),
    asked: '/cart',
  },
  {
    name: 'a category without products',
    html: boxes('Boots', '<h1>Boots</h1><p>No products were found matching your selection.</p>'),
  },
  {
    name: 'a product that is sold out',
    html: semantic('Blue boots', `<h1>Blue boots</h1>${photo}<p>This product is no longer available.</p>`),
  },
  {
    name: 'a room with the number 404',
    html: tables('Room 404', '<h1>Room 404</h1><p>A room with a view of the river, for two guests.</p>'),
  },
  {
    name: 'a flight with the number 404',
    html: application('Flight', '<h1>LH 404</h1><p>Frankfurt to New York, on time.</p>'),
  },
  {
    name: 'a film called not found',
    html: semantic('Lost and not found', '<h1>Lost and not found</h1><p>A film about a river.</p>'),
  },
  {
    name: 'a list of broken links',
    html: tables(
      'Link report',
      `<h1>Link report</h1><table>${'<tr><td>/a/b</td><td>404 Not Found</td></tr>'.repeat(60)}</table>`,
    ),
  },
  { name: 'a status page', html: boxes('Status', '<h1>All systems operational</h1><p>No incidents found today.</p>') },
  {
    name: 'a question in a forum',
    html: boxes('Page not found after the update - Forum', `<h1>Page not found after the update</h1>${words(3)}`),
  },
  {
    name: 'a page that has moved within its site',
    html: semantic('About us', '<h1>About us</h1><p>We build bridges.</p>'),
    asked: '/company',
    ended: 'https://site.example/about',
  },
  {
    name: 'the front page in place of an old address',
    html: semantic('River Post', `<h1>Today</h1>${cards(12)}`),
    ended: 'https://site.example/',
  },
  // Login
  {
    name: 'an article with a login form in its header',
    html: semantic('The river rises', `${article}`).replace('</nav>', `</nav>${loginForm()}`),
  },
  {
    name: 'a short page with a login form in its header, after a redirect',
    html: semantic('About', '<h1>About</h1><p>We build bridges.</p>').replace('</nav>', `</nav>${loginForm()}`),
    asked: '/',
    ended: 'https://site.example/en',
  },
  {
    name: 'a forum with a login box at its side',
    html: boxes('Forum', `<div>${loginForm()}</div><h1>Topics</h1>${cards(9)}`),
    asked: '/forum',
  },
  {
    name: 'a login page that was asked for',
    html: semantic('Log in', `<h1>Log in</h1>${loginForm()}`),
    asked: '/login',
  },
  {
    name: 'a login page that was asked for, and moved',
    html: boxes('Sign in', `<h1>Sign in</h1>${loginForm()}`),
    asked: '/login',
    ended: 'https://site.example/en/signin',
  },
  {
    name: 'the form to create an account',
    html: boxes(
      'Register',
      '<h1>Create an account</h1><form><input name="email"><input type="password"><button>Register</button></form>',
    ),
    asked: '/register',
  },
  {
    name: 'a front page with a form to log in',
    html: application('Chat', `<h1>Talk to your friends</h1><p>Chat is free.</p>${loginForm()}`),
    asked: '/',
  },
  {
    name: 'an article on the design of login forms',
    html: semantic('Login forms', `<h1>Login forms</h1>${words(4)}${loginForm()}`),
    asked: '/old/1',
    ended: 'https://site.example/blog/login-form-design',
  },
  {
    name: 'the reference of a call to log in',
    html: boxes(
      'POST /login',
      `<h1>POST /login</h1><p>Clients need to sign in first.</p><pre>{"user": "x"}</pre>${words(2)}`,
    ),
    asked: '/docs/api/login',
  },
  {
    name: 'a checkout that offers to log in',
    html: boxes(
      'Checkout',
      `<h1>Checkout</h1><p>Returning customer? Or continue as guest.</p>${loginForm()}<h2>Your address</h2><form><input name="street"></form>`,
    ),
    asked: '/checkout',
  },
  {
    name: 'comments that need a login',
    html: semantic('The river rises', `${article}<p>You must be logged in to post a comment.</p>`),
  },
  {
    name: 'a short post whose comments need a login',
    html: boxes('Note', `<h1>Note</h1><p>${paragraph}</p><p>You must be logged in to comment.</p>`),
  },
  {
    name: 'the change of a password',
    html: semantic(
      'New password',
      '<h1>Choose a new password</h1><form><input type="password"><input type="password"></form>',
    ),
    asked: '/password/reset',
  },
  // Payment
  {
    name: 'a page of prices',
    html: semantic(
      'Pricing',
      '<h1>Plans</h1><p>Subscribe to unlock every article. 5 € a month.</p><button>Subscribe</button>',
    ),
    asked: '/pricing',
  },
  {
    name: 'a page of prices at another address',
    html: boxes(
      'Our offers',
      '<h1>Digital access</h1><p>Become a member and read all stories. 5 € a month, or 50 € a year.</p><button>Subscribe</button>',
    ),
    asked: '/offers',
  },
  {
    name: 'an article with an offer at its end',
    html: semantic('The river rises', `${article}<p>Subscribe to keep reading stories like this.</p>`),
  },
  {
    name: 'an article that has been paid for',
    html: semantic(
      'The river rises',
      article,
      '<script type="application/ld+json">{"isAccessibleForFree":false}</script>',
    ),
  },
  { name: 'an article about paywalls', html: boxes('Paywalls', `<h1>“Subscribe to continue reading”</h1>${words(6)}`) },
  {
    name: 'a short note with a newsletter',
    html: boxes(
      'Note',
      `<h1>Note</h1><p>${paragraph}</p><p>Subscribe to our newsletter.</p><form><input type="email"></form>`,
    ),
  },
  {
    name: 'a front page with articles for subscribers',
    html: semantic(
      'River Post',
      `<h1>Today</h1>${Array.from({ length: 8 }, (_, n) => `<h3><a href="#">Story ${n}</a></h3><p>This article is for subscribers.</p>`).join('')}`,
    ),
    asked: '/',
  },
  {
    name: 'teasers with links to read on',
    html: boxes(
      'Blog',
      `<h1>Blog</h1>${'<h2>Entry</h2><p>A few words.</p><a href="#">Continue reading</a>'.repeat(6)}`,
    ),
    asked: '/blog',
  },
  {
    name: 'a form to give money',
    html: semantic(
      'Donate',
      '<h1>Support our work</h1><p>Your gift keeps reading free for all.</p><button>Pay 10 €</button>',
    ),
    asked: '/donate',
  },
  // Acceptance
  {
    name: 'an article with a cookie bar at its end',
    html: semantic(
      'The river rises',
      `${article}<div style="position:fixed;left:0;right:0;bottom:0;height:90px;background:#eee">We use cookies. <button>Accept</button></div>`,
    ),
  },
  {
    name: 'an article with a small cookie box',
    html: boxes(
      'The river rises',
      `${article}<div style="position:fixed;left:20px;bottom:20px;width:340px;height:200px;background:#eee">Cookies and consent. <button>Accept all</button></div>`,
    ),
  },
  {
    name: 'a policy on cookies',
    html: semantic('Cookie policy', `<h1>Cookies and consent</h1>${words(5)}<button>Accept all</button>`),
    asked: '/cookies',
  },
  {
    name: 'an application about privacy that fills the window',
    html: application('Privacy centre', `<h1>Personal data and consent</h1>${words(2)}<button>Accept all</button>`),
    asked: '/privacy',
  },
  {
    name: 'a newsletter in front of an article',
    html: semantic(
      'The river rises',
      `${article}${layer('<h2>Stay informed</h2><p>We treat your personal data with care.</p><input type="email"><button>Subscribe</button>')}`,
    ),
  },
  {
    name: 'a picture in a light box',
    html: boxes('Gallery', `<h1>Gallery</h1>${words(3)}${layer(`${photo}<button>Next</button>`)}`),
  },
  {
    name: 'a choice of the country',
    html: boxes(
      'Shop',
      `<h1>Shop</h1>${words(3)}${layer('<h2>Choose your country</h2><button>Continue to Germany</button>')}`,
    ),
  },
  {
    name: 'a study of the legal age',
    html: semantic('Drinking ages', `<h1>The legal drinking age in Europe</h1>${words(5)}`),
  },
  {
    name: 'a course for people over 18',
    html: boxes(
      'Course',
      `<h1>A course on bridges</h1><p>You must be at least 18 to take part.</p><p>${paragraph}</p>`,
    ),
  },
  {
    name: 'the terms of a shop',
    html: tables('Terms', `<h1>Terms and conditions</h1><p>Accept the terms to continue.</p>${words(4)}`),
    asked: '/terms',
  },
  // Videos
  {
    name: 'a video with a poster',
    html: semantic(
      'A film',
      `<h1>A film</h1><video controls width="900" height="506" src="data:video/mp4;base64,AAAA" poster="data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="></video>`,
    ),
  },
  {
    name: 'a video under a picture',
    html: boxes(
      'A film',
      `<h1>A film</h1><div style="position:relative"><video width="900" height="506" src="data:video/mp4;base64,AAAA"></video><div style="position:absolute;inset:0">${photo}</div></div>`,
    ),
  },
  {
    name: 'a video that waits for a click',
    html: semantic(
      'A film',
      '<h1>A film</h1><video controls preload="none" width="900" height="506" src="https://site.example/film.webm"></video>',
    ),
  },
  {
    name: 'a decoration behind a title',
    html: boxes(
      'Hill',
      '<video muted loop autoplay width="1200" height="600" src="data:video/mp4;base64,AAAA"></video><h1>We build bridges</h1>',
    ),
  },
  {
    name: 'an article with a broken video',
    html: semantic(
      'The river rises',
      `<video controls width="900" height="506" src="data:video/mp4;base64,AAAA"></video>${article}`,
    ),
  },
  {
    name: 'a small broken video',
    html: boxes(
      'Clip',
      '<h1>Clip</h1><video controls width="300" height="150" src="data:video/mp4;base64,AAAA"></video><p>A short clip.</p>',
    ),
  },
];
