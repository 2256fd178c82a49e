/** What spreadsheets run as a formula. Some also run the full-width signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A row of CSV (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvRow(cells: readonly string[]): string {
  const shown = cells.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell));
  return `${shown.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
