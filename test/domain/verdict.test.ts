import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '../../src/domain/capture.ts';
import { judge, type Signs } from '../../src/domain/verdict.ts';

const article = 'An article of some length about the weather. '.repeat(60);
const page: Signs = {
  httpStatus: 200,
  headers: {},
  title: 'A page',
  text: article,
  present: [],
  oneColour: false,
  consentShowing: false,
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
});
