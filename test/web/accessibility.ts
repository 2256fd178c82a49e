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

/** Rules of axe that depend on colours. All others read markup and layout, which are the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Violations of WCAG 2.2 A and AA (and of `more` tags of axe) that axe finds on a page after loadAxe, and the width by which it scrolls sideways. */
export function violationsOf(page: Page, more: readonly string[] = []): Promise<string[]> {
  return run(page, { type: 'tag', values: [...RULES, ...more] });
}

/** The violations of an open page in light, and what is different in dark. The page stays as it is. */
export async function violationsInLightAndDark(page: Page, more: readonly string[] = []): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, more);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await run(page, { type: 'rule', values: COLOUR_RULES });
  return [...light.map((each) => `light: ${each}`), ...dark.map((each) => `dark: ${each}`)];
}

/**
 * The violations of an open page at these widths, in light and dark. The page is loaded once: that and the first run of
 * axe in a page take longer than the others.
 */
export async function violationsAtWidths(page: Page, widths: readonly number[], more: readonly string[] = []) {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await violationsInLightAndDark(page, more)).map((each) => `${width} px wide, ${each}`));
  }
  return found;
}

function run(page: Page, rules: { type: 'tag' | 'rule'; values: string[] }): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
    const world = globalThis as any;
    // Colours are read when no transition changes them any more. Other animations may never end.
    // biome-ignore lint/suspicious/noExplicitAny: the types of the DOM are not loaded here
    const transitions = world.document.getAnimations().filter((each: any) => each instanceof world.CSSTransition);
    // biome-ignore lint/suspicious/noExplicitAny: the types of the DOM are not loaded here
    await Promise.allSettled(transitions.map((each: any) => each.finished));
    // Only a rule that is not among these reads style sheets, which axe would otherwise fetch and parse at each run.
    const preload = { assets: ['media'] };
    const { violations } = await world.axe.run({ runOnly, resultTypes: ['violations'], preload });
    const wide = world.document.documentElement.scrollWidth - world.innerWidth;
    return [
      // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
      ...violations.map((each: any) => `${each.id}: ${each.nodes[0].html} ${each.nodes[0].failureSummary}`),
      ...(wide > 0 ? [`${wide} pixels too wide`] : []),
    ];
  }, rules);
}
