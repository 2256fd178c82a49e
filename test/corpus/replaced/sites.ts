/** A page as its site shows it, and the addresses before and after all redirects. */
export type SitePage = {
  readonly name: string;
  readonly html: string;
  /** The path that was asked for; `/articles/river` if not given. */
  readonly asked?: string;
  /** The address after all redirects, if it is another one. */
  readonly ended?: string;
};

const menu = ['Home', 'News', 'Products', 'Pricing', 'Careers', 'Help', 'Sign in', 'Contact us', 'Imprint']
  .map((name) => `<a href="#">${name}</a>`)
  .join(' ');

const document = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">${head}</head>${body}</html>`;

/** A site with elements that name its parts. */
export const semantic = (title: string, main: string, head = '') =>
  document(
    title,
    `<body><header><strong>River Post</strong><nav>${menu}</nav></header><main>${main}</main>
    <footer><p>© 2026 River Post GmbH, 12 Harbour Street. All rights reserved. We use cookies; read our privacy policy.</p>${menu}</footer></body>`,
    head,
  );

/** A site of nothing but boxes, as builders of pages make them. */
export const boxes = (title: string, content: string, head = '') =>
  document(
    title,
    `<body class="theme"><div id="wrap"><div class="top"><div class="logo">Hill &amp; Sons</div><div class="menu">${menu}</div></div>
    <div class="content">${content}</div><div class="bottom"><div>${menu}</div><div>Hill &amp; Sons Ltd.</div></div></div></body>`,
    head,
  );

/** A site of the nineties, in a table. */
export const tables = (title: string, content: string) =>
  document(
    title,
    `<body bgcolor="#ffffff"><table><tr><td>${menu}</td></tr><tr><td>${content}</td></tr></table></body>`,
  );

/** An application that draws itself into a root element that fills the window. */
export const application = (title: string, content: string) =>
  document(
    title,
    `<body><div id="root"></div><style>#root{position:fixed;inset:0;overflow:auto}</style><script>
      document.getElementById('root').innerHTML = ${JSON.stringify(`<div class="app"><div class="bar">${menu}</div>${content}</div>`).replaceAll('</', '<\\/')}</script></body>`,
  );

export const paragraph =
  'The river rose by two metres during the night, and the town closed its lower bridge until the engineers have seen its piers. ' +
  'Trains stop at the station before; buses bring travellers to the other bank. The mayor expects that the water falls on Friday. ';

export const article = `<article><h1>The river rises</h1>${`<p>${paragraph}</p>`.repeat(12)}</article>`;

/** A layer in front of everything. */
export const layer = (content: string, back = 'rgba(0, 0, 0, .6)') =>
  `<div style="position:fixed;inset:0;background:${back};z-index:99"><div style="margin:15vh auto;width:600px;background:#fff;padding:30px">${content}</div></div>`;

export const loginForm = (
  labels: readonly [user: string, password: string, button: string] = ['Email', 'Password', 'Log in'],
) =>
  `<form><label>${labels[0]} <input name="user" type="text" autocomplete="username"></label>
  <label>${labels[1]} <input name="password" type="password"></label><button>${labels[2]}</button></form>`;
