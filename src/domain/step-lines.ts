import { Problem } from './problem.ts';
import { readSteps, type Step } from './steps.ts';
import { printable } from './text.ts';

/** Steps as a person writes them: a line each, in words or as JSON. */
const forms: readonly (readonly [pattern: RegExp, stepOf: (...given: string[]) => unknown])[] = [
  [/^click\s+(.+)$/, (click) => ({ click })],
  [/^type\s(.+)\sinto\s+(.+)$/, (type, into) => ({ type, into })],
  [/^wait for\s+(.+)$/, (waitFor) => ({ waitFor })],
  [/^scroll to\s+(.+)$/, (scrollTo) => ({ scrollTo })],
  [/^press\s+(.+)$/, (press) => ({ press })],
];

const allowed =
  'click SELECTOR, type TEXT into SELECTOR, wait for SELECTOR, scroll to SELECTOR, press KEY, or one of them as JSON';

/** Throws Problem('invalid') with the number of the step. */
export function readStepLines(lines: readonly string[]): Step[] {
  return readSteps(lines.map((line, index) => readStepLine(line.trim(), index)));
}

function readStepLine(line: string, index: number): unknown {
  for (const [pattern, stepOf] of forms) {
    const match = pattern.exec(line);
    if (match) return stepOf(...match.slice(1));
  }
  try {
    if (line.startsWith('{')) return JSON.parse(line);
  } catch {
    // Handled below.
  }
  throw new Problem('invalid', `step ${index + 1} ${printable(line)} is not valid; allowed is ${allowed}.`);
}

/** The line that readStepLines reads as this step. */
export function stepLine(step: Step): string {
  const words = inWords(step);
  // A text or a selector with "into" or with spaces at its ends would be read as another step.
  const isExact = JSON.stringify(readStepLines([words])[0]) === JSON.stringify(step);
  return isExact ? words : JSON.stringify(step);
}

function inWords(step: Step): string {
  if ('click' in step) return `click ${step.click}`;
  if ('type' in step) return `type ${step.type} into ${step.into}`;
  if ('waitFor' in step) return `wait for ${step.waitFor}`;
  return 'scrollTo' in step ? `scroll to ${step.scrollTo}` : `press ${step.press}`;
}
