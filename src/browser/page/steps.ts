import { getDomain } from 'tldts';
import type { CaptureOptions } from '../../domain/capture-options.ts';
import { type Step, withSecrets } from '../../domain/steps.ts';
import { printable } from '../../domain/text.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { within } from '../deadline.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { pressKey } from './keyboard.ts';
import type { Limits } from './limits.ts';
import { paintingScale } from './prepare.ts';
import type { Traffic } from './traffic.ts';

type Page = { readonly tab: Tab; readonly traffic: Traffic; readonly limits: Limits };

/** The result of a function of in-page/steps.js. */
type Found = {
  readonly found: 'ready' | 'invalid' | 'missing' | 'hidden' | 'moving' | 'covered' | 'disabled' | 'no-field';
};
type Place = { readonly x: number; readonly y: number };

const faults: Record<Exclude<Found['found'], 'ready'>, (selector: string) => string> = {
  invalid: (selector) => `${selector} is not a CSS selector`,
  missing: (selector) => `no element matches ${selector}`,
  hidden: (selector) => `${selector} is not visible`,
  moving: (selector) => `${selector} does not stop moving`,
  covered: (selector) => `another element covers ${selector}`,
  disabled: (selector) => `${selector} is disabled`,
  'no-field': (selector) => `${selector} is not a text field`,
};

/** Milliseconds without a request until a step counts as done. The request of another document starts within this time. */
const quietTime = 200;
/** Milliseconds without a request after the last step. */
const lastQuietTime = 500;
/** A page that navigates may not confirm an event. */
const inputTime = 2_000;

/** Secrets are typed only into pages of the same site, and never without encryption if the page itself is encrypted. */
function isSameSite(url: string, other: string): boolean {
  const [one, two] = [new URL(url), new URL(other)];
  const siteOf = ({ hostname }: URL) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
  return siteOf(one) === siteOf(two) && (two.protocol === 'https:' || one.protocol === 'http:');
}

/** The steps of the capture options in a tab. They continue after a navigation. */
export class Steps {
  readonly #options: Pick<CaptureOptions, 'steps' | 'secrets'>;
  readonly #url: string;
  #next = 0;
  #spent = 0;

  constructor(url: string, options: Pick<CaptureOptions, 'steps' | 'secrets'>) {
    this.#url = url;
    this.#options = options;
  }

  /** Does the steps that are left. Returns false if the page has navigated, and the others must wait for its new document. */
  async run(world: IsolatedWorld, page: Page): Promise<boolean> {
    const { traffic, limits } = page;
    const { navigations } = traffic;
    for (let step = this.#current; step; step = this.#current) {
      const begin = performance.now();
      const maxTime = Math.min(limits.selector, limits.steps - this.#spent);
      if (maxTime <= 0) throw this.#fault(`the steps take more than ${Math.round(limits.steps / 1000)} s`);
      try {
        await this.#do(step, world, page, maxTime);
        const isLast = this.#current === undefined;
        await traffic.quiet(isLast ? lastQuietTime : quietTime, limits.quiet);
        if (traffic.isNavigating) await traffic.navigated(limits.load);
      } finally {
        this.#spent += performance.now() - begin;
      }
      if (traffic.navigations !== navigations) return false;
    }
    return true;
  }

  /** Throws CaptureError if steps are left at the end of their time. */
  failUnlessDone(): void {
    if (this.#current) throw this.#fault('the page was not ready for it in time');
  }

  get #current(): Step | undefined {
    return this.#options.steps[this.#next];
  }

  #fault(what: string): CaptureError {
    return new CaptureError('step', `Step ${this.#next + 1}: ${what}.`);
  }

  /** A step counts as done before its event is sent, so that it is not repeated in the document that it opens. */
  async #do(step: Step, world: IsolatedWorld, { tab, traffic }: Page, maxTime: number): Promise<void> {
    const find = async <Rest>(name: string, selector: string): Promise<Rest> => {
      const answer = await world.call<Found & Rest>(name, selector, maxTime);
      if (answer.found !== 'ready') throw this.#fault(faults[answer.found](printable(selector, 200)));
      return answer;
    };
    if ('click' in step) {
      const place = await find<Place>('clickTarget', step.click);
      this.#next += 1;
      await within(inputTime, click(tab, place));
    } else if ('type' in step) {
      await find('focusField', step.into);
      const text = this.#textFor(step.type, traffic.url);
      this.#next += 1;
      await within(inputTime, tab.send('Input.insertText', { text }));
    } else if ('press' in step) {
      this.#next += 1;
      await within(inputTime, pressKey(tab, step.press));
    } else {
      await ('waitFor' in step ? find('awaitShown', step.waitFor) : find('scrollToElement', step.scrollTo));
      this.#next += 1;
    }
  }

  #textFor(template: string, url: string): string {
    const text = withSecrets(template, this.#options.secrets);
    if (text !== template && !isSameSite(this.#url, url))
      throw this.#fault(
        `secrets are typed only into pages of the site of the webpage, and not on ${new URL(url).host}`,
      );
    return text;
  }
}

async function click(tab: Tab, { x, y }: Place): Promise<void> {
  const place = { x: x * paintingScale, y: y * paintingScale };
  const button = { ...place, button: 'left' as const, clickCount: 1 };
  await Promise.all([
    tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place }),
    tab.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button, buttons: 1 }),
    tab.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }),
  ]);
}
