import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PageText, Passage, PassageKind } from '../../../domain/page-text.ts';

const KINDS: readonly PassageKind[] = ['heading', 'paragraph', 'item', 'cell', 'other'];

/** Far more than a text of the allowed length needs. */
const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;

/** A short hash that no two passages of a webpage, and no two texts, share by chance. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** Text that every database can store, with the same positions. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * The places of passages, compressed: a capture of a usual page takes about a kilobyte. Each passage is a list of numbers:
 * the difference to the id before, the kind, and for each line its position in the text and in the picture.
 */
export function packPassages(passages: readonly Passage[], idOf: (content: string) => number): string {
  let [lastId, lastY] = [0, 0];
  const rows = passages.map(({ kind, text, lines }) => {
    const id = idOf(text);
    const row = [id - lastId, KINDS.indexOf(kind)];
    lastId = id;
    for (const { box, start, end } of lines) {
      row.push(start, end, box.x, box.y - lastY, box.width, box.height);
      lastY = box.y;
    }
    return row;
  });
  return deflateRawSync(JSON.stringify(rows)).toString('base64');
}

/** The numbers of a line, and those before the lines. */
const LINE = 6;
const HEAD = 2;

function unpack(packed: string): number[][] {
  const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_UNPACKED_BYTES });
  return JSON.parse(json.toString());
}

/** The ids of all passages, each once. */
export function passageIdsOf(packed: string): Set<number> {
  let id = 0;
  return new Set(
    unpack(packed).map(([difference = 0]) => {
      id += difference;
      return id;
    }),
  );
}

/** The reverse of packPassages. A passage that is missing is left out. */
export function unpackPassages(packed: string, contents: ReadonlyMap<number, string>): Passage[] {
  let [id, lastY] = [0, 0];
  return unpack(packed).flatMap((row) => {
    id += row[0] ?? 0;
    const lines = [];
    for (let at = HEAD; at + LINE <= row.length; at += LINE) {
      const [start = 0, end = 0, x = 0, y = 0, width = 0, height = 0] = row.slice(at, at + LINE);
      lastY += y;
      lines.push({ start, end, box: { x, y: lastY, width, height } });
    }
    const text = contents.get(id);
    return text === undefined ? [] : [{ kind: KINDS[row[1] ?? 0] ?? 'other', text, lines }];
  });
}

/** The facts of a page text beside its passages. */
export function pageFacts({ passages: _, ...facts }: PageText): string {
  return storable(JSON.stringify(facts));
}
