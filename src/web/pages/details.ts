import type { CaptureRecord } from '../../domain/capture-schedule.ts';
import { imageType } from '../../domain/image-key.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { formatBytes, preciseTimeTag, VERDICT_LABELS } from '../format.ts';
import { type Child, type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import type { Web } from '../visit.ts';

export interface DetailsContent {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  readonly record: CaptureRecord | undefined;
  readonly previous: Screenshot | undefined;
}

/** Facts about the selected capture. */
export function details({ links }: Web, { webpage, chosen, record, previous }: DetailsContent): Html {
  const { picture } = chosen;
  const path = links.webpage(webpage.id);
  const row = (name: string, value: Child) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<section class="panel" aria-labelledby="details">
<h2 id="details">Capture details</h2>
<div class="row">
${previous && html`<a class="button small" href="${path}/compare?before=${previous.id}&amp;after=${chosen.id}">${icon(links, 'compare')}Compare with previous</a>`}
<a class="button small" href="${links.capture(webpage.id, chosen.id)}/download">${icon(links, 'download')}Download</a>
</div>
<dl class="facts">
${row('Captured', preciseTimeTag(chosen.createdAt))}
${row('Result', VERDICT_LABELS[chosen.verdict].label)}
${record?.title && row('Page title', record.title)}
${record?.httpStatus !== undefined && row('HTTP status', record.httpStatus)}
${record?.finalUrl && record.finalUrl !== webpage.url && row('Final URL', record.finalUrl)}
${row('Image size', `${picture.width} × ${picture.height} pixels`)}
${row('File', `${formatBytes(picture.bytes)}, ${imageType(picture.contentKey)}`)}
${row('SHA-256', html`<code class="hash">${picture.sha256}</code>`)}
${record?.browserVersion && row('Browser', record.browserVersion)}
${record && record.warnings.length > 0 && row('Warnings', html`<ul>${record.warnings.map(({ detail }) => html`<li>${detail}</li>`)}</ul>`)}
</dl>
</section>`;
}
