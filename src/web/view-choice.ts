import { deviceNames, viewportOf } from '../domain/device.ts';
import { deviceLabel, readViews, type View, viewLabel, writeView } from '../domain/view.ts';
import { html } from './html.ts';
import { type Control, checks, type Fields, textField } from './settings-row.ts';

/** The views of a new webpage: chips for devices, and a field for other sizes. */
export function viewControls(fields: Fields): Control[] {
  const views = (darkMode: boolean) => deviceNames.map((viewport): View => ({ viewport, darkMode }));
  const row = (legend: string, darkMode: boolean) =>
    checks(
      fields,
      VIEW,
      legend,
      views(darkMode).map((view) => ({
        value: writeView(view),
        label: deviceLabel(view.viewport as (typeof deviceNames)[number]),
        says: says(view),
        title: sizeOf(view),
      })),
    );
  return [
    row('Views in light colours', false),
    row('Views in dark colours', true),
    textField(fields, SIZES, {
      label: 'Other sizes',
      hint: 'Separated by commas, such as 1024x768 or 1024x768@2 dark. Each view is a webpage with captures of its own.',
      says: '%',
      attributes: html` maxlength="400"`,
    }),
  ];
}

const VIEW = 'view';
const SIZES = 'sizes';

function says(view: View): string {
  return view.darkMode ? `${viewLabel({ ...view, darkMode: false })} (dark)` : viewLabel(view);
}

function sizeOf({ viewport }: View): string {
  const { width, height, scale } = viewportOf(viewport);
  return `${width} × ${height}${scale === 1 ? '' : ` at ${scale}x`}`;
}

/** Throws Problem('invalid'). */
export function readViewChoice(fields: Fields): View[] {
  const sizes = (fields.get(SIZES) ?? '').split(',').filter((text) => text.trim() !== '');
  return readViews([...fields.getAll(VIEW).filter((text) => text !== ''), ...sizes]);
}
