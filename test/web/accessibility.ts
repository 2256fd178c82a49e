import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 A and AA that axe finds on a page, and the width by which it scrolls sideways. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
    const world = globalThis as any;
    const { violations } = await world.axe.run({ runOnly: rules });
    const wide = world.document.documentElement.scrollWidth - world.innerWidth;
    return [
      // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
      ...violations.map((each: any) => `${each.id}: ${each.nodes[0].html} ${each.nodes[0].failureSummary}`),
      ...(wide > 0 ? [`${wide} pixels too wide`] : []),
    ];
  }, RULES);
}
