import type { SnapshotDocument } from './snapshot-document.ts';

const textTypes = /^(|text|search|email|url|tel|number|date|datetime-local|month|week|time)$/;
/** The texts that Chromium writes on buttons without a value. */
const labels: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

function textOfInput(document: SnapshotDocument, node: number, value: string): string {
  const type = (document.attribute(node, 'type') ?? '').toLowerCase();
  if (type === 'button' || type in labels) return document.attribute(node, 'value') ?? labels[type] ?? '';
  const isText = textTypes.test(type) || !/^(password|hidden|checkbox|radio|range|color|file|image)$/.test(type);
  return isText ? value || (document.attribute(node, 'placeholder') ?? '') : '';
}

/** The text that form fields show, by node. A snapshot has no boxes for it. Passwords are left out. */
export function controlText(document: SnapshotDocument): Map<number, string> {
  const values = document.inputValues;
  const selected = document.selectedOptions;
  const found = new Map<number, string>();
  for (let node = 0; node < document.nodeCount; node += 1) {
    const name = document.name(node);
    if (name === 'INPUT') found.set(node, textOfInput(document, node, values.get(node) ?? ''));
    if (name === 'TEXTAREA') found.set(node, values.get(node) || (document.attribute(node, 'placeholder') ?? ''));
    if (name !== 'OPTION' || !selected.has(node) || document.isLaidOut(node)) continue;
    // The options of a closed list are not laid out.
    let list = document.parent(node);
    while (list >= 0 && document.name(list) !== 'SELECT') list = document.parent(list);
    if (list >= 0) found.set(list, [found.get(list), optionText(document, node)].filter(Boolean).join(', '));
  }
  for (const [node, text] of found) if (text.trim() === '') found.delete(node);
  return found;
}

function optionText(document: SnapshotDocument, option: number): string {
  const label = document.attribute(option, 'label');
  if (label) return label;
  let text = '';
  for (let node = option + 1; node < document.nodeCount && document.parent(node) >= option; node += 1)
    if (!document.isElement(node)) text += document.value(node);
  return text.trim().replace(/\s+/g, ' ');
}
