import { band, blue, green, page, red, type Sample, yellow } from './sample.ts';

const frames = 'iframe{display:block;border:0;width:1280px;height:500px}';

/** The name `localhost` makes it another site. */
const toOtherSite = `<script>
  for (const frame of document.querySelectorAll('iframe')) frame.src = 'http://localhost:' + location.port + location.pathname + frame.dataset.src;</script>`;

const frameset = (frames: string) => `<!doctype html><html lang="en"><title>corpus</title>${frames}</html>`;

/** Frames of other sites below the first screen, which Chromium renders only while they are in view, and frames as large as the window. */
export const framesOfOtherSites: readonly Sample[] = [
  {
    name: 'a frameset whose frames have more content than the window',
    body: frameset('<frameset cols="200,*" border="0"><frame src="menu"><frame src="text"></frameset>'),
    files: {
      menu: page('html{background:yellow}', band(blue, 300)),
      text: page('', band(red, 1500) + band(green, 500)),
    },
    height: 2_000,
    pixels: [
      [100, 299, blue],
      [100, 1_990, yellow],
      [600, 1_499, red],
      [600, 1_999, green],
    ],
  },
  {
    name: 'a frameset within a frameset, below a row of its own',
    body: frameset(
      '<frameset rows="100,*" border="0"><frame src="head"><frameset cols="30%,*" border="0"><frame src="menu"><frame src="text"></frameset></frameset>',
    ),
    files: {
      head: page('', band(yellow, 100)),
      menu: page('', band(blue, 1200)),
      text: page('', band(red, 1000) + band(green, 400)),
    },
    height: 1_500,
    pixels: [
      [600, 50, yellow],
      [100, 1_299, blue],
      [600, 1_099, red],
      [600, 1_499, green],
    ],
  },
  {
    name: 'frames of another site below the first screen, also one that loads in view, between fixed bars',
    body: page(
      `${frames}header{position:fixed;top:0;width:100%;height:300px;background:yellow}.padded{box-sizing:border-box;padding:20px;border:5px solid blue;background:yellow}`,
      `<header></header>${band(blue, 2000)}<iframe data-src="frame"></iframe>${band(blue, 1000)}<iframe class="padded" loading="lazy" data-src="frame"></iframe>${toOtherSite}`,
    ),
    files: { frame: page('', band(red, 500)) },
    height: 4_000,
    pixels: [
      [600, 299, yellow],
      [600, 301, blue],
      [600, 1_999, blue],
      [600, 2_001, red],
      [600, 2_499, red],
      [600, 2_501, blue],
      [2, 3_600, blue],
      [15, 3_600, yellow],
      [30, 3_530, red],
      [600, 3_974, red],
      [600, 3_985, yellow],
    ],
  },
  {
    name: 'a frame of another site that renders late, and lazy images inside a frame of another site',
    body: page(
      frames,
      `${band(blue, 2000)}<iframe data-src="late"></iframe><iframe data-src="lazy"></iframe>${toOtherSite}`,
    ),
    files: {
      late: page(
        'div{height:500px}',
        `<div></div><script>requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
          document.querySelector('div').style.background = 'red' }, 150)))</script>`,
      ),
      lazy: page(
        '',
        '<img loading="lazy" src="/colour.svg?c=ffff00&w=1280&h=500&delay=100" width="1280" height="500">',
      ),
    },
    height: 3_000,
    pixels: [
      [600, 2_250, red],
      [600, 2_750, yellow],
    ],
  },
  {
    name: 'the widget of another site that draws itself when it is in view, in the last of several places',
    body: page(frames, `${`${band(blue, 1500)}<iframe data-src="widget"></iframe>`.repeat(3)}${toOtherSite}`),
    files: {
      widget: page(
        'div{height:10px}',
        `<div></div><script>new IntersectionObserver(([{ isIntersecting, target }]) => {
          if (isIntersecting) target.outerHTML = '${band(red, 500)}' }).observe(document.querySelector('div'))</script>`,
      ),
    },
    height: 6_000,
    pixels: [
      [600, 1_750, red],
      [600, 3_750, red],
      [600, 5_750, red],
    ],
  },
  {
    name: 'all of a frame that is fixed to the window',
    body: page('iframe{position:fixed;inset:0;width:100%;height:100%;border:0}', '<iframe src="frame"></iframe>'),
    files: { frame: page('', `${band(red, 1000)}${band(blue, 1000)}`) },
    height: 2_000,
    pixels: [
      [600, 999, red],
      [600, 1_999, blue],
    ],
  },
  {
    name: 'all of a frame of another site that is as high as the window, below a bar',
    body: page(
      'html,body,main{height:100%}body{display:flex;flex-direction:column}header{flex:none;height:50px;background:yellow}main{min-height:0}iframe{display:block;border:0;width:100%;height:100%}',
      `<header></header><main><iframe data-src="frame"></iframe></main>${toOtherSite}`,
    ),
    files: { frame: page('', `${band(red, 1000)}${band(blue, 1000)}`) },
    height: 2_050,
    pixels: [
      [600, 49, yellow],
      [600, 1_049, red],
      [600, 2_049, blue],
    ],
  },
  {
    name: 'the first screen of a frame whose content grows with it',
    body: page('iframe{position:fixed;inset:0;width:100%;height:100%;border:0}', '<iframe src="frame"></iframe>'),
    files: { frame: page('section{height:100vh;background:red}', `<section>Text</section>${band(blue, 1000)}`) },
    height: 800,
    pixels: [[600, 790, red]],
  },
];
