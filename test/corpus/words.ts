import { pdf } from './pdfs.ts';
import { type Behaviour, html, typed } from './server.ts';

/** Lines of 20 px, in letters of 10 × 20 px. */
const page = (body: string, head = '') =>
  html(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Words</title>
    <style>* { margin: 0; padding: 0; font: 20px/20px 'Liberation Mono', monospace } body { width: 600px }
    ul { list-style-position: outside; padding-left: 40px } h1 { font-size: 40px; line-height: 40px }</style>${head}<body>${body}`);

const hidden = [
  '<p style="display:none">hidden</p>',
  '<p hidden>hidden</p>',
  '<p style="visibility:hidden">hidden</p>',
  '<div style="opacity:0"><p style="opacity:1">hidden</p></div>',
  '<div style="filter:opacity(0)"><p>hidden</p></div>',
  '<p style="filter:blur(1px) opacity(1%)">hidden</p>',
  '<p style="color:transparent">hidden</p>',
  '<p style="color:#fff">hidden</p>',
  '<div style="background:#123456"><p style="color:#123456">hidden</p></div>',
  '<p style="position:absolute;left:-9999px">hidden</p>',
  '<p style="text-indent:-9999px">hidden</p>',
  '<p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">hidden</p>',
  '<p style="position:absolute;clip-path:inset(50%)">hidden</p>',
  '<p style="height:0;overflow:hidden">hidden</p>',
  '<p style="font-size:0">hidden</p>',
  '<p style="transform:scale(0)">hidden</p>',
  '<details><summary></summary>hidden</details>',
  '<div style="content-visibility:hidden">hidden</div>',
  '<div style="width:200px;overflow:hidden"><p style="margin-left:300px;width:200px">hidden</p></div>',
  '<iframe style="display:block;visibility:hidden" srcdoc="hidden"></iframe>',
  '<div style="opacity:0"><iframe style="display:block" srcdoc="hidden"></iframe></div>',
  '<input type="password" value="hidden"><input type="hidden" value="hidden"><input type="checkbox" value="hidden">',
  '<script>"hidden"</script><style>/* hidden */</style><template>hidden</template><noscript>hidden</noscript>',
];

const shown = [
  ['<p>pla<b>in</b> <i>text</i></p>', 'plain text'],
  ['<p>sta&shy;tion zero&#8203;width a&nbsp;b</p>', 'sta\u00ADtion zero\u200Bwidth a\u00A0b'],
  ['<p><span>129</span><sup>50</sup></p>', '12950'],
  ['<p>€<span style="display:inline-block">129</span><span>.50</span></p>', '€129.50'],
  ['<div style="display:flex"><span>129</span><span>.50</span></div>', '129.50'],
  ['<p><span style="padding:20px">one</span><span>two</span></p>', 'one two'],
  ['<p style="text-transform:uppercase">straße und</p>', 'STRASSE UND'],
  ['<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">gradient</p>', 'gradient'],
  [
    '<div style="position:relative"><img style="position:absolute;width:600px;height:20px" src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'><rect width=\'600\' height=\'20\'/></svg>"><p style="position:relative;color:#fff">on a picture</p></div>',
    'on a picture',
  ],
  ['<p style="filter:opacity(.5) grayscale(0)">faint</p>', 'faint'],
  ['<p>漢<ruby>字<rt>ji</rt></ruby>とかな</p>', '漢字とかな', 'ji'],
  ['<p>שלום abc עולם</p>', 'שלום abc עולם'],
  ['<p>one<br>two</p>', 'one\ntwo'],
  ['<p>one<br><br>two</p>', 'one', 'two'],
  ['<pre>a  b\nc</pre>', 'a  b\nc'],
  ['<div>before<p>inside</p>after</div>', 'before', 'inside', 'after'],
  ['<div>be<i style="position:absolute;left:590px">x</i>fore</div>', 'before', 'x'],
  ['<div style="display:flex;flex-direction:row-reverse"><p>two</p><p style="width:200px">one</p></div>', 'one', 'two'],
  ['<p>\ue000icon</p>', 'icon'],
  [
    `<p style="width:100px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">some words that go on</p>`,
    'some',
  ],
  ['<input value="typed"><input placeholder="hint"><input type="submit" value="Send">', 'typed', 'hint', 'Send'],
  ['<textarea>two\nlines</textarea>', 'two\nlines'],
  ['<select><option>one<option selected>two</select>', 'two'],
  ['<div id="open"></div>', 'open root'],
  ['<div id="closed"><b>given</b></div>', 'closed root given'],
  ['<p class="quote">said</p>', '“said”'],
  ['<details open><summary>more</summary>detail</details>', 'more', 'detail'],
  [
    '<iframe style="display:block;border:0;height:30px" srcdoc="<style>body{margin:0}</style>in a frame"></iframe>',
    'in a frame',
  ],
] as const;

const roots = `<style>.quote::before { content: '“' } .quote::after { content: '”' }</style><script>
  for (const mode of ['open', 'closed'])
    document.getElementById(mode).attachShadow({ mode }).innerHTML = mode + ' root <slot></slot>'</script>`;

const resources = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

/** The texts on the page `/shown`, in order. */
export const SHOWN = shown.flatMap(([, ...passages]) => passages);

export const words: Record<string, Behaviour> = {
  '/hidden': page(`<p>first</p>${hidden.join('\n')}<p>last</p>`),
  '/shown': page(shown.map(([body]) => body).join('\n') + roots),
  '/places': page(
    `<h1>Head</h1><p>four words of text which go on over a second line of the page</p><ul><li>one</li><li>two</li></ul>
    <table style="border-spacing:0"><tr><td style="width:100px">a</td><td>b</td></tr></table>
    <p style="position:absolute;left:1300px;top:0">outside</p>
    <p id="element" style="width:300px;margin-left:100px">element</p>`,
    `<meta name="description" content=" A page
      of words "><link rel="canonical" href="/the-page#here">`,
  ),
  '/long': page('<p>first</p><p style="margin-top:500px">below</p>'),
  '/alternatives': page('<img alt="A river" src="/none.png"><img alt=""><h2>Second</h2>'),
  '/rtl': html(
    `<!doctype html><html dir="rtl" lang="ar"><meta charset="utf-8"><style>* { margin: 0; font: 20px/20px monospace }</style>
    <body><p style="width:1500px">السعر ١٢٩</p><p style="width:1500px;direction:ltr">left</p>`,
  ),
  '/frame-below':
    page(`<iframe data-src="#first" style="display:block;border:5px solid;width:300px;height:100px"></iframe>
    <div style="height:2000px"></div><iframe data-src="#second" style="display:block;border:0;width:300px;height:100px"></iframe>
    <script>for (const frame of document.querySelectorAll('iframe'))
      frame.src = 'http://localhost:' + location.port + '/inner' + frame.dataset.src</script>`),
  '/inner': page(
    `<p style="margin-left:10px"></p><script>document.querySelector('p').textContent = location.hash.slice(1)</script>`,
  ),
  '/huge': page(
    `<script>document.write('<p>' + 'lorem ipsum dolor '.repeat(20_000) + '</p>',
      Array.from({ length: 5000 }, (_, n) => '<p>' + n + ' ' + 'x'.repeat(500) + '</p>').join(''))</script>`,
    '<style>body, p { width: 1200px; font-size: 2px; line-height: 2px; overflow-wrap: anywhere }</style>',
  ),
  '/notes.txt': typed('text/plain; charset=utf-8', 'first line\nsecond line\n\nnext\n'),
  '/paper.pdf': typed(
    'application/pdf',
    pdf([
      {
        content: `BT /F1 12 Tf 50 250 Td (The first) Tj 0 -14 Td (paragraph.) Tj 0 -60 Td (Another one.) Tj ET`,
        resources,
      },
      { content: 'BT /F1 24 Tf 50 100 Td (Second page) Tj ET', resources },
    ]),
  ),
};
