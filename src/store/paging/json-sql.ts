import type { Hole, Template } from '../../domain/template.ts';
import type { Queries } from '../engine/database.ts';

/** SQL for each field of a record: as it is, and as JSON where that is something else. */
export type Fields<Field extends string> = Readonly<Record<Field, { text: string; json?: string }>>;

/** A part of a template that a store keeps written beside each record, and the SQL that reads it there. */
export interface Kept<Field extends string> {
  readonly part: Template<Field>;
  readonly sql: string;
}

/** SQL that selects a record's text as a template writes it; made once for each template. */
export function makeWritten<Field extends string>(
  queries: Queries,
  fields: Fields<Field>,
  kept: readonly Kept<Field>[] = [],
): (template: Template<Field>) => string {
  const made = new WeakMap<Template<Field>, string>();
  return (template) => {
    let sql = made.get(template);
    if (sql === undefined) {
      sql = `${writeSql(queries, template, fields, kept)} AS member`;
      made.set(template, sql);
    }
    return sql;
  };
}

/** SQL for the text that a template makes of a record. */
export function writeSql<Field extends string>(
  queries: Queries,
  template: Template<Field>,
  fields: Fields<Field>,
  kept: readonly Kept<Field>[] = [],
): string {
  const holes = new Map(template.holes.map((hole) => [nameOf(hole), sqlOf(hole, fields)]));
  let text = marked(template);
  for (const { part, sql } of kept) {
    holes.set(sql, sql);
    text = text.replaceAll(marked(part), MARK + sql + MARK);
  }
  const pieces = text.split(MARK).map((piece, index) => (index % 2 === 0 ? literal(piece) : (holes.get(piece) ?? '')));
  return queries.concat(pieces);
}

/** The template as one text, its holes by name between marks. */
function marked<Field extends string>({ texts, holes }: Template<Field>): string {
  return texts.map((text, index) => text + (holes[index] ? MARK + nameOf(holes[index]) + MARK : '')).join('');
}

// Stands in no JSON.
const MARK = '\0';

const nameOf = ({ field, as }: Hole<string>) => `${field} as ${as}`;

function sqlOf<Field extends string>({ field, as }: Hole<Field>, fields: Fields<Field>): string {
  const { text, json = text } = fields[field];
  return as === 'json' ? json : text;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
