import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Command } from 'commander';
import { remoteFeeds } from '../../src/cli/remote/feeds.ts';
import { remoteTrash } from '../../src/cli/remote/trash.ts';
import { remoteWebhooks } from '../../src/cli/remote/webhooks.ts';
import { remoteWebpages } from '../../src/cli/remote/webpages.ts';
import { connect, type PagekeepClient } from '../../src/client/client.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { manager } from './manager.ts';

describe('commands with --remote', () => {
  const service = useService(sqlite);
  let client: PagekeepClient;

  before(async () => {
    const { token } = await manager(service);
    client = connect({ url: `http://127.0.0.1:${service.port}`, token });
  });

  const run = async (command: Command, ...words: string[]) => {
    await command.exitOverride().parseAsync(words, { from: 'user' });
  };
  const webpage = (...words: string[]) =>
    run(
      remoteWebpages(() => client),
      ...words,
    );
  const webhook = (...words: string[]) =>
    run(
      remoteWebhooks(() => client),
      ...words,
    );
  const feed = (...words: string[]) =>
    run(
      remoteFeeds(() => client),
      ...words,
    );
  const trash = (...words: string[]) =>
    run(
      remoteTrash(() => client),
      ...words,
    );

  const found = async (url: string) => {
    const [first] = await Array.fromAsync(client.webpages.list({ url }));
    return (await client.webpages.get(first?.identifier ?? assert.fail(url))).record;
  };

  test('"webpage add" has the view that is asked for', async () => {
    await webpage('add', 'https://dark.example.org/', '--viewport', '500x400', '--dark', '--keywords', 'a,b');
    const { captureOptions, keywords } = await found('https://dark.example.org/');
    assert.deepEqual(captureOptions?.viewport, { width: 500, height: 400, scale: 1, mobile: false });
    assert.deepEqual([captureOptions?.darkMode, keywords], [true, ['a', 'b']]);
  });

  test('"webpage change" changes what is given and keeps the rest', async () => {
    const url = 'https://changed.example.org/';
    await webpage('add', url, '--schedule', '6h', '--delay', '500', '--keywords', 'old', '--name', 'Old');
    await webpage('change', url, '--delay', '700', '--watch', 'appears sold out', '--least-share', '2');
    const once = await found(url);
    assert.deepEqual([once.schedule, once.name, once.keywords], ['6h', 'Old', ['old']]);
    assert.equal(once.captureOptions?.delay, 700);
    assert.deepEqual(once.changeSettings.watchWords, ['appears sold out']);
    assert.equal(once.changeSettings.leastShare, 0.02);
    await webpage(
      'change',
      url,
      '--name',
      '',
      '--keywords',
      '',
      '--watch',
      '',
      '--ignore',
      '.clock',
      '--schedule',
      'weekly',
    );
    const twice = await found(url);
    assert.deepEqual([twice.schedule, twice.keywords, twice.captureOptions?.delay], ['weekly', [], 700]);
    assert.deepEqual(twice.changeSettings.ignoredSelectors, ['.clock']);
    assert.deepEqual(twice.changeSettings.watchWords ?? [], []);
    assert.equal(twice.changeSettings.leastShare, 0.02);
    for (const words of [[], ['--view', 'phone'], ['--schedule', 'once'], ['--least-share', '200']]) {
      await assert.rejects(webpage('change', url, ...words), { kind: 'invalid' }, words.join(' '));
    }
  });

  test('webhooks are added, switched, tested and removed', async () => {
    await webhook(
      'add',
      'https://receiver.example/',
      '--events',
      'changed, failed',
      '--site',
      'example.org',
      '--least-share',
      '2.5',
    );
    const [added] = await Array.fromAsync(client.webhooks.list());
    assert.ok(added);
    const { identifier: id, eventKinds, scope, leastShare } = added;
    assert.deepEqual([eventKinds, scope], [['changed', 'failed'], { kind: 'site', site: 'example.org' }]);
    assert.equal(leastShare, 0.025);
    await webhook('disable', id);
    assert.equal((await client.webhooks.get(id)).record.state, 'off');
    await webhook('enable', id);
    await webhook('new-key', id);
    await webhook('test', id);
    const [delivery] = await Array.fromAsync(client.webhooks.deliveries(id));
    await webhook('send', id, delivery?.identifier ?? '');
    await webhook('log', id);
    await webhook('list');
    await assert.rejects(webhook('add', 'https://receiver.example/', '--events', 'exploded'), { kind: 'invalid' });
    await assert.rejects(webhook('add', 'https://a.example/', '--site', 'a', '--keyword', 'b'), { kind: 'invalid' });
    await webhook('remove', id);
    assert.deepEqual(await Array.fromAsync(client.webhooks.list()), []);
  });

  test('feeds are created and revoked, and the trash is erased', async () => {
    await feed('add', 'Reader', '--keyword', 'news');
    const [made] = await Array.fromAsync(client.feeds.list());
    assert.deepEqual(made?.scope, { kind: 'keyword', keyword: 'news' });
    await feed('list');
    await feed('revoke', made?.identifier ?? '');
    assert.deepEqual(await Array.fromAsync(client.feeds.list()), []);
    const url = 'https://gone.example.org/';
    await webpage('add', url);
    const { identifier } = await found(url);
    await webpage('remove', url, '--yes');
    await trash('list');
    await assert.rejects(trash('erase', identifier), { kind: 'invalid' });
    await trash('erase', identifier, '--yes');
    await assert.rejects(webpage('restore', identifier), { kind: 'not-found' });
    await trash('erase', '--all', '--yes');
  });
});
