import type { Screenshot } from '../../../domain/screenshot.ts';
import { pluralize, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import type { Outcome } from './compare-model.ts';
import type { ComparePaths } from './compare-paths.ts';

export interface CompareNotice {
  readonly links: WebLinks;
  readonly paths: ComparePaths;
  readonly outcome: Outcome;
  readonly before: Screenshot;
  readonly after: Screenshot;
  /** The newest capture before the pair that looked different; undefined if there is none. */
  readonly different: Screenshot | undefined;
}

/** Above the slider and the overlay, which show both pictures at the same place. The style sheet hides it elsewhere. */
export const UNEVEN_NOTICE = html`<p class="notice uneven" role="note">Some columns of this page moved further than others, so they are not at the same place here. Side by side and Difference show them without overlap.</p>`;

const SMALLER =
  ' Later captures can be smaller: under Edit, set “Only one element” to the part of the page that matters, or hide the long parts with “Hide elements”.';

/** A line above the pictures, if they show no change. */
export function compareNotice({ links, paths, outcome, before, after, different }: CompareNotice): Html | undefined {
  if (outcome.kind === 'failed') {
    const { again, isTooLarge, detail } = outcome;
    const title = again ? 'These captures are not compared yet.' : 'These captures could not be compared.';
    return html`<p class="notice" role="status">${icon(links, again ? 'clock' : 'warning')}<b>${title}</b><span class="soft">${detail} ${again ? 'Until then, the' : 'The'} pictures are shown without alignment.${isTooLarge && SMALLER}</span>${again && html`<a class="button" href="${paths.pair(before.id, after.id)}">Try again</a>`}${isTooLarge && html`<a class="button" href="${links.webpage(after.webpageId)}/edit">${icon(links, 'edit')}Edit</a>`}</p>`;
  }
  const words = wordsFor(outcome);
  if (!words) return undefined;
  return html`<p class="notice" role="status"><b>${words}</b>${
    different
      ? html`<span class="soft">The page last looked different on ${timeTag(different.createdAt)}.</span><a class="button" href="${paths.pair(different.id, after.id)}">Compare with that one</a>`
      : html`<span class="soft">No earlier capture of this page looks different.</span>`
  }</p>`;
}

function wordsFor(outcome: Exclude<Outcome, { kind: 'failed' }>): string | undefined {
  if (outcome.kind === 'identical') return 'These two captures look the same.';
  const { findings, ignored } = outcome;
  if (findings.regions.length > ignored.size) return undefined;
  if (ignored.size > 0) return `${pluralize(ignored.size, 'change')} between these captures, all ignored.`;
  return findings.word === 'moved' ? 'Content only moved between these captures.' : 'These two captures look the same.';
}
