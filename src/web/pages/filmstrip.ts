import type { CaptureRecord } from '../../domain/capture-schedule.ts';
import type { Stretch } from '../../domain/gallery.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { failureLabel, preciseTimeTag, VERDICT_LABELS } from '../format.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import type { MemberVisit, Web } from '../visit.ts';

export interface FilmstripContent {
  readonly webpage: Webpage;
  readonly chosen: Screenshot | undefined;
  readonly stretch: Stretch;
  readonly failures: readonly CaptureRecord[];
  readonly reach: number;
}

/** Captures and failed attempts around the selected capture, oldest first. */
export function filmstrip(
  { links }: Web,
  visit: MemberVisit,
  { webpage, chosen, stretch, failures, reach }: FilmstripContent,
): Html {
  const to = (capture: Screenshot) =>
    withQuery(links.capture(webpage.id, capture.id), visit.query, { month: undefined });
  const shown = [...stretch.older, ...(chosen ? [chosen] : []), ...stretch.newer];
  const frames = [
    ...shown.map((capture) => ({ at: capture.createdAt, frame: captureFrame(capture) })),
    ...failures.map((record) => ({ at: record.startedAt, frame: failureFrame(record) })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));

  function captureFrame(capture: Screenshot): Html {
    const here = capture.id === chosen?.id;
    const { tone, label } = VERDICT_LABELS[capture.verdict];
    return html`<li class="frame${here && ' here'}"><a href="${to(capture)}"${here && html` aria-current="true"`}>
<img src="${links.image(capture.picture.thumbnailKey)}" alt="" loading="lazy" decoding="async">
<span>${preciseTimeTag(capture.createdAt)}</span>
${capture.isFavorite && html`<span class="favorite">${icon(links, 'starred')}<span class="visually-hidden">Favourite</span></span>`}
${capture.verdict !== 'fine' && html`<span class="chip ${tone}">${label}</span>`}</a></li>`;
  }

  function failureFrame(record: CaptureRecord): Html {
    return html`<li class="frame missed"><div>
<strong>${icon(links, 'warning')} ${failureLabel(record)}</strong>
<p>${record.detail ?? ''}</p>
<span>${preciseTimeTag(record.startedAt)}</span></div></li>`;
  }

  const oldest = stretch.older.length === reach && stretch.older.at(-1);
  const newest = stretch.newer.length === reach && stretch.newer.at(-1);
  return html`<ol class="strip" tabindex="0" aria-label="Captures, oldest first">
${oldest && html`<li class="further"><a class="button small" href="${to(oldest)}">${icon(links, 'left')}Older</a></li>`}
${frames.map(({ frame }) => frame)}
${newest && html`<li class="further"><a class="button small" href="${to(newest)}">Newer${icon(links, 'right')}</a></li>`}
</ol>`;
}
