/** Made once, because toLocaleString() makes one for each number. */
let numbers: Intl.NumberFormat | undefined;

/** "1 webpage", "2,000 webpages". */
export function counted(number: number, noun: string): string {
  numbers ??= new Intl.NumberFormat('en');
  return `${numbers.format(number)} ${noun}${number === 1 ? '' : 's'}`;
}
