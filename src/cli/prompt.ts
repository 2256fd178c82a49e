import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Problem } from '../domain/problem.ts';

/** The first line of standard input, without its end. */
export async function readStandardInput(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
}

/** Asks at the terminal without showing what is typed. Throws Problem('invalid') if it is broken off. */
export async function readHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } catch (error) {
    throw new Problem('invalid', 'Nothing was entered, so nothing was changed.', { cause: error });
  } finally {
    reader.close();
    process.stdout.write('\n');
  }
}
