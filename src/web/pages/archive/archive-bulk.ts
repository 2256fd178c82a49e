import { SCHEDULE_NAMES } from '../../../domain/schedule.ts';
import { type Html, html } from '../../html.ts';
import { form, icon } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { choiceOf, describeChoice } from '../../schedule-choice.ts';
import type { MemberVisit } from '../../visit.ts';

/**
 * The actions for the selected webpages. The checkboxes of the cards belong to this form; the style sheet shows it and
 * counts them once one is checked.
 */
export function bulkBar(links: WebLinks, visit: MemberVisit, keywords: string): Html {
  const action = (name: string, text: string, symbol: string) =>
    html`<button name="action" value="${name}">${icon(links, symbol)}<span>${text}</span></button>`;
  return form(
    visit,
    withQuery(links.archive, visit.query, {}),
    html`<div class="bulk" role="region" aria-label="Selected webpages"><output>selected</output>
<details class="menu up"${keywords !== '' && html` open`}><summary class="button">${icon(links, 'tag')}<span>Keyword</span></summary><div class="ask">
<label class="field"><span>Keywords</span><input name="keywords" value="${keywords}" maxlength="2000" autocomplete="off"><small>separated by commas</small></label>
<div class="row"><button class="primary" name="action" value="add-keywords">Add</button><button name="action" value="remove-keywords">Remove</button></div>
</div></details>
<details class="menu up"><summary class="button">${icon(links, 'clock')}<span>Schedule</span></summary><div class="ask">
<label class="field"><span>Capture</span><select name="schedule">${SCHEDULE_NAMES.map((name) => html`<option value="${name}"${name === 'daily' && html` selected`}>${describeChoice(choiceOf(name))}</option>`)}</select></label>
<div class="row"><button class="primary" name="action" value="schedule">Set schedule</button></div>
</div></details>
${action('capture', 'Capture', 'camera')}${action('pause', 'Pause', 'pause')}${action('resume', 'Resume', 'play')}${action('delete', 'Delete', 'trash')}
</div>`,
    { class: 'bulk-form', id: 'bulk' },
  );
}
