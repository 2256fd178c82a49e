import { paragraphs, repeat, sentence, type Template, whole } from '../../../test/corpus/changes/page.ts';

const SMALLEST = [
  ['letter', 'The committee accepts the form until noon', 'The committee accepts the farm until noon'],
  ['comma', 'Dogs, cats and ferrets are welcome here', 'Dogs. cats and ferrets are welcome here'],
  ['accent', 'Our résumé workshop begins on Tuesday', 'Our resumé workshop begins on Tuesday'],
  ['capital', 'Please read the notes on safety first', 'Please read the Notes on safety first'],
  ['narrow', 'All bills must be paid in full', 'All bilis must be paid in full'],
  ['zero', 'Use code KX0B72 at the counter', 'Use code KXOB72 at the counter'],
  ['sign', 'Tonight the temperature is 5 °C in the valley', 'Tonight the temperature is -5 °C in the valley'],
  ['colon', 'Doors open at 8:15 and close at 22:00', 'Doors open at 8.15 and close at 22:00'],
  ['question', 'The bridge is open again.', 'The bridge is open again?'],
  ['bold', 'free', '<b>free</b>'],
  ['struck', '40 crowns', '<s>40 crowns</s>'],
  ['apostrophe', "It's the farmers' market", "It's the farmer's market"],
] as const;

/** Lines of a notice board, of which one character differs. */
export const letters: Template = ({ slot }) =>
  whole(
    'body{font:16px/1.6 Tinos,serif;color:#111;padding:30px 60px;columns:2;column-gap:70px}h2{font:600 20px Arimo}p{margin:0 0 14px}',
    `<h2>Notices</h2>${SMALLEST.map(([edit, text, edited], n) => `<p>${sentence(n + 300, 22)} ${slot(edit, text, edited)} ${sentence(n + 340, 14)}</p>`).join('')}`,
  );

/** The same lines very small, in light grey on white. */
export const faint: Template = ({ slot, either, mark }) =>
  whole(
    'body{background:#fff;font:11px/1.5 Arimo,sans-serif;color:#d4d4d4;padding:30px 60px}.c{background:#fff;border:1px solid #f1f1f1;border-radius:8px;padding:14px;margin-bottom:16px;width:520px}.b{background:#fff;color:#e4e4e4;border:1px solid #ececec;padding:8px 20px;display:inline-block;border-radius:5px}.x{background:#fdfdfd;width:300px;height:120px;margin:10px 0}',
    `<h1>Paper and chalk</h1>${repeat(6, (n) => (n === 3 && either('card-gone', '', 'x') ? '' : `<div class="c"${n === 3 ? mark('card-gone') : ''}>${n === 1 ? slot('text', sentence(81, 9), sentence(97, 9)) : sentence(n + 60, 12)}<br><span class="b">${n === 4 ? slot('button', 'Reserve', 'Waiting list') : 'Reserve'}</span></div>`))}<div class="x"${mark('swatch')} style="background:${either('swatch', '#f7f7f7', '#efefef')}"></div><p>${slot('number', '1,204 sheets', '1,304 sheets')}</p>`,
  );

/** Plain text of a standard: equal widths, page breaks and running heads. */
export const plain: Template = ({ slot, either }) => {
  const page = (n: number) =>
    `${repeat(9, (p) => `   ${sentence(n * 31 + p, 9)}\n   ${n === 2 && p === 4 ? slot('must', 'The sender MUST close the stream.', 'The sender MAY close the stream.') : sentence(n * 37 + p + 500, 10)}\n\n`)}Ekholm                    Informational              [Page ${n + 1 + (either('pages', '', 'x') ? 1 : 0)}]\n\nNote 4711              ${n === 0 ? slot('title', 'Quiet Streams', 'Calm Streams') : 'Quiet Streams'}             March 2026\n\n`;
  return whole(
    'body{padding:20px 0 0 60px}pre{font:13.33px/1.2 Cousine,monospace;margin:0}',
    `<pre>${page(0)}${slot('section', '', `   ${sentence(901, 9)}\n   ${sentence(902, 10)}\n   ${sentence(903, 8)}\n\n`)}${repeat(4, (n) => page(n + 1))}</pre>`,
  );
};

/** A book whose justified text runs in one column, with notes in the margin. */
export const book: Template = ({ slot }) =>
  whole(
    'body{font:19px/1.55 Tinos,serif;color:#222;background:#fdf9f0;padding:50px 120px}main{width:640px;text-align:justify;hyphens:auto;position:relative}p{margin:0;text-indent:1.4em}aside{position:absolute;left:700px;width:220px;font-size:14px;text-align:left;line-height:1.35;color:#7a5}p::first-letter{}h2{text-align:center;font-weight:400;letter-spacing:.2em}.d::first-letter{font-size:68px;float:left;line-height:.85;padding-right:8px;color:#832}',
    `<main><h2>${slot('chapter', 'IV', 'VI')}</h2><aside style="top:160px">${slot('margin', sentence(7, 9), sentence(13, 12))}</aside><aside style="top:520px">${sentence(23, 14)}</aside><p class="d">${sentence(31, 60)}</p>${paragraphs(3, 44, 60)}<p>${sentence(3, 30)} ${slot('inserted', '', sentence(19, 16))} ${sentence(5, 44)}</p>${paragraphs(3, 72, 60)}</main>`,
  );
