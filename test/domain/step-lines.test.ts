import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readStepLines, stepLine } from '../../src/domain/step-lines.ts';
import { checkSecrets, type Step } from '../../src/domain/steps.ts';

describe('steps as lines', () => {
  test('are read in words and as JSON', () => {
    const lines = [
      'click  #more',
      'type one into two into #a b',
      'wait for .list',
      'scroll to footer',
      'press Enter',
      '{"click": "#b"}',
    ];
    assert.deepEqual(readStepLines(lines), [
      { click: '#more' },
      { type: 'one into two', into: '#a b' },
      { waitFor: '.list' },
      { scrollTo: 'footer' },
      { press: 'Enter' },
      { click: '#b' },
    ]);
  });

  test('are written so that they are read as the same steps', () => {
    const steps: Step[] = [
      { click: 'a[title="x into y"]' },
      { type: ' spaces ', into: '#a' },
      { type: 'x', into: '[title="y into z"]' },
      { type: 'words', into: '#a' },
      { waitFor: '.b' },
      { scrollTo: 'main > p' },
      { press: '7' },
    ];
    assert.deepEqual(readStepLines(steps.map(stepLine)), steps);
    assert.equal(stepLine({ type: 'words', into: '#a' }), 'type words into #a');
  });

  for (const [line, says] of [
    ['tap #a', /^step 2 "tap #a" is not valid; allowed is click SELECTOR/],
    ['{"click"', /^step 2 "\{\\?"click\\?"" is not valid/],
    ['press Return', /^step 2 "Return" is not valid; allowed is a single character/],
  ] as const)
    test(`such as ${line} are refused with their number`, () => {
      assert.throws(() => readStepLines(['press a', line]), { kind: 'invalid', message: says });
    });

  test('with a secret that does not exist are refused with its name', () => {
    const steps = readStepLines(['press a', 'type {{pin}}-{{ word }} into #a']);
    checkSecrets(steps, { pin: '1234', word: 'hush' });
    assert.throws(() => checkSecrets(steps, { pin: '1234' }), {
      message: 'step 2: there is no secret with the name "word".',
    });
  });
});
