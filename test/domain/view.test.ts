import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedOptions } from '../../src/domain/capture-options.ts';
import {
  isSameView,
  isViewLabel,
  readView,
  readViews,
  viewLabel,
  viewLabels,
  writeView,
} from '../../src/domain/view.ts';

test('a view is read from words and written as such', () => {
  for (const [text, label, written] of [
    ['phone', 'Phone', 'phone'],
    [' Phone:DARK ', 'Phone, dark', 'phone:dark'],
    ['desktop-hd dark', 'Desktop HD, dark', 'desktop-hd:dark'],
    ['tablet : light', 'Tablet', 'tablet'],
    ['1024x768', '1024 × 768', '1024x768@1'],
    ['1024×768@2 dark', '1024 × 768 at 2x, dark', '1024x768@2:dark'],
  ] as const) {
    const view = readView(text);
    assert.equal(viewLabel(view), label);
    assert.ok(isViewLabel(label), label);
    assert.equal(writeView(view), written);
    assert.deepEqual(readView(written), view);
  }
  for (const text of ['', 'dark', 'toaster', 'phone:blue', '10x10', 'phone dark dark']) {
    assert.throws(() => readView(text), /view .* is not known/, text);
  }
});

test('views given twice and too many views are refused', () => {
  assert.equal(readViews(['phone', 'phone:dark']).length, 2);
  assert.throws(() => readViews(['phone', 'tablet', 'phone']), /The view Phone was given twice/);
  assert.throws(
    () => readViews(['desktop', '1280x800']),
    /The view 1280 × 800 was given twice|The view Desktop was given twice/,
  );
  const many = Array.from({ length: 21 }, (_, index) => `${300 + index}x300`);
  assert.throws(() => readViews(many), /21 views were given; at most 20/);
});

test('a device and its size are the same view, but not with touch', () => {
  const size = { width: 1280, height: 800, scale: 1, mobile: false };
  assert.ok(isSameView({ viewport: 'desktop', darkMode: false }, { viewport: size, darkMode: false }));
  assert.ok(!isSameView({ viewport: 'desktop', darkMode: false }, { viewport: size, darkMode: true }));
  assert.ok(
    !isSameView({ viewport: 'desktop', darkMode: false }, { viewport: { ...size, mobile: true }, darkMode: false }),
  );
});

test('labels tell views apart by what differs, and by a number where nothing does', () => {
  const options = (some: object) => storedOptions(JSON.stringify(some));
  assert.deepEqual(
    viewLabels([
      options({}),
      options({ viewport: 'phone', locale: 'de-DE' }),
      options({ locale: 'de-DE' }),
      options({ locale: 'de-DE', element: '#a > b' }),
      options({ locale: 'de-DE' }),
    ]),
    ['Desktop', 'Phone', 'Desktop, de-DE', 'Desktop, de-DE, #a > b', 'Desktop, de-DE (2)'],
  );
});
