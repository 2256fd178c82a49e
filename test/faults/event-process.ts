import { openSync, writeSync } from 'node:fs';

/**
 * A process of deliveries.test.ts that is killed at any time:
 * serve DATABASE PORT FOLDER, capture DATABASE OWNER WEBPAGE…, deliver DATABASE, or receive PORT FILE. It loads only what its work
 * needs, because it starts often.
 */
const [work, place = '', ...others] = process.argv.slice(2);
process.once('disconnect', () => process.exit());

if (work === 'serve') {
  const [{ pino }, { openImages }, { buildServer }, { openStore }, { SEALING_KEY }] = await Promise.all([
    import('pino'),
    import('../../src/images/open.ts'),
    import('../../src/server.ts'),
    import('../../src/store/open.ts'),
    import('../harness/sealing-key.ts'),
  ]);
  const [port, folder = ''] = others;
  const app = await buildServer({
    store: await openStore(place),
    images: await openImages(`file:${folder}`),
    sealingKey: SEALING_KEY,
    publicUrl: `http://127.0.0.1:${port}`,
    imageHostUrl: `http://127.0.0.1:${port}/images`,
    cacheFolder: folder,
    log: pino({ level: 'silent' }),
    overloadDelayMs: Number.POSITIVE_INFINITY,
    startGraceMs: 0,
  });
  await app.listen({ host: '127.0.0.1', port: Number(port) });
  process.send?.('ready');
}

if (work === 'capture') {
  const { openStore } = await import('../../src/store/open.ts');
  const { captureAs } = await import('../harness/changes.ts');
  const [owner = '', ...webpages] = others;
  const store = await openStore(place);
  process.send?.('ready');
  for (let n = 0; ; n += 1) {
    const webpage = webpages[n % webpages.length] ?? '';
    const failing = n % 7 === 3 ? { failing: 'There is no such host.' } : {};
    // A claim of a process that was killed is held for a minute: another webpage is captured meanwhile.
    await captureAs(store, owner, webpage, { at: new Date(), ...failing }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

if (work === 'deliver') {
  const { openStore } = await import('../../src/store/open.ts');
  const { deliveriesOf } = await import('../harness/receiver.ts');
  const store = await openStore(place);
  // The waits between attempts take a thousandth of their time.
  deliveriesOf(store, { now: () => new Date(), random: () => -9.99, leaseMs: 1_500, requestMs: 500, timeoutMs: 400 });
  process.send?.('ready');
}

if (work === 'receive') {
  const { createServer } = await import('node:http');
  const log = openSync(others[0] ?? '', 'a');
  createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    writeSync(log, `${JSON.stringify([request.headers['webhook-id'], Buffer.concat(parts).toString()])}\n`);
    response.end();
  }).listen(Number(place), '127.0.0.1', () => process.send?.('ready'));
}
