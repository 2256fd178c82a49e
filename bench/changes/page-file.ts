import { readFileSync } from 'node:fs';
import type { Template } from '../../test/corpus/changes/page.ts';

type Version = Parameters<Template>[0];

const INNERMOST = /⟦([^⟦⟧]*)⟧/g;
const PHOTO = /https:\/\/photos\.test\/(\d+)\.jpg\?quality=84/g;

/**
 * The template of a file, where the possible edits are written in place:
 * `⟦price¦$40¦$45⟧` is a slot, `⟦=price¦$40¦$45⟧` is the same without a mark, `⟦@price⟧` marks an element.
 */
export function pageFile(file: URL): Template {
  const source = readFileSync(file, 'utf8');
  return (version) => {
    let html = source;
    while (html.includes('⟦')) html = html.replace(INNERMOST, (_, edit: string) => fill(version, edit));
    return html.replace(PHOTO, (_, seed: string) => version.photo(Number(seed)));
  };
}

function fill(version: Version, edit: string): string {
  if (edit.startsWith('@')) return version.mark(edit.slice(1));
  const [name = '', text = '', edited = ''] = edit.split('¦');
  return name.startsWith('=') ? version.either(name.slice(1), text, edited) : version.slot(name, text, edited);
}
