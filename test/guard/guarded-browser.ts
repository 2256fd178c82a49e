import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Chromium, launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { type GuardProxy, openProxy } from '../../src/guard/proxy.ts';
import { cacheDir } from '../harness/chromium.ts';
import { refuseInQuickRun } from '../harness/quick.ts';

export type GuardedBrowser = {
  /** The proxy of the browser itself, which reaches no host. */
  leadsNowhere: GuardProxy;
  /** Opens `url` in a new context with this proxy. Pop-ups stay open. */
  visit(url: string, proxy: GuardProxy | undefined): Promise<Visit>;
  close(): Promise<void>;
};

type Visit = {
  /** Waits for the document and evaluates the expression with a user gesture. */
  click(expression: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the browser with its usual flags; `flags` override them. With a `nameServer` the browser has a resolv.conf of its
 * own, which needs root.
 */
export async function openGuardedBrowser(flags: string[], nameServer?: string): Promise<GuardedBrowser> {
  refuseInQuickRun('a browser');
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-guarded-'));
  const searchPath = (process.env.PATH ?? '').split(':');
  const found = await findBrowser({ cacheDir, searchPath });
  const path = join(folder, 'headless_shell');
  const resolvConf = join(folder, 'resolv.conf');
  await writeFile(resolvConf, `nameserver ${nameServer}\n`);
  const inside = `unshare -m sh -c 'mount --bind ${resolvConf} /etc/resolv.conf && exec "$@"' sh`;
  const quoted = flags.map((flag) => `'${flag}'`).join(' ');
  const command = `exec ${nameServer ? inside : ''} '${found.path}' "$@" ${quoted}`;
  await writeFile(path, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  const leadsNowhere = await openProxy(makeGuard({ allow: [], resolve: async () => [] }));
  const chromium = await launchChromium({
    executable: { ...found, path },
    sandbox: process.getuid?.() !== 0,
    fontConfig: '/etc/fonts/fonts.conf',
    proxyUrl: leadsNowhere.url,
    searchPath,
  });
  return {
    leadsNowhere,
    visit: (url, proxy) => visit(chromium, url, proxy),
    close: async () => {
      await chromium.kill();
      await leadsNowhere.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function visit({ connection }: Chromium, url: string, proxy: GuardProxy | undefined): Promise<Visit> {
  const context =
    proxy &&
    (await connection.send('Target.createBrowserContext', {
      proxyServer: proxy.url,
      proxyBypassList: '<-loopback>',
      disposeOnDetach: true,
    }));
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', ...context });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  // Not awaited, because a host that never answers would block it.
  connection.send('Page.navigate', { url }, sessionId).catch(() => undefined);
  return {
    click: async (expression) => {
      const evaluate = (expression: string) =>
        connection.send('Runtime.evaluate', { expression, userGesture: true }, sessionId);
      const shown = `location.href !== 'about:blank' && document.readyState === 'complete'`;
      for (let tries = 0; tries < 2000 && (await evaluate(shown)).result.value !== true; tries++) await setTimeout(10);
      await evaluate(expression);
    },
    close: async () => {
      if (context) await connection.send('Target.disposeBrowserContext', context);
      else await connection.send('Target.closeTarget', { targetId });
    },
  };
}
