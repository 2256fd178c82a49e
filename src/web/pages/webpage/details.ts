import type { CaptureRecord } from '../../../domain/capture-schedule.ts';
import { imageType } from '../../../domain/image-key.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { formatBytes } from '../../../domain/size.ts';
import { preciseTimeTag, VERDICT_LABELS } from '../../format.ts';
import { type Child, type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { Web } from '../../visit.ts';
import { whyNoWords } from '../words/no-words.ts';

export interface DetailsContent {
  readonly chosen: Screenshot;
  readonly record: CaptureRecord | undefined;
  readonly hasWords: boolean;
}

/** Facts about the selected capture, closed at first. */
export function details({ links }: Web, { chosen, record, hasWords }: DetailsContent): Html {
  const { picture } = chosen;
  const row = (name: string, value: Child) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<section class="aspect"><details><summary>Technical details${icon(links, 'right')}</summary>
<dl class="known">
${row('Captured', preciseTimeTag(chosen.createdAt))}
${row('Result', VERDICT_LABELS[chosen.verdict].label)}
${record?.title && row('Page title', html`<bdi>${record.title}</bdi>`)}
${record?.httpStatus !== undefined && row('HTTP status', record.httpStatus)}
${row('Words', hasWords ? 'Kept' : whyNoWords(chosen))}
${row('Address', chosen.url)}
${record?.finalUrl && record.finalUrl !== chosen.url && row('Final URL', record.finalUrl)}
${row('Pixels', `${picture.width} × ${picture.height}`)}
${row('File', `${formatBytes(picture.bytes)}, ${imageType(picture.contentKey)}`)}
${row('SHA-256', html`<code class="mono">${picture.sha256}</code>`)}
${record?.browserVersion && row('Browser', record.browserVersion)}
${record && record.warnings.length > 0 && row('Warnings', html`<ul>${record.warnings.map(({ detail }) => html`<li>${detail}</li>`)}</ul>`)}
</dl></details></section>`;
}
