import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type CorpusServer, serveCorpus } from '../corpus/server.ts';
import { page } from '../harness/capturing.ts';
import { ENGINES, forEachEngine } from '../harness/engines.ts';
import { type Program, useProgram } from '../harness/program.ts';

const LOCAL = { CAPTURE_ALLOW: '127.0.0.0/8', SITE_PAUSE_MS: '0' };
const SECRET = 's3cret-of-a-login';
let server: CorpusServer;
before(async () => {
  server = await serveCorpus({
    '/one': page('Page one'),
    '/two': page('Page two'),
    '/gone': (request, response, url) => {
      response.statusCode = 410;
      page('Gone\u001b[2Jfor good')(request, response, url);
    },
  });
});
after(() => server.close());

async function withAccount(program: Program): Promise<string> {
  const added = await program.run(['account', 'add', 'ann@example.org']);
  assert.equal(added.code, 0, added.stderr);
  const { stdout } = await program.run(['token', 'add', 'ann@example.org', '--json']);
  return JSON.parse(stdout).token;
}

forEachEngine((engine) => {
  const program = useProgram(engine, LOCAL);
  let token = '';
  before(async () => {
    token = await withAccount(program);
  });

  test('a page is added with options and captured with --now, which shows the progress', async () => {
    const url = `${server.origin}/one`;
    const added = await program.run(
      ['webpage', 'add', url, '--name', 'One', '--keywords', 'a,b', '--schedule', '30 6 * * MON-FRI', '--json'].concat(
        ['--time-zone', 'Europe/Berlin', '--viewport', '400x300', '--no-full-page', '--dark', '--no-consent'],
        ['--cookie', `session=${SECRET}`, '--header', `X-Login: ${SECRET}`],
      ),
    );
    assert.deepEqual([added.code, added.stderr], [0, '']);
    const [webpage] = JSON.parse(added.stdout);
    assert.deepEqual([webpage.name, webpage.keywords], ['One', ['a', 'b']]);

    const captured = await program.run(['capture', url, '--now', '--json']);
    assert.equal(captured.code, 0, captured.stderr);
    const record = JSON.parse(captured.stdout);
    assert.deepEqual([record.outcome, record.title, record.httpStatus], ['shot', 'Page one', 200]);
    assert.equal(record.verdict, 'fine');
    assert.deepEqual([record.viewport.width, record.viewport.height], [400, 300]);
    const steps = ['navigate', 'settle', 'freeze', 'picture', 'thumbnail'];
    assert.match(captured.stderr, new RegExp(steps.map((step) => `${url}: ${step}\n`).join('')));
    assert.doesNotMatch(captured.stdout + captured.stderr, new RegExp(SECRET));
    const sent = server.requests.find((request) => request.url === '/one');
    assert.deepEqual([sent?.headers.cookie, sent?.headers['x-login']], [`session=${SECRET}`, SECRET]);
  });

  test('the verdict of an error page is printed, and its title without control characters', async () => {
    const url = `${server.origin}/gone`;
    await program.run(['webpage', 'add', url]);
    const { code, stdout } = await program.run(['capture', url, '--now']);
    assert.equal(code, 0);
    assert.match(stdout, /captured in .* s, verdict: http-error \(HTTP 410, Gone \[2Jfor good\)/);
  });

  test('a running service makes a requested capture, and a webpage can be paused and resumed', async () => {
    const url = `${server.origin}/two`;
    const service = await program.serve();
    const added = await program.run(['webpage', 'add', url, '--header', `X-Login: ${SECRET}`, '--json']);
    const [{ id }] = JSON.parse(added.stdout);
    // The command waits 20 s for a worker. On a busy machine a browser can take longer to start.
    await service.logged(/Chromium \S+ \(.*\) is ready for/);
    const captured = await program.run(['capture', id]);
    assert.equal(captured.code, 0, captured.stderr + service.log());
    assert.match(captured.stdout, /captured in .* s, verdict: (fine|unchanged) \(HTTP 200, Page two\)/);
    assert.match(captured.stderr, /waiting for a worker/);

    const path = `/v3/webpages/${id}/screenshots`;
    const answer = await fetch(service.origin + path, { headers: { Authorization: `Bearer ${token}` } });
    const { members } = (await answer.json()) as { members: { width: number }[] };
    assert.ok(members.every(({ width }) => width === 1280) && members.length > 0);

    const paused = await program.run(['webpage', 'pause', url]);
    assert.deepEqual([paused.code, paused.stdout], [0, `${url} is paused.\n`]);
    const resumed = await program.run(['webpage', 'resume', id]);
    assert.equal(resumed.code, 0);
    assert.match(resumed.stdout, /is resumed, next capture at \d{4}-/);
    assert.equal(await service.stop(), 0);
    assert.doesNotMatch(service.log(), new RegExp(SECRET));
    assert.match(service.log(), /"outcome":"shot"/);
  });
});

for (const engine of ENGINES.filter(({ name }) => name === 'sqlite')) {
  describe('an error is one line that names the solution', { concurrency: 2 }, () => {
    const program = useProgram(engine, LOCAL);
    before(() => withAccount(program));
    const add = ['webpage', 'add', 'https://example.org/'];
    const cases: Record<string, { args: string[]; line: RegExp }> = {
      'an unknown device': {
        args: [...add, '--viewport', 'toaster'],
        line: /"toaster".*allowed.*desktop.*WIDTHxHEIGHT/,
      },
      'a bad cron line': {
        args: [...add, '--schedule', '61 * * * *'],
        line: /"61 \* \* \* \*".*allowed are 5m.*cron line/,
      },
      'an unknown time zone': {
        args: [...add, '--time-zone', 'Mars/Base'],
        line: /"Mars\/Base".*IANA.*Europe\/Berlin/,
      },
      'a text that is not an address': {
        args: ['webpage', 'add', 'not a url'],
        line: /not a url.*https:\/\/example\.org/,
      },
      'an address of another scheme': {
        args: ['webpage', 'add', 'file:///etc/passwd'],
        line: /file:\/\/\/etc\/passwd.*only http: and https:/,
      },
      'a page that is not tracked': {
        args: ['capture', 'https://example.org/nowhere'],
        line: /example\.org\/nowhere" is not tracked.*webpage add/,
      },
      'a delay that is not a number': { args: [...add, '--delay', 'soon'], line: /--delay.*soon.*whole number/ },
    };
    for (const [name, { args, line }] of Object.entries(cases)) {
      test(name, async () => {
        const { code, stdout, stderr } = await program.run(args);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(stderr, line);
        assert.match(stderr, /^pagekeep: [^\n]*\n$/);
      });
    }

    test('a missing browser, for a capture', async () => {
      const url = `${server.origin}/one`;
      await program.run(['webpage', 'add', url]);
      const { code, stderr } = await program.run(['capture', url, '--now'], { CHROMIUM_PATH: '/no/such/browser' });
      assert.equal(code, 1);
      assert.match(stderr, /^pagekeep: CHROMIUM_PATH is "\/no\/such\/browser".*give the path of a Chromium[^\n]*\n$/);
    });

    test('a missing browser, for a service, which runs without it', async () => {
      const service = await program.serve({ CHROMIUM_PATH: '/no/such/browser' });
      await service.logged(/Pages are not captured: CHROMIUM_PATH is/);
      assert.equal((await fetch(`${service.origin}/v3/webpages`)).status, 401);
      assert.equal(await service.stop(), 0);
    });

    test('a loopback address, with the setting that allows it', async () => {
      const url = `${server.origin}/two`;
      await program.run(['webpage', 'add', url]);
      const { code, stdout } = await program.run(['capture', url, '--now'], { CAPTURE_ALLOW: '' });
      assert.equal(code, 1);
      assert.match(stdout, /refused: 127\.0\.0\.1 is .*CAPTURE_ALLOW=127\.0\.0\.1/);
    });
  });
}
