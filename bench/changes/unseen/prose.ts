const SENTENCES = [
  'The pump was replaced in March and has run without a fault since.',
  'Most visitors arrive by train, although the last one leaves at half past nine.',
  'Nobody expected the vote to be this close.',
  'A second opinion costs little and often saves weeks of work.',
  'Keep the original packaging until you have checked every part against the list on page four.',
  'The lake freezes over in January, and skating is allowed once the ice is fifteen centimetres thick.',
  'Prices include delivery to the kerb.',
  'Our laboratory tested eleven samples from six suppliers, and two of them failed at low temperature.',
  'It is quiet here.',
  'The museum bought the painting at an auction in 1931 for less than the price of its frame.',
  'If the light stays red, hold the button for ten seconds and let go.',
  'Volunteers counted 4,210 birds on the mudflats during the first weekend of the survey.',
  'Applications that arrive after the deadline are read only if places are left.',
  'She learned to sail on a borrowed dinghy with a patched sheet and no rudder.',
  'The old harbour office is now a library with a reading room on the water.',
  'Both teams had chances, but neither goalkeeper made a mistake worth mentioning.',
  'You can cancel free of charge until two days before arrival.',
  'The proposal would move the bus stop eighty metres to the north, closer to the school.',
  'Rinse the rice until the water runs clear, then leave it to drain.',
  'Engineers found the crack during a routine inspection and closed two of the four lanes.',
  'There is no lift to the upper floor.',
  'An earlier version of the driver kept the file open, which made the backup fail on some systems.',
  'The orchard was planted by monks, and some of the pear trees are older than the village.',
  'Please bring your own cup.',
  'Turnout was highest in the two districts where the new tram line is planned.',
  'Wholesale prices fell for the third month in a row, mostly because of a good harvest.',
  'The trail is steep for the first hour and then follows a dry stone wall along the ridge.',
  'Every request is answered within two working days, usually sooner.',
  'He collects maps of places that no longer exist.',
  'Because the roof leaks, the exhibition in the east wing is closed until further notice.',
  'The committee meets on the first Thursday of each month at seven in the evening.',
  'Batteries, paint and oil do not belong in the household waste.',
  'Under the new rule, a landlord must give a reason in writing.',
  'A small bakery at the corner sells the best rye bread in the district.',
  'The server keeps the last thirty days of logs and deletes older ones every night.',
  'Nine hundred people signed the petition in a single afternoon.',
] as const;

/** Sentences that make sense one by one, always the same for a seed. */
export function prose(seed: number, count: number): string {
  return Array.from({ length: count }, (_, n) => SENTENCES[(seed * 11 + n * 5) % SENTENCES.length]).join(' ');
}

/** The address of a drawing. */
export function drawing(width: number, height: number, shapes: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
