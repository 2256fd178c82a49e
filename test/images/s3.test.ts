import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, type TestContext, test } from 'node:test';
import { newImageKey } from '../../src/domain/image-key.ts';
import { openImageBucket } from '../../src/images/s3.ts';
import { readBucketUrl } from '../../src/images/s3-url.ts';
import { type Fault, proxyTo } from '../harness/faulty-proxy.ts';
import { BUCKET, type Bucket, makeBucket } from '../harness/s3.ts';

const newKey = () => newImageKey(randomBytes, 'png');
const RETRYING = { connectMs: 5_000, stallMs: 20_000, attempts: 3 };
const QUICK = { ...RETRYING, stallMs: 300 };
const unavailable = (message: RegExp) => ({ name: 'Problem', kind: 'unavailable', message });

let bucket: Bucket;
before(async () => {
  bucket = await makeBucket();
});
after(() => bucket.remove());

/** A bucket behind a proxy. After the bucket is open, `next` chooses the fault of each request. */
async function openSpoiled(t: TestContext, timeouts = RETRYING) {
  const faults: Fault[] = [];
  const requests: string[] = [];
  const proxy = await proxyTo(bucket.endpoint, ({ method, url }) => {
    requests.push(`${method} ${url}`);
    return faults.shift() ?? 'none';
  });
  t.after(() => proxy.close());
  const images = await openImageBucket(
    readBucketUrl(`s3://${BUCKET}/${randomBytes(6).toHex()}?endpoint=${proxy.url}`),
    timeouts,
  );
  requests.length = 0;
  return { images, faults, requests, caused: proxy.caused };
}

describe('a failing S3 bucket', () => {
  for (const fault of ['error', 'reset', 'stall'] as const) {
    test(`a request that fails with "${fault}" is retried, and the image is complete`, async (t) => {
      const { images, faults, caused } = await openSpoiled(t, fault === 'stall' ? QUICK : RETRYING);
      const key = newKey();
      const bytes = randomBytes(100_000);
      faults.push(fault);
      await images.put(key, bytes);
      faults.push(fault);
      assert.equal(await images.size(key), bytes.length);
      faults.push(fault);
      assert.deepEqual(await buffer((await images.read(key)).stream), bytes);
      faults.push(fault);
      await images.remove(key);
      assert.equal(caused[fault], 4);
    });

    test(`a bucket that always fails with "${fault}" is unavailable, with a clear message`, async (t) => {
      const { images, faults } = await openSpoiled(t, fault === 'stall' ? QUICK : RETRYING);
      faults.push(...Array<Fault>(QUICK.attempts).fill(fault));
      await assert.rejects(
        images.put(newKey(), randomBytes(10)),
        unavailable(/^The image bucket cannot be used: .+\.$/),
      );
    });
  }

  test('a large image is uploaded in parts, and only a failed part is sent again', async (t) => {
    const { images, faults, requests } = await openSpoiled(t);
    const key = newKey();
    const bytes = randomBytes(20_000_000);
    faults.push('none', 'none', 'error');
    await images.put(key, bytes);
    const parts = requests.filter((line) => /partNumber=/.test(line));
    assert.equal(parts.length, 4, requests.join('\n'));
    assert.equal(new Set(parts.map((line) => /partNumber=(\d+)/.exec(line)?.[1])).size, 3);
    assert.ok((await buffer((await images.read(key)).stream)).equals(bytes));
  });

  test('an incomplete upload of a large image is not visible to readers', async (t) => {
    const { images, faults } = await openSpoiled(t);
    const key = newKey();
    faults.push('none', ...Array<Fault>(3 * QUICK.attempts).fill('error'));
    await assert.rejects(images.put(key, randomBytes(20_000_000)), unavailable(/HTTP status 500/));
    faults.length = 0;
    await assert.rejects(images.size(key), { kind: 'not-found' });
  });

  test('a truncated response is an error, not a shorter image', async (t) => {
    const { images, faults } = await openSpoiled(t, QUICK);
    const key = newKey();
    await images.put(key, randomBytes(100_000));
    faults.push('cut');
    const { stream } = await images.read(key);
    await assert.rejects(buffer(stream), unavailable(/does not respond in time/));
  });

  const REFUSALS: [number, string, RegExp][] = [
    [404, 'NoSuchBucket', /the bucket does not exist/],
    [403, 'AccessDenied', /no access to the bucket/],
    [403, 'InvalidAccessKeyId', /AWS_ACCESS_KEY_ID is unknown/],
    [403, 'SignatureDoesNotMatch', /AWS_SECRET_ACCESS_KEY is wrong/],
    [403, 'RequestTimeTooSkewed', /the clock of this machine/],
    [400, 'AuthorizationHeaderMalformed', /another region/],
    [400, 'SomethingNew', /HTTP status 400/],
  ];
  for (const [status, code, message] of REFUSALS) {
    test(`${code} gives a clear message and is not retried`, async (t) => {
      const { images, faults, requests } = await openSpoiled(t);
      faults.push({ status, code }, { status, code });
      await assert.rejects(images.put(newKey(), randomBytes(10)), unavailable(message));
      assert.ok(requests.length <= 2, requests.join('\n'));
    });
  }

  test('a bucket that does not exist is refused when it is opened', async () => {
    const address = readBucketUrl(`s3://nothing-here?endpoint=${bucket.endpoint}`);
    await assert.rejects(openImageBucket(address, QUICK), unavailable(/the bucket does not exist/));
  });

  test('an unreachable server is refused when the bucket is opened', async () => {
    const address = readBucketUrl('s3://pictures?endpoint=http://127.0.0.1:1');
    await assert.rejects(openImageBucket(address, QUICK), unavailable(/it cannot be reached/));
  });
});

describe('the URL of a bucket', () => {
  test('contains bucket, prefix, endpoint and region', () => {
    assert.deepEqual(
      readBucketUrl('s3://pictures/kept/here/?endpoint=http://localhost:9000/&region=eu-west-1&timeout=5'),
      {
        bucket: 'pictures',
        prefix: 'kept/here/',
        endpoint: 'http://localhost:9000',
        region: 'eu-west-1',
        forcePathStyle: true,
        timeoutMs: 5000,
      },
    );
  });

  test('uses the defaults of Amazon S3 for missing parts', () => {
    assert.deepEqual(readBucketUrl('s3://pictures'), {
      bucket: 'pictures',
      prefix: '',
      endpoint: undefined,
      region: undefined,
      forcePathStyle: false,
      timeoutMs: undefined,
    });
  });

  const WRONG = [
    's3://',
    's3:pictures',
    's3://a',
    's3://key:secret@pictures',
    's3://pictures?endpoint=localhost:9000',
    's3://pictures?endpoint=http://key:secret@localhost',
    's3://pictures?forcePathStyle=maybe',
    's3://pictures?regoin=eu-west-1',
    's3://pictures?timeout=0',
  ];
  for (const text of WRONG) {
    test(`${text} is refused without showing secrets`, () => {
      assert.throws(
        () => readBucketUrl(text),
        (error: Error & { kind?: string }) => error.kind === 'invalid' && !error.message.includes('secret@'),
      );
    });
  }
});
