/** A measurement and the one that it is compared with, both from the same run. */
export interface Row {
  readonly work: string;
  readonly figure: string;
  readonly against: string;
  readonly ratio: number;
  /** The smallest and the largest ratio of the rounds. A wide range means that the machine is noisy. */
  readonly range?: readonly [number, number];
  /** Undefined: the figure is only reported. */
  readonly bar?: Bar;
}

type Bar = { readonly atLeast: number } | { readonly atMost: number };

export function passes({ ratio, bar }: Row): boolean {
  if (!bar) return true;
  return 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
}

function printBar({ bar }: Row): string {
  if (!bar) return 'none';
  return 'atLeast' in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`;
}

export function printRatio({ ratio, range }: Row): string {
  return `${ratio.toFixed(2)}${range ? ` (${range[0].toFixed(2)} to ${range[1].toFixed(2)})` : ''}`;
}

export function printTable(rows: readonly Row[]): string {
  const cells = [
    ['work', 'Pagekeep', 'against', 'ratio (of the rounds)', 'bar', ''],
    ...rows.map((row) => [
      row.work,
      row.figure,
      row.against,
      printRatio(row),
      printBar(row),
      row.bar ? (passes(row) ? 'pass' : 'FAIL') : 'report',
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
}

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;
export const milliseconds = (time: number) => `${time.toFixed(time < 10 ? 2 : 0)} ms`;
export const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
