import { capturesToday, type Quota, type Use } from '../domain/quota.ts';
import { formatBytes } from '../domain/size.ts';
import { formatNumber } from './format.ts';
import { type Html, html } from './html.ts';

export interface Standing {
  readonly quota: Quota;
  readonly use: Use;
  readonly webpages: number;
}

/** The usage of an account, and its quotas. */
export function usageList({ quota, use, webpages }: Standing, now: Date): Html {
  return html`<dl class="usage">
${usageRow('Webpages', webpages, quota.webpages, formatNumber)}
${usageRow('Storage', use.bytes, quota.bytes, formatBytes)}
${usageRow('Captures today', capturesToday(use, now), quota.capturesADay, formatNumber)}
</dl>`;
}

function usageRow(label: string, used: number, most: number | undefined, format: (number: number) => string): Html {
  return html`<div><dt>${label}</dt><dd>${format(used)}${
    most === undefined
      ? html` <span class="soft">· no limit</span>`
      : html` <span class="soft">of ${format(most)}</span><meter min="0" max="${Math.max(most, 1)}" value="${Math.min(used, Math.max(most, 1))}" high="${most * 0.999}" optimum="0" aria-label="${label}"></meter>`
  }</dd></div>`;
}
