import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Loads axe in every page that the context opens later. The browser then compiles it once: evaluating it in each page
 * took longer than the checks.
 */
export async function loadAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: AXE });
}

/** Violations of WCAG 2.2 A and AA (and of `more` tags of axe) that axe finds on a page after loadAxe, and the width by which it scrolls sideways. */
export async function violationsOf(page: Page, more: readonly string[] = []): Promise<string[]> {
  return page.evaluate(
    async (rules) => {
      // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
      const world = globalThis as any;
      const { violations } = await world.axe.run({ runOnly: rules, resultTypes: ['violations'] });
      const wide = world.document.documentElement.scrollWidth - world.innerWidth;
      return [
        // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
        ...violations.map((each: any) => `${each.id}: ${each.nodes[0].html} ${each.nodes[0].failureSummary}`),
        ...(wide > 0 ? [`${wide} pixels too wide`] : []),
      ];
    },
    [...RULES, ...more],
  );
}
