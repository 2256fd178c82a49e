import assert from 'node:assert/strict';
import { STATUS_CODES } from '../../src/http/node-http.ts';
import type { Answer } from './http.ts';

/** Checks the headers that every API response has. */
export function assertContractHeaders(answer: Answer, link: string, status: number): void {
  assert.equal(answer.status, status, `${answer.status} ${answer.text.slice(0, 300)}`);
  assert.equal(answer.reason, STATUS_CODES[status]);
  assert.deepEqual(answer.all('Status'), [`${status} ${STATUS_CODES[status]}`]);
  assert.deepEqual(answer.all('Link'), [link]);
  assert.deepEqual(answer.all('X-Content-Type-Options'), ['nosniff']);
}

/** Checks for an Error record with the headers of the contract (§7). Returns its description. */
export function assertError(answer: Answer, link: string, status: number): string {
  assertContractHeaders(answer, link, status);
  assert.deepEqual(answer.all('Content-Type'), ['application/json']);
  assert.deepEqual(answer.all('Content-Length'), [String(answer.body.length)]);
  const record = answer.json();
  assert.deepEqual(Object.keys(record), ['type', 'title', 'description']);
  assert.equal(record.type, 'Error');
  assert.equal(record.title, STATUS_CODES[status]);
  assert.equal(typeof record.description, 'string');
  assert.notEqual(record.description, '');
  assertNothingLeaked(answer.text);
  return record.description;
}

/** Checks for a 200 with a record. Returns the record. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any JSON
export function assertShown(answer: Answer, link: string): any {
  assertContractHeaders(answer, link, 200);
  assert.deepEqual(answer.all('Content-Type'), ['application/json']);
  return answer.json();
}

/** Checks that the text contains no stack trace, SQL, local path or name of a library. */
function assertNothingLeaked(text: string): void {
  assert.doesNotMatch(text, /\n {4}at |node_modules|node:internal|\.ts:\d|SELECT |INSERT |UPDATE |DELETE FROM/);
  assert.doesNotMatch(text, /sqlite|postgres|relation "|no such table|\/tmp\/|\/work\/|\/home\/|fastify|FST_/i);
}
