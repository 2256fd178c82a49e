import { band, blue, green, page, red, type Sample } from './sample.ts';

const content = { height: 900, pixels: [[600, 400, green]] } as const;
const words = 'Some words of a page that has a lot of text. '.repeat(20);
const shown = band(green, 900, words);
const closing = '<script>const shut = () => document.querySelector(".front").remove()</script>';
const front = (style: string, text: string) =>
  `<div class="front" style="position:fixed;z-index:9;${style}">${text}</div>`;
const wall = (text: string) => page('', `${shown}${closing}${front('inset:0;background:red', text)}`);
const leaving = `onclick="document.body.innerHTML = '${band(blue, 900).replaceAll('"', "'")}'"`;

/** Banners and walls that are made by hand. */
export const consentBanners: readonly Sample[] = [
  {
    name: 'a page behind a wall of cookies that can be rejected with a box',
    body: wall(`<p>Wir verwenden Cookies.</p><button ${leaving}>Alle akzeptieren</button>
      <div role="button" onclick="shut()">Nur notwendige Cookies</div>`),
    ...content,
  },
  {
    name: 'a page behind a wall of cookies that can only be accepted',
    body: wall(
      '<p>This site needs cookies.</p><a href="/elsewhere">Read our policy</a> <button onclick="shut()">OK</button>',
    ),
    ...content,
  },
  {
    name: 'a page behind a wall whose rejection has to be saved',
    body: wall(`<p>Les informations que nous collectons</p><button>Tout accepter</button> <button onclick="save.onclick = shut">Tout refuser</button>
      <label><input type="checkbox">Mesures</label> <button id="save">Sauvegarder</button>`),
    ...content,
  },
  {
    name: 'a page behind a wall that offers cookies or a subscription',
    body: wall(`<p>Weiter mit Werbung und Cookies, oder ohne Tracking im Abo.</p><button ${leaving}>Ablehnen und Abo kaufen</button>
      <button onclick="shut()">Zustimmen und weiter</button>`),
    ...content,
  },
  {
    name: 'a page without the bar at its end that says that it uses cookies',
    body: page(
      '',
      `${shown}${closing}${front('bottom:400px;left:0;right:0;height:200px;background:red', 'We use cookies to improve this site. <button onclick="shut()">Got it!</button>')}`,
    ),
    ...content,
  },
  {
    name: 'a page behind a question for the age, not what comes after the wrong answer',
    body: page(
      'dialog{width:900px;height:600px;background:red}',
      `${shown}<dialog id="gate"><h2>Are you over 18?</h2><button ${leaving}>No, thanks</button><button onclick="gate.close()">Yes, enter</button></dialog><script>gate.showModal()</script>`,
    ),
    ...content,
  },
  {
    name: 'a page behind a wall in a frame of another site',
    body: page(
      'iframe{position:fixed;inset:0;width:100%;height:100%;border:0}',
      `${shown}<iframe class="front"></iframe>${closing}<script>
        onmessage = shut;
        document.querySelector('iframe').src = 'http://localhost:' + location.port + location.pathname + 'asks'</script>`,
    ),
    files: {
      asks: page(
        'body{background:red}',
        '<p>We value your privacy, and store cookies.</p><button onclick="parent.postMessage(1, `*`)">Accept and continue</button>',
      ),
    },
    ...content,
  },
  {
    name: 'a page that loads again once its wall is accepted',
    body: page(
      '',
      `<script>document.write(sessionStorage.done ? '${shown}' : '<div role="dialog" style="height:900px;background:red">Cookies? <button onclick="sessionStorage.done = 1; location.reload()">I agree</button></div>')</script>`,
    ),
    ...content,
  },
  {
    name: 'a page without the bar in a shadow tree that asks in French',
    body: page(
      '',
      `${shown}<my-bar></my-bar><script>customElements.define('my-bar', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<style>div{position:fixed;inset:0 0 auto;height:600px;background:red}</style><div>Nous utilisons des cookies. <button>Tout accepter</button> <button>Continuer sans accepter</button></div>';
          this.shadowRoot.querySelectorAll('button')[1].onclick = () => this.remove();
        }
      })</script>`,
    ),
    ...content,
  },
  {
    name: 'a page without the bar in a closed shadow tree',
    body: page(
      '',
      `${shown}<div></div><script>{
        const host = document.querySelector('div:empty');
        const root = host.attachShadow({ mode: 'closed' });
        root.innerHTML = '<style>p{position:fixed;inset:0 0 auto;margin:0;height:600px;background:red}</style><p>We use cookies. <button>Accept</button></p>';
        root.querySelector('button').onclick = () => host.remove();
      }</script>`,
    ),
    ...content,
  },
  {
    name: 'a page behind a wall in a closed shadow tree, in a frame of another site',
    body: page(
      'iframe{position:fixed;inset:0;width:100%;height:100%;border:0}',
      `${shown}<iframe class="front"></iframe>${closing}<script>
        onmessage = shut;
        document.querySelector('iframe').src = 'http://localhost:' + location.port + location.pathname + 'closed'</script>`,
    ),
    files: {
      closed: page(
        'body{background:red}',
        `<div></div><script>
          const root = document.querySelector('div').attachShadow({ mode: 'closed' });
          root.innerHTML = '<div role="dialog"><p>We value your privacy, and store cookies.</p><button>Accept and continue</button></div>';
          root.querySelector('button').onclick = () => parent.postMessage(1, '*')</script>`,
      ),
    },
    ...content,
  },
  {
    name: 'a page without the bar that only a cross closes',
    body: page(
      'i{cursor:pointer}',
      `${shown}${closing}${front('bottom:0;left:0;right:0;height:600px;background:red', 'This site uses cookies. <a href="/policy">Learn more</a> <i>×</i>')}<script>
        document.querySelector('i').addEventListener('click', shut)</script>`,
    ),
    ...content,
  },
  {
    name: 'a page without the bar in a frame of another site, which a script fills late, in a frame of a third page',
    body: page(
      'iframe{position:fixed;inset:auto 0 0;width:100%;height:600px;border:0}',
      `${shown}<iframe class="front"></iframe>${closing}<script>
        onmessage = shut;
        document.querySelector('iframe').src = 'http://localhost:' + location.port + location.pathname + 'outer'</script>`,
    ),
    files: {
      outer: page('iframe{width:100%;height:600px;border:0}', '<iframe src="inner"></iframe>'),
      inner: page(
        'body{background:red}',
        `<script>setTimeout(() => {
          document.body.innerHTML = '<p>Vi använder cookies.</p><button onclick="top.postMessage(1, \`*\`)">Jag förstår</button>' }, 600)</script>`,
      ),
    },
    ...content,
  },
  {
    name: 'a page without the bar in a frame that fills while the frame beside it is searched',
    body: page(
      'iframe{position:fixed;inset:auto 0 0;width:100%;height:600px;border:0}',
      `${shown}<iframe class="front" src="outer"></iframe>${closing}<script>onmessage = shut</script>`,
    ),
    files: {
      outer: page(
        'iframe{width:100%;height:300px;border:0}',
        '<iframe src="inner"></iframe><iframe src="large"></iframe>',
      ),
      inner: page(
        'body{background:red}',
        `<script>setTimeout(() => {
          document.body.innerHTML = '<p>Vi använder cookies.</p><button onclick="top.postMessage(1, \`*\`)">Jag förstår</button>' }, 900)</script>`,
      ),
      large: page('body{background:red}', '<script>document.body.innerHTML = "<i></i>".repeat(300_000)</script>'),
    },
    ...content,
  },
  {
    name: 'a page whose own buttons stay as they are, beside a link about cookies',
    body: page(
      '',
      `${front('top:0;left:0;right:0;height:60px;background:white', `<button ${leaving}>Continue</button> <a href="/cookies">Cookies</a>`)}${shown}<footer>Cookies</footer>`,
    ),
    pixels: [[600, 400, green]],
  },
  {
    name: 'a wall that can only be accepted, if it must not be',
    body: wall(`<p>This site needs cookies.</p><button ${leaving}>Accept</button>`),
    options: { acceptWalls: false },
    verdict: 'accept-wall',
    pixels: [[600, 400, red]],
  },
];
