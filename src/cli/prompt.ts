import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Problem } from '../domain/problem.ts';

/** The first line of standard input, without the line break. */
export async function readStandardInput(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
}

/** Reads a line from the terminal without echo. Throws Problem('invalid') if the input is aborted. */
export async function readHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } catch (error) {
    throw new Problem('invalid', 'Aborted. Nothing was changed.', { cause: error });
  } finally {
    reader.close();
    process.stdout.write('\n');
  }
}
