import pg from 'pg';
import type { Ends, WrittenPage } from '../../domain/template.ts';
import type { PageSql, Queries, Value } from '../engine/database.ts';

/** Asks with raw rows (raw-rows.ts). */
type Read = (
  sql: string,
  parameters: readonly unknown[],
  parsing: pg.CustomTypesConfig,
) => Promise<{ rows: Record<string, unknown>[] }>;

interface Wanted {
  readonly frame: Ends;
  readonly parameters: readonly Value[];
  resolve(page: WrittenPage): void;
  reject(error: unknown): void;
}

/** They keep the database busy; more would only hold fewer pages each. */
const AT_ONCE = 2;
/** One that waits for a disk keeps nobody else waiting. */
const SLOW_MS = 50;
/** A longer answer would keep the first of its pages waiting for the last. */
const MOST = 16;

/**
 * Pages that are wanted while others are being read are asked for together, as many as differ in nothing but their
 * parameters: with thirty readers a page takes a quarter less of the CPU, most of which is PostgreSQL's beginning and
 * ending of a statement, and the packets and turns between it and this process. A page never joins a question that was
 * already sent, so it is never older than its request.
 */
export function gatherPages(read: Read): Queries['join'] {
  // In the order in which they are asked.
  const waiting = new Map<PageSql, Wanted[]>();
  let underWay = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.size === 0 || underWay >= AT_ONCE) return;
    scheduled = true;
    setImmediate(sendNext);
  }

  function sendNext(): void {
    scheduled = false;
    for (const [page, wanted] of waiting) {
      if (underWay >= AT_ONCE) return;
      waiting.delete(page);
      if (wanted.length > MOST) waiting.set(page, wanted.splice(MOST));
      const leave = enter();
      ask(page, wanted).finally(leave);
    }
  }

  /** Answers how to leave again; whoever is slow has left already. */
  function enter(): () => void {
    let isIn = true;
    underWay += 1;
    const leave = () => {
      clearTimeout(timer);
      if (isIn) underWay -= 1;
      isIn = false;
      schedule();
    };
    const timer = setTimeout(leave, SLOW_MS);
    return leave;
  }

  async function ask(page: PageSql, wanted: readonly Wanted[]): Promise<void> {
    try {
      const columns = wanted[0]?.parameters.map((_, n) => wanted.map(({ parameters }) => parameters[n])) ?? [];
      const { rows } = await read(together(page, wanted[0]?.parameters ?? []), columns, framing(wanted));
      for (const { place, revision, text } of rows) {
        const { frame, resolve } = wanted[(place as number) - 1] as Wanted;
        resolve({ list: (text as Buffer | null) ?? frame.head + frame.tail, revision: revision as number });
      }
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }

  return (frame, page, parameters) =>
    new Promise((resolve, reject) => {
      const wanted = { frame, parameters, resolve, reject };
      const others = waiting.get(page);
      if (others) others.push(wanted);
      else waiting.set(page, [wanted]);
      schedule();
    });
}

const statements = new WeakMap<PageSql, string>();

/** The same page, for each entry of arrays of parameters. */
export function together(page: PageSql, like: readonly Value[]): string {
  let sql = statements.get(page);
  if (sql === undefined) {
    const arrays = like.map((value, n) => `$${n + 1}::${typeof value === 'number' ? 'bigint' : 'text'}[]`);
    const names = like.map((_, n) => `p${n + 1}`);
    // Not within quotes: an address that the program is configured with may hold the like.
    const each = (text: string) =>
      text.replaceAll(/'[^']*'|\$(\d+)/g, (found, n?: string) => (n === undefined ? found : `asked.p${n}`));
    sql = `SELECT asked.place::int, ${each(page.revision)} AS revision,
        (SELECT string_agg(member, ',') FROM (${each(page.members)}) AS page) AS text
      FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked(${names.join(', ')}, place)`;
    statements.set(page, sql);
  }
  return sql;
}

/** Reads the bytes of each page into those of its list. */
function framing(wanted: readonly Wanted[]): pg.CustomTypesConfig {
  let place = 0;
  const readNumber = (digits: Buffer): number => Number(digits.toString('latin1'));
  const readPlace = (digits: Buffer): number => {
    place = readNumber(digits);
    return place;
  };
  const readText = (text: Buffer): Buffer => {
    const { head, tail } = (wanted[place - 1] as Wanted).frame;
    const [before, behind] = [Buffer.byteLength(head), Buffer.byteLength(tail)];
    const list = Buffer.allocUnsafeSlow(before + text.length + behind);
    list.write(head);
    text.copy(list, before);
    list.write(tail, before + text.length);
    return list;
  };
  const parsers = new Map<number, (bytes: Buffer) => unknown>([
    [pg.types.builtins.INT4, readPlace],
    [pg.types.builtins.INT8, readNumber],
  ]);
  return { getTypeParser: (type: number) => (parsers.get(type) ?? readText) as never };
}
