/** The first characters of a formula in spreadsheets. Some also accept the full-width characters. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A row of CSV (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvRow(cells: readonly string[]): string {
  const shown = cells.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell));
  return `${shown.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
