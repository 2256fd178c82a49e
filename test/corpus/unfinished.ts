import { band, blue, green, page, type Sample } from './sample.ts';

const content = { height: 900, pixels: [[600, 850, green]] } as const;
const shown = band(green, 900, 'The page');
const words = 'Some words of a page that has a lot of text. '.repeat(20);

/** Pages that hide everything until a script has run, or for some seconds without it. */
const hidden: readonly Sample[] = [
  {
    name: 'a page that is transparent for four seconds, until it knows which variant to show',
    body: page(
      '.async-hide{opacity:0!important}',
      `<script>document.documentElement.classList.add('async-hide');
        setTimeout(() => document.documentElement.classList.remove('async-hide'), 4000)</script>${shown}`,
    ),
    ...content,
  },
  {
    name: 'a page whose body is hidden until a script shows it',
    body: page(
      'body{visibility:hidden}.ready{visibility:visible}',
      `${shown}<script>addEventListener('load', () => setTimeout(() => document.body.classList.add('ready'), 3500))</script>`,
    ),
    ...content,
  },
  {
    name: 'a page that shows itself after eight seconds, because its script is missing',
    body: page(
      'body{animation:start 8s steps(1,end) 0s 1 normal both}@keyframes start{from{visibility:hidden}to{visibility:visible}}',
      `<script async src="/missing.js"></script>${shown}`,
    ),
    ...content,
  },
  {
    name: 'a page whose body is not displayed until a script has its data',
    body: page(
      'body{display:none}',
      `${shown}<script>fetch('/colour.svg?delay=6500').then(() => { document.body.style.display = 'block' })</script>`,
    ),
    ...content,
  },
  {
    name: 'an application that is transparent below its bar for two seconds',
    body: page(
      'header{height:100px;background:blue}main{opacity:0;transition:opacity .3s}',
      `<header>A site</header><main>${band(green, 800, 'The page')}</main><script>
        setTimeout(() => { document.querySelector('main').style.opacity = 1 }, 2200)</script>`,
    ),
    ...content,
  },
];

/** Pages that show their content late, and say so meanwhile. */
const loading: readonly Sample[] = [
  {
    name: 'the content of a page that says for two seconds that it is loading',
    body: page(
      '',
      `<div id="root">Loading…</div><script>setTimeout(() => { root.outerHTML = '${shown}' }, 2000)</script>`,
    ),
    ...content,
  },
  {
    name: 'the content of a page that answers after seven seconds',
    body: page(
      '',
      `<main><p>Wird geladen …</p></main><script>fetch('/colour.svg?delay=7000').then(() => {
        document.querySelector('main').outerHTML = '${shown}' })</script>`,
    ),
    ...content,
  },
  {
    name: 'the content of a page that loads in steps, and says how far it is',
    body: page(
      '',
      `<p>Loading 0 %</p><script type="module">const text = document.querySelector('p');
        for (const done of [30, 60, 90]) {
          await fetch('/colour.svg?delay=400');
          await new Promise((resolve) => setTimeout(resolve, 700));
          text.textContent = 'Loading ' + done + ' %';
        }
        text.outerHTML = '${shown}'</script>`,
    ),
    ...content,
  },
  {
    name: 'the content in place of skeletons, below a heading',
    body: page(
      '.skeleton-card{height:150px;margin:10px;background:#ddd}h1{height:100px;margin:0}',
      `<h1>Our latest news from all over the world</h1><div id="root">${'<div class="skeleton-card"></div>'.repeat(4)}</div>
      <script>setTimeout(() => fetch('/colour.svg?delay=1500').then(() => { root.outerHTML = '${band(green, 800)}' }), 800)</script>`,
    ),
    ...content,
  },
  {
    name: 'the page under a preloader that covers it',
    body: page(
      '#cover{position:fixed;inset:0;z-index:9;background:white;transition:opacity .5s}i{position:absolute;top:50%;left:50%;width:40px;height:40px;border:5px solid red}',
      `<div id="cover"><i></i></div>${shown}<p style="margin:0;position:absolute;top:0">${words}</p><script>
        addEventListener('load', () => setTimeout(() => { cover.style.opacity = 0; setTimeout(() => cover.remove(), 500) }, 1500))</script>`,
    ),
    ...content,
  },
  {
    name: 'the content of an element that is busy, as a framework shows it',
    body: page(
      '',
      `<main aria-busy="true"><div role="progressbar"><svg width="40" height="40"></svg></div></main><script>
        setTimeout(() => { document.querySelector('main').outerHTML = '${shown}' }, 2500)</script>`,
    ),
    ...content,
  },
  {
    name: 'the page under a preloader that lets it shine through a little',
    body: page(
      '.overlay{position:fixed;inset:0;background:rgba(255,255,255,.95)}',
      `${shown}<p style="margin:0;position:absolute;top:0">${words}</p><div class="overlay"><img src="/colour.svg?c=ff0000&w=50&h=50" alt=""></div><script>
        setTimeout(() => { document.querySelector('.overlay').remove() }, 2500)</script>`,
    ),
    ...content,
  },
  {
    name: 'the content of a page that asks its visitors to wait, and of one that says what it does',
    body: page(
      '',
      `<div id="one">Loading, please wait...</div><div id="two">Connecting to the server…</div><script>
        setTimeout(() => { one.outerHTML = '${band(blue, 400)}' }, 1500);
        setTimeout(() => { two.outerHTML = '${band(green, 500)}' }, 2800)</script>`,
    ),
    height: 900,
    pixels: [
      [600, 350, blue],
      [600, 850, green],
    ],
  },
  {
    name: 'the content in place of boxes that pulse, in the way of Tailwind',
    body: page(
      `.animate-pulse{animation:pulse 2s infinite}@keyframes pulse{50%{opacity:.5}}.h-4{height:60px;margin:20px;background:#ccc}h1{height:100px;margin:0}`,
      `<h1>Our latest news from all over the world</h1><div id="root" class="animate-pulse">${'<div class="h-4"></div>'.repeat(8)}</div><script>
        setTimeout(() => { root.outerHTML = '${band(green, 800)}' }, 2500)</script>`,
    ),
    ...content,
  },
  {
    name: 'the content in place of a wheel that nothing names',
    body: page(
      'svg{display:block;margin:300px auto;animation:turn 1s linear infinite}@keyframes turn{to{rotate:1turn}}',
      `<svg width="40" height="40"><path d="M4 12a8 8 0 018-8" stroke="red"/></svg><script>
        setTimeout(() => { document.querySelector('svg').outerHTML = '${shown}' }, 2500)</script>`,
    ),
    ...content,
  },
  {
    name: 'the results of a search that takes eight seconds, below a text',
    body: page(
      'h1{height:100px;margin:0}',
      `<h1>Search results</h1><div id="root"></div><script>
        fetch('/colour.svg?delay=8000').then(() => { root.outerHTML = '${band(green, 800)}' })</script>`,
    ),
    ...content,
  },
];

/** Pages that lead to another page by themselves. */
const interstitials: readonly Sample[] = [
  {
    name: 'the target of a refresh after two seconds',
    body: page('', '<meta http-equiv="refresh" content="2;url=target"><p>We have moved.'),
    files: { target: page('', shown) },
    ...content,
  },
  {
    name: 'the target of a refresh in a header',
    body: page('', '<p>We have moved.'),
    headers: { refresh: '1; url=target' },
    files: { target: page('', shown) },
    ...content,
  },
  {
    name: 'the last target of refreshes, scripts and forms',
    body: page('', '<meta http-equiv="refresh" content="1;url=second"><p>First'),
    files: {
      second: page('', `<p>Second<script>setTimeout(() => { location.href = 'third' }, 1200)</script>`),
      third: page(
        '',
        `<p>You are being redirected<form method="post" action="target"></form><script>setTimeout(() => document.forms[0].submit(), 1200)</script>`,
      ),
      target: page('', shown),
    },
    ...content,
  },
  {
    name: 'the target of a script that counts down',
    body: page(
      '',
      `<p>You will be redirected in <b>3</b> seconds.<script>const left = document.querySelector('b');
        setInterval(() => { if (--left.textContent === 0) location.assign('target') }, 700)</script>`,
    ),
    files: { target: page('', shown) },
    ...content,
  },
  {
    name: 'the page of another site, in a process of its own, to which a script leads after a second',
    body: page(
      '',
      `<p>One moment<script>setTimeout(() => { location.href = 'http://localhost:' + location.port + location.pathname + 'target' }, 1200)</script>`,
    ),
    files: { target: page('', `<body>${shown}<script>document.title = 'x'</script>`) },
    ...content,
  },
  {
    name: 'a page with a refresh in five minutes',
    body: page('', `<meta http-equiv="refresh" content="300;url=target">${shown}`),
    ...content,
  },
];

const spinner = '.spinner{position:absolute;left:50%;top:50%;width:40px;height:40px;background:red}';
const over = 'position:absolute;left:0;top:0;width:100%;height:100%;border:0';

/** Pages that are fine, although they resemble those above. */
const fine: readonly Sample[] = [
  {
    name: 'a frame in front of a spinner that its page has left behind it',
    body: page(
      spinner,
      `<div class="spinner"></div><iframe srcdoc="<body style='background:lime'>${words}" style="${over}"></iframe>`,
    ),
    pixels: [[650, 420, green]],
  },
  {
    name: 'a canvas in front of a spinner that its page has left behind it',
    body: page(
      spinner,
      `<div class="spinner"></div><canvas width="1280" height="800" style="${over}"></canvas><script>
        const context = document.querySelector('canvas').getContext('2d');
        for (const [colour, width] of [['lime', 1280], ['blue', 200]]) { context.fillStyle = colour; context.fillRect(0, 0, width, 800) }</script>`,
    ),
    pixels: [[650, 420, green]],
  },
  {
    name: 'a short page with signs of loading that nobody sees: behind the content, in a clipped box, and without a drawing',
    body: page(
      `${spinner}.clipped{height:0;overflow:hidden}.loader{height:50px}.skeleton{height:50px;background:red}main{position:relative;background:white;min-height:700px}`,
      `<div class="spinner"></div><div class="clipped"><div class="skeleton"></div></div><div class="loader"></div>
        <main><h1>A shop</h1><div class="ant-spin-nested-loading" style="height:300px;background:lime"></div></main><script>document.title = 'corpus'</script>`,
    ),
    pixels: [[650, 320, green]],
  },
  {
    name: 'a page in a shadow tree with a small spinner beside it',
    body: page(
      '.spinner{width:30px;height:30px;background:red}',
      `<main></main><div class="spinner"></div><script>
        document.querySelector('main').attachShadow({ mode: 'open' }).innerHTML = '<h1>A shop</h1><p>${words}</p>'</script>`,
    ),
    pixels: [],
  },
  {
    name: 'decoration that pulses in the way of Tailwind',
    body: page(
      '.animate-pulse{animation:pulse 2s infinite}@keyframes pulse{50%{opacity:.5}}.absolute{position:absolute;left:0;top:0;width:600px;height:600px;background:plum}i{display:inline-block;width:10px;height:10px;background:red}',
      `<div class="absolute animate-pulse"></div><h1>On air <i class="animate-pulse"></i></h1><p>${words}</p><script>document.title = 'corpus'</script>`,
    ),
    pixels: [],
  },
  {
    name: 'a page about loading, with a spinner beside its text',
    body: page(
      '.spinner{width:30px;height:30px;background:red}',
      `<h1>Loading docks</h1><p>Please wait at the sign.</p><p>${words}</p><div class="spinner"></div><script>document.title = 'corpus'</script>`,
    ),
    pixels: [],
  },
  {
    name: 'a short page with a form whose script navigates',
    body: page(
      '',
      `<form><input name="user"><input type="password" name="password"><button>Sign in</button></form><script>
        addEventListener('load', () => { document.forms[0].onsubmit = () => { location.href = '/welcome' } })</script>`,
    ),
    pixels: [],
  },
];

export const unfinished: readonly Sample[] = [...hidden, ...loading, ...interstitials, ...fine];
