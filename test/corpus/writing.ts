import { page, type Sample } from './sample.ts';

const black = '#000000';

/** A character of each script, in a cell of 120 × 140 px. */
const characters = [...'అಅഅઅਖසខကአཀᠮᏣაԱລଅއᐃܣꦗⵛߒหกअঅஅ漢あ한'];
const style = `body{font:80px/140px serif;width:1200px;color:#000}.cell{float:left;width:120px;height:140px;overflow:hidden}
  p{margin:0}p::before{content:attr(data-letter)}svg,canvas{display:block}
  input{all:unset;display:block;width:120px;height:140px}`;
const cells = (content: (character: string, n: number) => string) =>
  page(style, characters.map((character, n) => `<div class="cell">${content(character, n)}</div>`).join(''));

/** Places inside of a stroke of each character, where the box for missing characters has none. */
const strokes: readonly (readonly [x: number, y: number])[] = [
  [14, 59],
  [15, 54],
  [27, 53],
  [6, 51],
  [2, 49],
  [14, 50],
  [19, 52],
  [22, 55],
  [6, 41],
  [14, 46],
  [36, 35],
  [15, 46],
  [20, 56],
  [45, 46],
  [16, 54],
  [14, 46],
  [22, 66],
  [29, 46],
  [20, 63],
  [15, 55],
  [16, 46],
  [23, 46],
  [33, 55],
  [19, 54],
  [19, 48],
  [2, 49],
  [37, 53],
  [38, 31],
  [33, 35],
  [24, 32],
];

const pixels = strokes.map(([x, y], n): Sample['pixels'][number] => [
  (n % 10) * 120 + x,
  Math.floor(n / 10) * 140 + y,
  black,
]);

/** Characters of many scripts, in text that is made in different ways. */
export const writing: readonly Sample[] = [
  {
    name: 'letters of 30 scripts in a serif font',
    body: cells((character) => `<span style="font-family:Georgia,serif">${character}</span>`),
    pixels,
  },
  {
    name: 'letters of 30 scripts in shadow trees, generated content, form fields and drawings',
    body: `${cells(
      (character, n) =>
        [
          `<p data-letter="${character}"></p>`,
          `<shadow-letter letter="${character}"></shadow-letter>`,
          `<input value="${character}">`,
          `<svg width="120" height="140"><text y="97">${character}</text></svg>`,
          `<canvas width="120" height="140" data-letter="${character}"></canvas>`,
        ][n % 5] as string,
    )}<script>
      customElements.define('shadow-letter', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).textContent = this.getAttribute('letter') }
      });
      for (const canvas of document.querySelectorAll('canvas')) {
        const context = canvas.getContext('2d');
        context.font = '80px serif';
        context.fillText(canvas.dataset.letter, 0, 97);
      }</script>`,
    pixels,
  },
];
