import { band, blue, green, page, red, type Sample, white, yellow } from './sample.ts';

const box = (name: string, content = '') => `<div class="${name}" style="height:100px">${content}</div>`;

const script = '<script>document.title = "x"</script>';

/** Layers of the top layer. */
const topLayer: readonly Sample[] = [
  {
    name: 'a popover and a modal dialog that the page opens with, with its backdrop, and no popover that scrolling opens',
    body: page(
      `[popover],dialog{border:0;padding:0;margin:0;outline:0;inset:auto;left:100px;width:200px;height:200px;background:red}
      #open{top:100px;background:yellow}dialog{top:400px;background:lime}dialog::backdrop{background:blue}#late{top:100px;left:600px}`,
      `<body>${band('#ff00ff', 3000)}<div popover="manual" id="open"></div><div popover="manual" id="late">Subscribe</div><dialog></dialog><script>
        document.querySelector('dialog').showModal(); document.querySelector('#open').showPopover();
        addEventListener('scroll', () => { if (scrollY > 500) document.querySelector('#late').showPopover() })</script>`,
    ),
    height: 3_000,
    pixels: [
      [150, 150, yellow],
      [150, 450, green],
      [650, 150, blue],
      [650, 700, blue],
    ],
  },
  {
    name: 'a dialog with a transition from its starting style, at its end, and none that is on its way out',
    body: page(
      `dialog{border:0;padding:0;margin:0;outline:0;top:0;width:300px;height:300px;opacity:0;transition:all 9s allow-discrete}
      dialog[open]{opacity:1}@starting-style{dialog[open]{opacity:0}}dialog::backdrop{background:none}#in{left:0;background:lime}#out{left:600px;background:red}`,
      `<body>${band(blue, 2000)}<dialog id="in"></dialog><dialog id="out"></dialog><script>
        const [open, closing] = document.querySelectorAll('dialog');
        closing.show(); document.body.getBoundingClientRect();
        setTimeout(() => { closing.close(); open.show() }, 100)</script>`,
    ),
    height: 2_000,
    pixels: [
      [150, 150, green],
      [750, 150, blue],
    ],
  },
  {
    name: 'a dialog that the page opens with, and that is invisible until the end of its transition',
    body: page(
      `dialog{border:0;padding:0;margin:0;outline:0;top:0;width:300px;height:300px;background:lime;transition:opacity 60s step-end}
      @starting-style{dialog[open]{opacity:0}}dialog::backdrop{background:none}`,
      `<body>${band(blue, 2000)}<dialog></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ),
    height: 2_000,
    pixels: [
      [150, 150, green],
      [750, 150, blue],
    ],
  },
  {
    name: 'the beginning of the bar that the browser moves in a progress element without a value',
    body: page(
      'progress{display:block;width:1000px;height:100px}',
      '<p>Uploads of files to the archive, each with its own bar, and a sentence to read.</p><progress></progress>',
    ),
    pixels: [
      [100, 90, '#0075ff'],
      [300, 90, '#efefef'],
      [900, 90, '#efefef'],
    ],
  },
  {
    name: 'a page at the end of a view transition that takes long',
    body: page(
      '::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:20s}main{background:red}main.new{background:lime}',
      `<body>${band(blue, 100)}<main style="height:2900px"></main><script>addEventListener('load', () => document.startViewTransition(() => document.querySelector('main').classList.add('new')))</script>`,
    ),
    height: 3_000,
    pixels: [
      [600, 10, blue],
      [600, 790, green],
      [600, 2_990, green],
    ],
  },
];

/** Features of style sheets that depend on scrolling. */
const scrolling: readonly Sample[] = [
  {
    name: 'a header that a container query makes smaller while it is stuck, in its first size',
    body: page(
      `main{padding-top:50px}header{position:sticky;top:0;container-type:scroll-state}header div{height:200px;background:lime;transition:height 2s}
      @container scroll-state(stuck: top){header div{height:50px;background:red}}`,
      `<body>${band(blue, 50)}<header><div></div></header>${band(blue, 3000)}${script}`,
    ),
    height: 3_250,
    pixels: [
      [600, 49, blue],
      [600, 51, green],
      [600, 249, green],
      [600, 251, blue],
    ],
  },
  {
    name: 'elements of a page without scripts whose animation begins in view with a timeline trigger, at its end',
    body: page(
      `.card{height:280px;margin:0 0 20px;background:lime;animation:appear .5s both;timeline-trigger:--seen view() entry 10% exit 100%;animation-trigger:--seen play-forwards}
      @keyframes appear{from{opacity:0}}`,
      `<body>${'<div class="card"></div>'.repeat(10)}`,
    ),
    height: 3_000,
    pixels: Array.from({ length: 10 }, (_, n) => [600, n * 300 + 140, green] as const),
  },
  {
    name: 'a header that an animation with a timeline trigger makes smaller on scroll, in its first size',
    body: page(
      `main{timeline-trigger:--moved scroll() 200px 100000px}header{position:fixed;top:0;left:0;right:0;height:200px;background:lime;animation:shrink .3s both;animation-trigger:--moved play-forwards play-backwards}@keyframes shrink{to{height:50px;background:red}}`,
      `<body><header></header><main>${band(blue, 4000)}</main>${script}`,
    ),
    height: 4_000,
    pixels: [
      [600, 199, green],
      [600, 201, blue],
    ],
  },
  {
    name: 'a carousel with buttons and markers that the browser makes, at the slide it begins with',
    body: page(
      `ul{margin:0;padding:0;list-style:none;display:flex;width:1000px;height:400px;overflow-x:auto;scroll-snap-type:x mandatory;scroll-marker-group:after;anchor-name:--list;scroll-behavior:smooth}
      li{flex:0 0 100%;scroll-snap-align:start;background:red}li:nth-child(2){background:lime;scroll-initial-target:nearest}
      ul::scroll-button(right){content:"";position:absolute;left:1100px;top:100px;width:100px;height:100px;border:0;background:blue}
      ul::scroll-marker-group{display:flex;height:50px}li::scroll-marker{content:"";width:50px;height:50px;background:yellow}li::scroll-marker:target-current{background:blue}`,
      `<body><ul><li>One</li><li>Two</li><li>Three</li></ul>${band(white, 2000)}${script}`,
    ),
    pixels: [
      [500, 200, green],
      [1150, 150, blue],
      [25, 425, yellow],
      [75, 425, blue],
      [125, 425, yellow],
    ],
  },
  {
    name: 'a table in a box that scrolls, with its sticky head, in an application as high as the window',
    body: page(
      `.app{height:100vh;display:flex;flex-direction:column}.bar{flex:0 0 60px;background:yellow}main{flex:1;overflow:auto}
      .box{height:300px;overflow:auto;background:blue}.head{position:sticky;top:0;height:50px;background:red}.foot{position:sticky;bottom:0;height:50px;background:yellow}`,
      `<body><div class="app"><div class="bar">Bar</div><main>${band(green, 600)}<div class="box"><div class="head"></div>${band(blue, 900)}<div class="foot"></div></div>${band(green, 800)}</main></div>${script}`,
    ),
    height: 1_760,
    pixels: [
      [600, 30, yellow],
      [600, 70, green],
      [600, 670, red],
      [600, 720, blue],
      [600, 950, yellow],
      [600, 970, green],
      [600, 1_750, green],
    ],
  },
];

/** Places and sizes. */
const places: readonly Sample[] = [
  {
    name: 'elements at their anchors below the first screen',
    body: page(
      `.a{height:100px;width:100px;background:blue}#one{anchor-name:--one}#two{anchor-name:--two}
      .tip{width:100px;height:100px;background:lime;position-area:right;margin:0}.absolute{position:absolute;position-anchor:--one}
      [popover]{border:0;padding:0;inset:auto;position-anchor:--two}.gone{position:fixed;position-anchor:--two;position-visibility:anchors-visible;position-area:left}`,
      `<body>${band(white, 1500)}<div class="a" id="one"></div>${band(white, 400)}<div class="a" id="two"></div>${band(white, 900)}<div class="tip absolute"></div><div class="tip" popover="manual"></div><script>document.querySelector('[popover]').showPopover()</script>`,
    ),
    height: 3_000,
    pixels: [
      [50, 1_550, blue],
      [150, 1_550, green],
      [50, 2_050, blue],
      [150, 2_050, green],
      [600, 10, white],
    ],
  },
  {
    name: 'details that a script opens with a transition to the height of their content',
    body: page(
      `:root{interpolate-size:allow-keywords}details::details-content{height:0;overflow:clip;transition:height 9s,content-visibility 9s allow-discrete}
      details[open]::details-content{height:auto}summary{height:50px;background:yellow;list-style:none}`,
      `<body><details><summary></summary>${band(green, 1200)}</details>${band(blue, 300)}<script>setTimeout(() => { document.querySelector('details').open = true }, 100)</script>`,
    ),
    height: 1_550,
    pixels: [
      [600, 25, yellow],
      [600, 60, green],
      [600, 1_240, green],
      [600, 1_260, blue],
    ],
  },
  {
    name: 'parts of form elements at the end of their transitions, and without their endless animations',
    body: page(
      `@keyframes turn{from{background:red}to{background:yellow}}progress{display:block;appearance:none;width:1000px;height:100px;border:0;background:white}
      progress::-webkit-progress-bar{background:blue}progress::-webkit-progress-value{background:lime;transition:width 20s linear}
      .endless::-webkit-progress-bar{animation:turn 1s infinite alternate}
      input{display:block;box-sizing:border-box;margin:0;border:0;padding:0;width:1000px;height:100px;background:white}input::placeholder{line-height:100px;background:red;transition:background 20s}input.set::placeholder{background:lime}`,
      `<body><progress value="0.1"></progress><progress class="endless" value="0.5"></progress><input placeholder="Name"><script>
        setTimeout(() => { document.querySelector('progress').value = 0.8; document.querySelector('input').className = 'set' }, 100)</script>`,
    ),
    pixels: [
      [799, 50, green],
      [801, 50, blue],
      [499, 150, green],
      [501, 150, blue],
      [900, 250, green],
    ],
  },
  {
    name: 'sections that are rendered only near the window, also those that a script adds, and lazy images in them',
    body: page(
      'section{content-visibility:auto;contain-intrinsic-size:auto 50px}img{display:block}',
      `<body>${Array.from({ length: 8 }, () => `<section><img loading="lazy" src="/colour.svg?c=00ff00&w=1280&h=400&delay=20" width="1280" height="400" alt=""></section>`).join('')}<div id="end" style="height:10px"></div><script>
        new IntersectionObserver(([{ isIntersecting }], observer) => { if (!isIntersecting) return; observer.disconnect();
          document.body.insertAdjacentHTML('beforeend', '<section>${band(blue, 1000)}</section><section>${band(yellow, 1000)}</section>') }).observe(document.querySelector('#end'))</script>`,
    ),
    height: 5_210,
    pixels: [
      ...Array.from({ length: 8 }, (_, n) => [600, n * 400 + 200, green] as const),
      [600, 3_215, blue],
      [600, 4_205, blue],
      [600, 4_215, yellow],
      [600, 5_205, yellow],
    ],
  },
  {
    name: 'sections that a script fills when the browser begins to render them',
    body: page(
      'section{content-visibility:auto;contain-intrinsic-size:auto 500px;min-height:500px}',
      `<body>${'<section></section>'.repeat(8)}${band(blue, 10)}<script>for (const section of document.querySelectorAll('section'))
        section.addEventListener('contentvisibilityautostatechange', ({ skipped }) => { if (!skipped) section.innerHTML = '${band(green, 500)}' })</script>`,
    ),
    height: 4_010,
    pixels: Array.from({ length: 8 }, (_, n) => [600, n * 500 + 250, green] as const),
  },
  {
    name: 'a select with a look of its own, and values that style sheets compute',
    body: page(
      `@function --wide(--n){result:calc(var(--n) * 100px)}select,::picker(select){appearance:base-select}
      select{display:flex;box-sizing:border-box;width:1280px;height:100px;border:0;padding:0;background:lime}select::picker-icon{display:none}
      .a{background:if(style(--on: yes): lime; else: red);--on:yes}.b{background:lime;width:--wide(5)}.c{background:lime;width:attr(data-w type(<length>))}
      p{margin:0;height:100px;background:lime;width:calc(sibling-index() * 100px)}`,
      `<body><select><button><selectedcontent></selectedcontent></button><option>One</option></select>${box('a')}${box('b')}<div class="c" data-w="300px" style="height:100px"></div><section><p></p><p></p></section>${script}`,
    ),
    pixels: [
      [600, 50, green],
      [600, 150, green],
      [499, 250, green],
      [501, 250, white],
      [299, 350, green],
      [301, 350, white],
      [99, 450, green],
      [101, 450, white],
      [199, 550, green],
    ],
  },
];

const frame = (content: string) => content.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Content that arrives in parts. */
const parts: readonly Sample[] = [
  {
    name: 'lazy frames with their document in an attribute, one in another',
    body: page(
      'iframe{display:block;border:0;width:1280px;height:400px}',
      `<body>${band(blue, 3000)}<iframe loading="lazy" srcdoc="${frame(`<body style="margin:0">${band(green, 400)}`)}"></iframe><iframe loading="lazy" srcdoc="${frame(`<body style="margin:0"><iframe loading="lazy" style="display:block;border:0;width:1280px;height:400px" srcdoc="${frame(`<body style="margin:0">${band(yellow, 400)}`)}"></iframe>`)}"></iframe>${script}`,
    ),
    height: 3_800,
    pixels: [
      [600, 2_999, blue],
      [600, 3_001, green],
      [600, 3_399, green],
      [600, 3_401, yellow],
      [600, 3_799, yellow],
    ],
  },
  {
    name: 'islands that are hydrated when they come into view, when the browser is idle, and with low priority',
    body: page(
      'demo-island{display:block;height:500px;background:red}',
      `<body>${['visible', 'idle', 'background', 'visible', 'visible', 'media'].map((when) => `<demo-island client="${when}"></demo-island>${band(blue, 500)}`).join('')}<script>
        class Island extends HTMLElement {
          connectedCallback() {
            const hydrate = async () => {
              const { colour } = await import('data:text/javascript,export const colour = "lime"');
              await new Promise((resolve) => setTimeout(resolve, 50));
              this.attachShadow({ mode: 'open' }).innerHTML = '<div style="height:500px;background:' + colour + '"></div>';
            };
            const how = {
              visible: () => new IntersectionObserver((entries, observer) => { if (entries.some((e) => e.isIntersecting)) { observer.disconnect(); hydrate() } }).observe(this),
              idle: () => requestIdleCallback(hydrate),
              background: () => scheduler.postTask(hydrate, { priority: 'background', delay: 100 }),
              media: () => matchMedia('(min-width: 800px)').matches && hydrate(),
            };
            how[this.getAttribute('client')]();
          }
        }
        customElements.define('demo-island', Island)</script>`,
    ),
    height: 6_000,
    pixels: Array.from({ length: 6 }, (_, n) => [600, n * 1_000 + 250, green] as const),
  },
  {
    name: 'a page that the Navigation API renders, with a view transition',
    body: page(
      'main{height:2000px;background:red}::view-transition-group(root){animation-duration:3s}',
      `<body>${band(blue, 100)}<main></main><script>
        navigation.addEventListener('navigate', (event) => event.intercept({ handler: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          document.startViewTransition(() => { document.querySelector('main').style.background = 'lime' });
        } }));
        addEventListener('load', () => setTimeout(() => navigation.navigate('?shown')))</script>`,
    ),
    height: 2_100,
    pixels: [
      [600, 10, blue],
      [600, 110, green],
      [600, 2_090, green],
    ],
  },
];

export const newerFeatures: readonly Sample[] = [...topLayer, ...scrolling, ...places, ...parts];
