import type { Template } from '../domain/template.ts';

/** SQL for each field of a record: as it is, and as JSON where that is something else. */
export type Fields<Field extends string> = Readonly<Record<Field, { text: string; json?: string }>>;

/** SQL that selects a record's text as a template writes it; made once for each template. */
export function makeWritten<Field extends string>(fields: Fields<Field>): (template: Template<Field>) => string {
  const made = new WeakMap<Template<Field>, string>();
  return (template) => {
    let sql = made.get(template);
    if (sql === undefined) {
      sql = `${write(template, fields)} AS member`;
      made.set(template, sql);
    }
    return sql;
  };
}

function write<Field extends string>({ texts, holes }: Template<Field>, fields: Fields<Field>): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const pieces = texts.flatMap((text, index) => {
    const hole = holes[index];
    if (!hole) return [literal(text)];
    const { text: plain, json = plain } = fields[hole.field];
    return [literal(text), hole.as === 'json' ? json : plain];
  });
  return `concat(${pieces.join(', ')})`;
}
