import { band, blue, green, page, type Sample, white } from './sample.ts';

/** The second half of Google Tag Manager's snippet, from its documentation. */
const tagManager = `<!-- Google Tag Manager (noscript) -->
<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"
height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>
<!-- End Google Tag Manager (noscript) -->`;

const noScript = (content = 'JavaScript is disabled in your browser.') =>
  `<noscript><p style="background:red">${content}</p></noscript>`;

/** Chromium recomputes the style of the whole page if one of its media queries changes, as `scripting` does. */
const restyled = '@media (scripting: none) { * { outline-color: red } }';

/** A band that is lime if the media query matches, otherwise red. */
const holds = (query: string, name: string) =>
  `.${name}{height:100px;background:red}@media ${query}{.${name}{background:lime}}`;

const inFrame = `<style>body{margin:0}${restyled}</style>${tagManager}${band(green, 200)}${noScript()}${band(blue, 200)}<script>0</script>`;

const besideBlue: Sample['pixels'] = [
  [600, 0, green],
  [600, 199, green],
  [600, 200, blue],
  [600, 399, blue],
  [600, 400, white],
];

/** Pages whose picture must be that of a visitor with scripts, although scripts are stopped before it. */
export const scripting: readonly Sample[] = [
  {
    name: 'no noscript element: a tag manager at the top, and a warning in the middle',
    body: page(
      restyled,
      `<body>${tagManager}${band(green, 200)}${noScript()}${band(blue, 200)}<script>document.title = 'x'</script>`,
    ),
    pixels: besideBlue,
  },
  {
    name: 'no noscript element: a tag manager on a page with a width query',
    body: page(
      '@media (min-width: 800px) { * { box-sizing: border-box } }',
      `<body>${tagManager}${band(green, 200)}${band(blue, 200)}<script>document.title = 'x'</script>`,
    ),
    pixels: besideBlue,
  },
  {
    name: 'no noscript element on a page that has no script at all',
    body: page(restyled, `<body>${tagManager}${band(green, 200)}${noScript()}${band(blue, 200)}`),
    pixels: besideBlue,
  },
  {
    name: 'no noscript element with style sheets in the head',
    body: `<!doctype html><html lang="en"><head><title>x</title><style>body{margin:0}${restyled}</style>
      <noscript><style>div{display:none}</style><link rel="stylesheet" href="/none.css"></noscript></head>
      <body>${band(green, 200)}${band(blue, 200)}<script>0</script>`,
    pixels: besideBlue,
  },
  {
    name: 'no noscript element in frames of the same and of another site',
    body: page(
      `iframe{display:block;border:0;width:1280px;height:400px}${restyled}`,
      `<body>${tagManager}<iframe src="frame"></iframe><iframe id="other"></iframe><iframe id="written"></iframe><script>
        document.querySelector('#other').src = 'http://localhost:' + location.port + location.pathname + 'frame';
        document.querySelector('#written').srcdoc = ${JSON.stringify(inFrame).replaceAll('</script>', '<\\/script>')}</script>`,
    ),
    files: { frame: inFrame },
    height: 1_200,
    pixels: [0, 400, 800].flatMap((top) => besideBlue.slice(0, 4).map(([x, y, c]) => [x, top + y, c] as const)),
  },
  {
    name: 'no noscript element in any of many frames',
    body: page(
      `iframe{float:left;border:0;width:128px;height:100px}${restyled}`,
      `<body>${Array.from({ length: 60 }, (_, n) => `<iframe srcdoc="<style>body{margin:0}${restyled}</style><noscript>No script</noscript><div style='height:100px;background:${n % 2 ? green : blue}'>"></iframe>`).join('')}<script>0</script>`,
    ),
    pixels: Array.from(
      { length: 60 },
      (_, n) => [(n % 10) * 128 + 60, Math.floor(n / 10) * 100 + 10, n % 2 ? green : blue] as const,
    ),
  },
  {
    name: 'no noscript element in declarative shadow trees or in those that a script attaches',
    body: page(
      `section{display:block}${restyled}`,
      `<body><section><template shadowrootmode="open"><style>${restyled}</style>${noScript()}${band(green, 200)}</template></section>
        <section id="made"></section><script>
        const shadow = document.querySelector('#made').attachShadow({ mode: 'open' });
        shadow.innerHTML = \`<style>${restyled}</style>${tagManager}${band(blue, 200)}\`</script>`,
    ),
    pixels: besideBlue,
  },
  {
    name: 'no noscript element that the page styles, and none that a script creates',
    body: page(
      `${restyled} body noscript{display:block!important;position:absolute;inset:0;background:red}@layer page{noscript{display:flex!important}}`,
      `<body><noscript>Please enable JavaScript</noscript>${band(green, 200)}${band(blue, 200)}<script>
        const made = document.createElement('noscript');
        made.innerHTML = '<p>text</p>'; made.append(Object.assign(document.createElement('p'), { textContent: 'more' }));
        document.body.prepend(made)</script>`,
    ),
    pixels: besideBlue,
  },
  {
    name: 'images that a script loads, without their noscript alternatives',
    body: page(
      `img{display:block}${restyled}`,
      `<body>${[green, blue]
        .map((colour) => `/colour.svg?c=${colour.slice(1)}&w=1280&h=200`)
        .map((url) => `<img data-src="${url}" width="1280" height="200"><noscript><img src="${url}"></noscript>`)
        .join(
          '',
        )}<script>for (const image of document.querySelectorAll('img[data-src]')) image.src = image.dataset.src</script>`,
    ),
    pixels: besideBlue,
  },
  {
    name: 'the style for visitors with scripts: in every form of media query',
    body: page(
      [
        holds('(scripting: enabled)', 'a'),
        holds('(scripting)', 'b'),
        holds('not (scripting: none)', 'c'),
        holds('screen and (min-width: 100px) and (scripting:enabled)', 'd'),
        `@layer x { @supports (color: red) { ${holds('(scripting: enabled)', 'e')} } }`,
        '.f{height:100px;background:red;@media (scripting: enabled){background:lime}}',
        '.g{height:100px;background:lime}@media (scripting: none){.g{background:red}}@media (scripting: initial-only){.g{background:red}}',
      ].join(''),
      `<body>${[...'abcdefg'].map((name) => `<div class="${name}"></div>`).join('')}<script>document.title = 'x'</script>`,
    ),
    pixels: Array.from({ length: 7 }, (_, n) => [600, n * 100 + 50, green] as const),
  },
  {
    name: 'the style for visitors with scripts: on a page without a script',
    body: page(holds('(scripting: enabled)', 'a'), '<body><div class="a"></div>'),
    pixels: [[600, 50, green]],
  },
  {
    name: 'the style for visitors with scripts: in linked and imported style sheets, and in those of another site',
    body: page(
      'abcdef'.replace(/./g, '.$&{height:100px;background:red}'),
      `<style>@import "imported.css" (scripting: enabled);@import "inside.css";</style><body><link rel="stylesheet" href="linked.css" media="(scripting: enabled)"><link rel="stylesheet" href="none.css" media="(scripting: none)">
        ${[...'abcdef'].map((name) => `<div class="${name}"></div>`).join('')}<script>
        for (const file of ['other-site.css', 'other-site-imports.css']) document.head.append(Object.assign(document.createElement('link'), {
          rel: 'stylesheet', href: 'http://localhost:' + location.port + location.pathname + file }))</script>`,
    ),
    files: {
      'imported.css': 'div.a{background:lime}',
      'inside.css': '@media (scripting: enabled){div.b{background:lime}}',
      'linked.css': 'div.c{background:lime}',
      'none.css': 'div{background:red!important}',
      'other-site.css': '@media (scripting: enabled){div.d{background:url("lime.svg")}}',
      'other-site-imports.css':
        '@import "inside-other-site.css";@media (scripting: none){div.f{background:red}}div.f{background:lime}',
      'inside-other-site.css': '@media screen and (scripting){div.e{background:lime}}',
      'lime.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="lime"/></svg>',
    },
    pixels: Array.from({ length: 6 }, (_, n) => [600, n * 100 + 50, green] as const),
  },
  {
    name: 'the style for visitors with scripts: in frames, shadow trees, adopted style sheets and inserted rules',
    body: page(
      'iframe{display:block;border:0;width:1280px;height:100px}',
      `<body><iframe srcdoc="<style>body{margin:0}${holds('(scripting: enabled)', 'a')}</style><div class='a'></div>"></iframe>
        <section><template shadowrootmode="open"><style>${holds('(scripting: enabled)', 'a')}</style><div class="a"></div></template></section>
        <div class="b"></div><div class="c"></div><script>
        const sheet = new CSSStyleSheet(); sheet.replaceSync('${holds('(scripting: enabled)', 'b')}');
        document.adoptedStyleSheets = [sheet];
        const { sheet: filled } = document.head.appendChild(document.createElement('style'));
        filled.insertRule('@media (scripting: enabled){.c{background:lime}}'); filled.insertRule('.c{height:100px;background:red}')</script>`,
    ),
    pixels: Array.from({ length: 4 }, (_, n) => [600, n * 100 + 50, green] as const),
  },
  {
    name: 'a picture and a canvas that only visitors with scripts see',
    body: page(
      'img,canvas{display:block}canvas{width:1280px;height:100px}@media (scripting: none){canvas{display:none}}',
      `<body><picture><source media="(scripting: enabled)" srcset="/colour.svg?c=00ff00&w=1280&h=100"><img src="/colour.svg?c=ff0000&w=1280&h=100" alt=""></picture>
        <canvas width="1280" height="100">Your browser draws nothing.</canvas>${band(blue, 100)}<script>
        const pen = document.querySelector('canvas').getContext('2d'); pen.fillStyle = 'lime'; pen.fillRect(0, 0, 1280, 100)</script>`,
    ),
    pixels: [
      [600, 50, green],
      [600, 150, green],
      [600, 250, blue],
    ],
  },
  {
    name: 'noscript elements of frames whose sandbox forbids scripts',
    body: page(
      'iframe{display:block;border:0;width:1280px;height:100px}',
      `<body>${['', 'allow-same-origin', 'allow-scripts']
        .map(
          (
            allowed,
          ) => `<iframe sandbox="${allowed}" srcdoc="<style>body{margin:0;background:blue}div{height:100px;background:lime}
            @media (scripting: none){div{margin-left:640px}}</style><noscript><div></div></noscript>"></iframe>`,
        )
        .join('')}<script>0</script>`,
    ),
    pixels: [
      [600, 50, blue],
      [700, 50, green],
      [600, 150, blue],
      [700, 150, green],
      [700, 250, blue],
    ],
  },
  {
    name: 'noscript elements of a page whose content security policy forbids scripts',
    body: page(
      `div{height:100px;background:red}${holds('(scripting: none)', 'a')}`,
      `<body><noscript>${band(blue, 100)}</noscript><div class="a"></div><script>document.body.remove()</script>`,
    ),
    headers: { 'content-security-policy': "img-src *; sandbox allow-same-origin; style-src 'unsafe-inline'" },
    pixels: [
      [600, 50, blue],
      [600, 150, green],
    ],
  },
];
