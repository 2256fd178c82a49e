import { type Html, html } from './html.ts';
import { icon } from './layout.ts';
import type { WebLinks } from './links.ts';

/** The values of the fields: defaults, those of a stored record, or those of a form that is shown again. */
export type Fields = URLSearchParams;

/** A part of a form, and what it adds to the present value of its row. */
export interface Control {
  readonly html: Html;
  /** Empty if it adds nothing. */
  readonly says: string;
  readonly names: readonly string[];
}

export interface SettingsRow {
  readonly title: string;
  readonly controls: readonly Control[];
  /** The present value if no control says anything. */
  readonly otherwise: string;
  readonly open: boolean;
  /** The present value is text of this program and not of the user, so it begins with a capital letter. */
  readonly sentence?: boolean;
}

/** A setting: a row that says its present value and opens to change it. settings.js keeps the text up to date. */
export function settingsRow(links: WebLinks, { title, controls, otherwise, open, sentence }: SettingsRow): Html {
  const says = controls.map((control) => control.says).filter((text) => text !== '');
  return html`<details${open && html` open`}><summary><b>${title}</b><span data-otherwise="${otherwise}"${sentence ? html` class="sentence"` : html` dir="auto"`}>${says.join(', ') || otherwise}</span>${icon(links, 'right')}</summary><div class="inside">
${controls.map((control) => control.html)}
</div></details>`;
}

/** A setting that has a page of its own. */
export function linkedRow(links: WebLinks, title: string, says: string, to: string): Html {
  return html`<a class="setting" href="${to}"><b>${title}</b><span>${says}</span>${icon(links, 'right')}</a>`;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The label by default. */
  readonly says?: string;
  readonly title?: string;
}

export function radios(fields: Fields, name: string, legend: string, choices: readonly Choice[]): Control {
  const chosen = choices.find(({ value }) => value === fields.get(name));
  return {
    names: [name],
    says: chosen?.says ?? chosen?.label ?? '',
    html: html`<fieldset><legend>${legend}</legend><div class="options">${choices.map(
      ({ value, label, says }) =>
        html`<label class="chip"><input type="radio" name="${name}" value="${value}" data-says="${says ?? label}"${value === chosen?.value && html` checked`}>${label}</label>`,
    )}</div></fieldset>`,
  };
}

/** Any number of choices. */
export function checks(fields: Fields, name: string, legend: string, choices: readonly Choice[]): Control {
  const chosen = new Set(fields.getAll(name));
  return {
    names: [name],
    says: choices
      .filter(({ value }) => chosen.has(value))
      .map(({ label, says }) => says ?? label)
      .join(', '),
    html: html`<fieldset><legend>${legend}</legend><div class="options">${choices.map(
      ({ value, label, says, title }) =>
        html`<label class="chip"${title && html` title="${title}"`}><input type="checkbox" name="${name}" value="${value}" data-says="${says ?? label}"${chosen.has(value) && html` checked`}>${label}</label>`,
    )}</div></fieldset>`,
  };
}

export function check(fields: Fields, name: string, label: string, says: string): Control {
  const on = fields.get(name) === 'on';
  return {
    names: [name],
    says: on ? says : '',
    html: html`<label class="check"><input type="checkbox" name="${name}" value="on" data-says="${says}"${on && html` checked`}>${label}</label>`,
  };
}

/** A field that only counts while another one has one of these values. The style sheet hides it otherwise. */
interface Condition {
  readonly name: string;
  readonly values: readonly string[];
}

export interface TextOptions {
  readonly label: string;
  readonly hint?: string;
  /** The text of a filled field in the summary of the row; `%` is its value. Without it, the field has none. */
  readonly says?: string;
  readonly when?: Condition;
  readonly class?: string;
  /** Further attributes of the element. */
  readonly attributes?: Html;
}

/** HTML parsers drop a line break at the start of a textarea. This one is dropped instead of one in the value. */
const TEXTAREA_START = '\n';

export function textField(fields: Fields, name: string, options: TextOptions): Control {
  const value = fields.get(name) ?? '';
  return labelled(
    fields,
    name,
    options,
    (attributes) => html`<input${attributes} value="${value}" autocomplete="off">`,
  );
}

export function textArea(fields: Fields, name: string, options: TextOptions): Control {
  const value = fields.get(name) ?? '';
  return labelled(
    fields,
    name,
    options,
    (attributes) =>
      html`<textarea${attributes} rows="2" autocomplete="off" spellcheck="false">${TEXTAREA_START}${value}</textarea>`,
  );
}

export function select(fields: Fields, name: string, values: readonly string[], options: TextOptions): Control {
  const value = fields.get(name) ?? '';
  const all = value === '' || values.includes(value) ? values : [value, ...values];
  return labelled(
    fields,
    name,
    options,
    (attributes) =>
      html`<select${attributes}>${all.map((each) => html`<option value="${each}"${each === value && html` selected`}>${each}</option>`)}</select>`,
  );
}

function labelled(fields: Fields, name: string, options: TextOptions, element: (attributes: Html) => Html): Control {
  const { label, hint, says, when } = options;
  const value = fields.get(name)?.trim() ?? '';
  const counts = when === undefined || when.values.includes(fields.get(when.name) ?? '');
  const attributes = html` id="${name}" name="${name}"${options.class && html` class="${options.class}"`}${says && html` data-says="${says}"`}${
    when && html` data-when="${when.name}=${when.values.join('|')}"`
  }${hint && html` aria-describedby="${name}-hint"`}${options.attributes}`;
  return {
    names: [name],
    says: says && counts && value !== '' ? says.replace('%', () => value) : '',
    html: html`<div class="field"><label for="${name}">${label}</label>${element(attributes)}${hint && html`<small id="${name}-hint">${hint}</small>`}</div>`,
  };
}

/** Controls beside each other. */
export function beside(...controls: readonly Control[]): Control {
  return {
    names: controls.flatMap(({ names }) => names),
    says: controls
      .map(({ says }) => says)
      .filter((text) => text !== '')
      .join(', '),
    html: html`<div class="fields">${controls.map((control) => control.html)}</div>`,
  };
}

/** Whether a control has another value than the default one, so that its row should be open in a form shown again. */
export function differs(
  fields: Fields,
  defaults: Readonly<Record<string, string>>,
  controls: readonly Control[],
): boolean {
  const names = controls.flatMap((control) => control.names);
  return names.some((name) => fields.getAll(name).join(',').trim() !== (defaults[name] ?? ''));
}
