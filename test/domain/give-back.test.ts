import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { giveBack } from '../../src/domain/give-back.ts';

describe('bytes that are given back', () => {
  it('are freed at once, and may be given back again', () => {
    const bytes = new Uint8Array(1_000);
    giveBack(bytes);
    giveBack(bytes);
    assert.equal(bytes.buffer.detached, true);
  });

  it('stay where they share their memory with others', () => {
    const all = new Uint8Array(1_000).fill(7);
    giveBack(all.subarray(0, 10));
    assert.equal(all[0], 7);
  });
});
