import type { ChangeSummary } from '../../domain/change.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { formatDay, preciseTimeTag } from '../format.ts';
import { type Html, html } from '../html.ts';
import { errorMessage, icon, layout } from '../layout.ts';
import { withQuery } from '../links.ts';
import { captureOf, webpageOf } from '../records.ts';
import { type Answer, type MemberVisit, page, type Web } from '../visit.ts';

const VIEWS = { side: 'Side by side', slider: 'Slider' } as const;
type View = keyof typeof VIEWS;

/** Captures listed on each side of the selected one. Older and newer ones are reached by date. */
const REACH = 20;

export async function showCompare(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  const webpage = await webpageOf(web, visit);
  const one = await chosen(web, visit, webpage, 'before');
  const other = await chosen(web, visit, webpage, 'after');
  const emptyDays = [one, other].flatMap(({ emptyDay }) => emptyDay ?? []);
  const inOrder = one.capture.createdAt <= other.capture.createdAt;
  const [before, after] = inOrder ? [one.capture, other.capture] : [other.capture, one.capture];
  const view = (Object.keys(VIEWS) as View[]).find((each) => each === visit.query.get('view')) ?? 'side';
  const same = before.picture.id === after.picture.id;
  const comparison = same ? undefined : await web.compare(visit.member.owner, before, after);
  const path = `${links.webpage(webpage.id)}/compare`;
  const query = new URLSearchParams({ before: before.id, after: after.id, view });
  const tab = (name: View) =>
    html`<li><a class="button small" href="${withQuery(path, query, { view: name })}"${name === view && html` aria-current="true"`}>${VIEWS[name]}</a></li>`;
  const main = html`<div class="headline">
<div><h1>Compare captures</h1>
<p><a href="${links.webpage(webpage.id)}">${webpage.name}</a></p></div>
<p class="share"><strong>${comparison ? shareWords(comparison.summary) : '0 %'}</strong> of the pixels changed</p>
</div>
<form class="toolbar pickers" method="get" action="${path}">
<input type="hidden" name="view" value="${view}">
${await picker(web, visit, { name: 'before', label: 'Before', capture: before })}
${await picker(web, visit, { name: 'after', label: 'After', capture: after })}
<button>${icon(links, 'compare')}Compare</button>
</form>
${emptyDays.map((day) => errorMessage(links, `No capture on ${formatDay(day)} (UTC).`))}
<ul class="row together" aria-label="Comparison view">${(Object.keys(VIEWS) as View[]).map(tab)}</ul>
${VIEW_OF[view](web, { webpage, before, after, summary: comparison?.summary })}`;
  return page(
    layout(web, visit, { title: `Compare captures: ${webpage.name}`, current: 'archive', main, width: 'wide' }),
  );
}

interface Choice {
  readonly capture: Screenshot;
  /** The requested day, if it has no capture. */
  readonly emptyDay?: string;
}

/** The last capture of the requested day if there is one, otherwise the capture with the requested id. */
async function chosen(web: Web, visit: MemberVisit, webpage: Webpage, name: string): Promise<Choice> {
  const day = visit.query.get(`${name}Day`) ?? '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    const days = await web.store.timeline.days(visit.member.owner, webpage.id, day.slice(0, 7));
    const found = days.find((each) => each.day === day && each.latest !== undefined);
    if (found) return { capture: await captureOf(web, visit, found.latest) };
    return { capture: await captureOf(web, visit, visit.query.get(name)), emptyDay: day };
  }
  return { capture: await captureOf(web, visit, visit.query.get(name)) };
}

interface Side {
  readonly name: 'before' | 'after';
  readonly label: string;
  readonly capture: Screenshot;
}

async function picker(web: Web, visit: MemberVisit, { name, label, capture }: Side): Promise<Html> {
  const near = await web.store.timeline.around(visit.member.owner, capture, { reach: REACH, favorites: false });
  const offered = [...near.newer.toReversed(), capture, ...near.older];
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${offered.map(
    ({ id, createdAt }) =>
      html`<option value="${id}" data-time="${createdAt}" data-local="seconds"${id === capture.id && html` selected`}>${formatDay(createdAt)}, ${createdAt.slice(11, 19)} UTC</option>`,
  )}</select></div>
<div class="field"><label for="${name}Day">or date</label>
<input id="${name}Day" name="${name}Day" type="date"></div>`;
}

interface Compared {
  readonly webpage: Webpage;
  readonly before: Screenshot;
  readonly after: Screenshot;
  readonly summary: ChangeSummary | undefined;
}

const VIEW_OF: Record<View, (web: Web, compared: Compared) => Html> = {
  side(web, { webpage, before, after, summary }) {
    const sheet = (label: string, capture: Screenshot) => html`<figure>
<figcaption><strong>${label}</strong> <a href="${web.links.capture(webpage.id, capture.id)}">${preciseTimeTag(capture.createdAt)}</a></figcaption>
<div class="sheet" tabindex="0" role="group" aria-label="${label}">${picture(web, webpage, capture)}</div></figure>`;
    return html`${!summary && same()}
<div class="sides" data-scroll-together>${sheet('Before', before)}${sheet('After', after)}</div>`;
  },

  slider(web, { webpage, before, after, summary }) {
    return html`${!summary && same()}
<div class="slider" data-slider>
<p class="aside">The slider needs JavaScript. Without it, the captures are shown one below the other.</p>
<label><span class="visually-hidden">Visible part of the older capture, in percent</span>
<input type="range" min="0" max="100" value="50" disabled></label>
<div class="pair"><div>${picture(web, webpage, before)}</div><div>${picture(web, webpage, after)}</div></div>
</div>`;
  },
};

function picture({ links }: Web, webpage: Webpage, { picture: shown, createdAt }: Screenshot): Html {
  return html`<img src="${links.image(shown.contentKey)}" width="${shown.width}" height="${shown.height}" alt="${webpage.name} on ${formatDay(createdAt)} at ${createdAt.slice(11, 16)} UTC">`;
}

function same(): Html {
  return html`<p class="notice">The two captures are identical.</p>`;
}

/** Rounds, but shows "0 %" and "100 %" only where they are exact. */
function shareWords({ share }: ChangeSummary): string {
  if (share === 0) return '0 %';
  if (share >= 1) return '100 %';
  if (share < 0.0001) return 'less than 0.01 %';
  if (share > 0.999) return 'more than 99.9 %';
  return `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
}
