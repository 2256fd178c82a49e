import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complain, safeJson, say } from '../../src/cli/output.ts';

const HOSTILE = 'a\u001b[2Jb\u009b31mc\u0007d\u202ee\u007f\tf\ng';

test('no control character of a text reaches the terminal, except tabs and line breaks', (t) => {
  const shown: string[] = [];
  for (const name of ['log', 'error'] as const) t.mock.method(console, name, (text: string) => void shown.push(text));
  say(HOSTILE);
  complain(HOSTILE);
  assert.deepEqual(shown, ['a [2Jb 31mc d e \tf\ng', 'a [2Jb 31mc d e \tf\ng']);
});

test('JSON has control characters only in escaped form, and stays the same value', () => {
  const text = safeJson({ HOSTILE });
  assert.doesNotMatch(text, /[\p{Cc}\p{Bidi_Control}]/u);
  assert.deepEqual(JSON.parse(text), { HOSTILE });
});
