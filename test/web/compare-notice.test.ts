import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { makeWebLinks } from '../../src/web/links.ts';
import type { Outcome } from '../../src/web/pages/compare/compare-model.ts';
import { compareNotice } from '../../src/web/pages/compare/compare-notice.ts';
import { comparePaths } from '../../src/web/pages/compare/compare-paths.ts';

const links = makeWebLinks('http://localhost/', 'http://localhost/images', 'v1');
const before = { id: 'older', webpageId: 'page' } as Screenshot;
const after = { id: 'newer', webpageId: 'page' } as Screenshot;

function noticeFor(failure: Omit<Extract<Outcome, { kind: 'failed' }>, 'kind' | 'detail'>): string {
  const shown = { before, after, view: 'side', current: undefined } as const;
  const paths = comparePaths(links, shown, { earlier: undefined, later: undefined });
  const outcome = { kind: 'failed', detail: 'Why it failed.', ...failure } as const;
  return String(compareNotice({ links, paths, outcome, before, after, different: undefined }));
}

test('pictures that are too large: the notice says how later captures can be smaller, and leads to the settings', () => {
  const notice = noticeFor({ again: false, isTooLarge: true });
  assert.match(notice, /could not be compared\..*Why it failed\..*set “Only one element”.*“Hide elements”/s);
  assert.match(notice, /href="\/webpages\/page\/edit"/);
  assert.doesNotMatch(notice, /Try again/);
});

test('a comparison that may succeed later can be tried again', () => {
  const notice = noticeFor({ again: true, isTooLarge: false });
  assert.match(notice, /not compared yet.*before=older&amp;after=newer">Try again/s);
  assert.doesNotMatch(notice, /Edit|Only one element/);
});

test('pictures that are damaged: neither helps', () => {
  assert.doesNotMatch(noticeFor({ again: false, isTooLarge: false }), /Edit|Try again/);
});
