import type { CaptureRecord } from '../../domain/capture-schedule.ts';
import { imageType } from '../../domain/images.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { type Child, type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import type { MemberVisit, Web } from '../visit.ts';
import { bytesWords, momentTag, VERDICTS } from '../words.ts';

export interface Detailed {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  readonly record: CaptureRecord | undefined;
  readonly previous: Screenshot | undefined;
}

/** What was seen and kept of a capture. */
export function details({ links }: Web, _visit: MemberVisit, { webpage, chosen, record, previous }: Detailed): Html {
  const { picture } = chosen;
  const path = links.webpage(webpage.id);
  const row = (name: string, value: Child) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<section class="panel" aria-labelledby="details">
<h2 id="details">This capture</h2>
<div class="row">
${previous && html`<a class="button small" href="${path}/compare?before=${previous.id}&amp;after=${chosen.id}">${icon(links, 'compare')}What changed since the last one</a>`}
<a class="button small" href="${links.capture(webpage.id, chosen.id)}/download">${icon(links, 'download')}Download</a>
</div>
<dl class="facts">
${row('Time', momentTag(chosen.createdAt))}
${row('Verdict', VERDICTS[chosen.verdict].label)}
${record?.title && row('Title', record.title)}
${record?.httpStatus !== undefined && row('HTTP status', record.httpStatus)}
${record?.finalUrl && record.finalUrl !== webpage.url && row('Ended at', record.finalUrl)}
${row('Pixels', `${picture.width} × ${picture.height}`)}
${row('File', `${bytesWords(picture.bytes)}, ${imageType(picture.contentKey)}`)}
${row('SHA-256', html`<code class="hash">${picture.sha256}</code>`)}
${record?.browserVersion && row('Browser', record.browserVersion)}
${record && record.warnings.length > 0 && row('Notes', html`<ul>${record.warnings.map(({ detail }) => html`<li>${detail}</li>`)}</ul>`)}
</dl>
</section>`;
}
