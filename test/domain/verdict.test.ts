import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '../../src/domain/capture.ts';
import { noPageSigns, type Replacement } from '../../src/domain/replaced-page.ts';
import { isGood } from '../../src/domain/screenshot.ts';
import { judge, type Signs } from '../../src/domain/verdict.ts';

const article = 'An article of some length about the weather. '.repeat(60);
const page: Signs = {
  ...noPageSigns,
  requestedUrl: 'https://site.example/page',
  finalUrl: 'https://site.example/page',
  words: article,
  httpStatus: 200,
  headers: {},
  title: 'A page',
  text: article,
  present: [],
  oneColour: false,
  consentShowing: false,
  answersConsent: true,
  truncated: false,
  stillLoading: false,
};

describe('the verdict', () => {
  const cases: readonly (readonly [what: string, signs: Partial<Signs>, verdict: Verdict])[] = [
    ['on a page like any other', {}, 'fine'],
    ['on a page from a cache without a status', { httpStatus: null }, 'fine'],
    ['on an error', { httpStatus: 404 }, 'http-error'],
    ['on an error of one colour', { httpStatus: 500, oneColour: true, text: '' }, 'http-error'],
    ['on one colour', { oneColour: true, text: '' }, 'blank'],
    ['on a page that only shows that it is loading', { stillLoading: true, text: 'Loading…' }, 'loading'],
    ['on a consent banner', { consentShowing: true }, 'consent'],
    [
      'on a consent banner that covers the page',
      { consentShowing: true, layer: { hidesContent: false, text: '', controls: [], asksForInput: false } },
      'accept-wall',
    ],
    [
      'on a covering consent banner that the capture must not answer',
      {
        consentShowing: true,
        layer: { hidesContent: false, text: '', controls: [], asksForInput: false },
        answersConsent: false,
      },
      'consent',
    ],
    [
      'on a page that says that it does not exist',
      { title: 'Page not found', headings: ['Page not found'], words: 'Page not found', truncated: true },
      'not-found',
    ],
    ['on a page that is too long', { truncated: true }, 'truncated'],
    [
      'on a challenge that says so in a header',
      { headers: { 'CF-Mitigated': 'challenge' }, httpStatus: 403 },
      'blocked',
    ],
    [
      'on a challenge that is known by its title',
      { title: 'Just a moment...', text: 'Please wait', httpStatus: 403 },
      'blocked',
    ],
    ['on a challenge with status 200', { text: 'Verifying you are human. This may take a few seconds.' }, 'blocked'],
    ['on a challenge known by its elements', { present: ['#px-captcha'], text: 'Press & hold' }, 'blocked'],
    ['on an article about challenges', { text: `${article} Verify you are human. ${article}` }, 'fine'],
    ['on a page with a challenge in its form', { present: ['#px-captcha'] }, 'fine'],
    ['on a plain refusal', { httpStatus: 403, title: 'Forbidden', text: 'You may not see this.' }, 'http-error'],
  ];
  for (const [what, signs, verdict] of cases)
    test(`${what} is ${verdict}`, () => {
      assert.equal(judge({ ...page, ...signs }), verdict);
    });

  test('of something in place of the page keeps a picture from representing it', () => {
    const replacements: readonly Replacement[] = ['not-found', 'login', 'paywall', 'accept-wall', 'no-video'];
    assert.deepEqual(replacements.filter(isGood), []);
  });
});
