import type { ChangeSettings } from '../../../domain/change.ts';
import type { Box } from '../../../domain/findings.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import { formatDay, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { readPercent } from '../../percent.ts';
import type { MemberVisit } from '../../visit.ts';
import { sheetRows } from '../compare/compare-rows.ts';

/** The texts in the fields of the form. */
export interface SettingsFields {
  readonly selectors: string;
  /** In percent. */
  readonly share: string;
  readonly area: string;
  readonly watch: string;
  /** x, y, width and height of each rectangle. */
  readonly boxes: readonly (readonly string[])[];
}

const BOX_FIELDS = ['x', 'y', 'width', 'height'] as const;
const BOX_LABELS = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' } as const;
/** The id of the form. */
const FORM = 'counting';
/** The longest side of a picture. */
const LONGEST_SIDE = 200_000;

export function fieldsOf({
  ignoredSelectors,
  ignoredBoxes,
  leastShare,
  leastArea,
  watchWords = [],
}: ChangeSettings): SettingsFields {
  return {
    selectors: ignoredSelectors.join('\n'),
    share: String(Number((leastShare * 100).toFixed(6))),
    area: String(leastArea),
    watch: watchWords.join('\n'),
    boxes: ignoredBoxes.map((box) => BOX_FIELDS.map((name) => String(box[name]))),
  };
}

/** The settings in a form, without the rectangle whose "Remove" button was pressed. Throws Problem('invalid'). */
export function readSettingsForm(fields: URLSearchParams): ChangeSettings {
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const removed = fields.get('remove');
  const columns = BOX_FIELDS.map((name) => fields.getAll(name));
  const rows = (columns[0] ?? []).map((_, index) => columns.map((column) => column[index]?.trim() ?? ''));
  return {
    ignoredSelectors: text('selectors')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    ignoredBoxes: rows
      .filter((row, index) => String(index) !== removed && row.some((value) => value !== ''))
      .map(readBox),
    leastShare: readPercent(text('share') || '0'),
    leastArea: readWhole('The number of pixels', text('area') || '0', Number.MAX_SAFE_INTEGER),
    watchWords: text('watch').split('\n'),
  };
}

function readBox(row: readonly string[]): Box {
  const [x = 0, y = 0, width = 0, height = 0] = BOX_FIELDS.map((name, index) =>
    readWhole(`${BOX_LABELS[name]} of a rectangle`, row[index] ?? '', LONGEST_SIDE),
  );
  if (width === 0 || height === 0) throw new Problem('invalid', 'A rectangle needs a width and a height.');
  return { x, y, width, height };
}

function readWhole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new Problem(
    'invalid',
    `${name} is ${JSON.stringify(text.slice(0, 40))}, but must be a whole number of pixels.`,
  );
}

export interface SettingsContent {
  readonly webpage: Webpage;
  readonly name: string;
  /** The picture on which rectangles are drawn; undefined before the first capture. */
  readonly capture: Screenshot | undefined;
  readonly fields: SettingsFields;
  readonly message: string | undefined;
}

/** The page below the navigation bar. */
export function settingsContent(links: WebLinks, visit: MemberVisit, content: SettingsContent): Html {
  const { webpage, name, capture, fields, message } = content;
  const path = links.webpage(webpage.id);
  return html`<h1>What counts as a change</h1>
<p class="lead"><a href="${path}" dir="auto">${name}</a>. Saving evaluates all stored changes of this page again. Nothing is captured again.</p>
${errorMessage(links, message)}
<div class="ignoring" data-boxes>
${form(
  visit,
  visit.url,
  html`<button class="visually-hidden" tabindex="-1" aria-hidden="true">Save</button>
<label class="field"><span>Ignored elements</span>
<textarea name="selectors" rows="4" spellcheck="false" autocapitalize="off" placeholder=".advert">${fields.selectors}</textarea>
<small>CSS selectors, one per line. The elements are measured at every capture, so they are ignored wherever they move.</small></label>
<fieldset><legend>Ignored rectangles</legend>
<p class="soft small">A change is ignored if it lies within these rectangles. In pixels of the picture, from its top left corner.</p>
<ol class="boxes">${[...fields.boxes, BOX_FIELDS.map(() => '')].map((box, index) => boxRow(links, box, index, index === fields.boxes.length))}</ol>
<button type="button" data-add hidden>${icon(links, 'plus')}Add a rectangle</button></fieldset>
<fieldset><legend>Small changes</legend>
<p class="soft small">A change is announced if it has at least both sizes. Smaller ones are kept and can be compared, but do not appear under Changes.</p>
<div class="fields">
<label class="field"><span>Share of the page, in %</span><input name="share" type="number" min="0" max="100" step="any" value="${fields.share}"></label>
<label class="field"><span>Changed pixels</span><input name="area" type="number" min="0" step="1" value="${fields.area}"></label>
</div></fieldset>
<label class="field"><span>Watch words</span>
<textarea name="watch" rows="3" maxlength="6000" spellcheck="false" placeholder="appears sold out&#10;below 100: Price #">${fields.watch}</textarea>
<small>One rule per line: <code>appears</code> or <code>disappears</code> and a phrase; <code>below</code> or <code>above</code>, a number, a colon and a text in which <code>#</code> is the number. With rules, a change is announced only when one of them becomes true. Between captures without words, the sizes above decide.</small></label>
<label class="check"><input type="checkbox" name="site" value="on"><span>Also add these watch words to all webpages that ${webpage.groupName} has now</span></label>
<div class="row"><button class="primary">Save</button><a class="button quiet" href="${path}">Cancel</a></div>`,
  { id: FORM },
)}
${capture ? drawing(links, capture, fields.boxes) : html`<p class="soft">Rectangles can be drawn on the picture after the first capture.</p>`}
</div>`;
}

/** Four numbers. The last row is empty, to add a rectangle without a script. */
function boxRow(links: WebLinks, box: readonly string[], index: number, isNew: boolean): Html {
  return html`<li${isNew && html` class="fresh"`}>${BOX_FIELDS.map(
    (name, at) =>
      html`<label class="field"><span>${BOX_LABELS[name]}</span><input name="${name}" type="number" min="0" max="${LONGEST_SIDE}" step="1" value="${box[at] ?? ''}"></label>`,
  )}<button class="quiet only" name="remove" value="${index}" aria-label="Remove rectangle ${index + 1}" title="Remove"${isNew && html` hidden`}>${icon(links, 'trash')}</button></li>`;
}

/** The picture with the rectangles. A script lets the user draw on it. */
function drawing(links: WebLinks, capture: Screenshot, boxes: SettingsFields['boxes']): Html {
  const { picture, createdAt, webpageId, id } = capture;
  const { width, height } = picture;
  const rows = sheetRows([{ before: { top: 0, bottom: 0 }, after: { top: 0, bottom: height } }]);
  return html`<figure class="drawing"><figcaption class="soft small">The capture of ${timeTag(createdAt)}. <span data-hint hidden>Drag to draw a rectangle.</span></figcaption>
<div class="row by-touch"><button type="button" data-draw aria-pressed="false">${icon(links, 'edit')}<span>Draw a rectangle</span><span>Drag over the picture</span></button><button class="primary" form="${FORM}">Save</button></div>
<div class="canvas">${rows.map(({ after: { top, bottom } }) => {
    const box = { x: 0, y: top, width, height: bottom - top };
    return html`<img src="${links.part(webpageId, id, box, Math.min(width, 1280))}" width="${width}" height="${box.height}" alt="${top === 0 && `The page on ${formatDay(createdAt)}`}" loading="lazy" decoding="async">`;
  })}<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${boxes.map(
    (box) => html`<rect${BOX_FIELDS.map((name, at) => html` ${name}="${Number(box[at]) || 0}"`)}/>`,
  )}</svg></div></figure>`;
}
