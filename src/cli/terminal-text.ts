/** Text from other sites as one line. It could hold control sequences for the terminal. */
export function terminalText(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
}
