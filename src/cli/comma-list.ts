/** The entries of a text that separates them with commas, without empty ones. */
export function splitAtCommas(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
