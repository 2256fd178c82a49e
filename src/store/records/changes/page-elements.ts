import type { PageElement } from '../../../domain/page-element.ts';
import type { Queries } from '../../engine/database.ts';

/** The longest list of elements that is stored, in characters of JSON. */
const LONGEST = 65_536;

/** Replaces the elements of a picture, if they differ. */
export async function keepElements(tx: Queries, pictureId: string, elements: readonly PageElement[]): Promise<void> {
  await tx.run(
    `INSERT INTO page_elements (picture_id, elements) VALUES ($1, $2)
     ON CONFLICT (picture_id) DO UPDATE SET elements = excluded.elements
       WHERE page_elements.elements <> excluded.elements`,
    [pictureId, bounded(elements)],
  );
}

export async function findElements(queries: Queries, pictureId: string): Promise<PageElement[]> {
  const row = await queries.get(
    `SELECT elements, ${queries.intact('page_elements')} AS intact FROM page_elements WHERE picture_id = $1`,
    [pictureId],
  );
  return row ? JSON.parse(String(row.elements)) : [];
}

/** Keeps the first elements: those of the change settings come before those that a user could choose. */
function bounded(elements: readonly PageElement[]): string {
  const kept: string[] = [];
  let length = 2;
  for (const element of elements) {
    const json = JSON.stringify(element);
    length += json.length + 1;
    if (length > LONGEST) break;
    kept.push(json);
  }
  return `[${kept.join(',')}]`;
}
