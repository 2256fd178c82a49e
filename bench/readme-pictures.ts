/** Takes the pictures of the README from a new demo archive. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '../src/browser/chromium/find.ts';
import { cacheDir } from '../test/harness/chromium.ts';
import { runPagekeep, startPagekeep } from './pagekeep.ts';

const SIZE = { width: 1440, height: 900 };
const PASSWORD = 'a password for pictures';

const dataDir = mkdtempSync(join(tmpdir(), 'pagekeep-pictures-'));
const place = { dataDir, databaseUrl: `sqlite:${dataDir}/pagekeep.db` };
try {
  const { account } = runPagekeep<{ account: string }>(place, 'demo');
  setPassword(account);
  await using service = await startPagekeep(place, { CHROMIUM_PATH: '/bin/false' });
  const { path, env } = await findBrowser({ cacheDir, searchPath: [], chromiumPath: undefined });
  await using browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    env: { ...process.env, ...env },
  });
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', locale: 'en-GB', timezoneId: 'UTC' });
  await page.goto(`${service.origin}/sign-in`);
  await page.fill('input[name=email]', account);
  await page.fill('input[name=password]', PASSWORD);
  await page.press('input[name=password]', 'Enter');
  await page.waitForURL(`${service.origin}/`);
  await take(page, 'changes');
  await page.goto(`${service.origin}/archive`);
  await take(page, 'archive');
  await page.getByRole('link', { name: 'Plans and pricing' }).first().click();
  await take(page, 'webpage');
  await page.goto(`${service.origin}/`);
  await page.getByRole('link', { name: 'Open the change of Plans and pricing' }).click();
  await take(page, 'compare');
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function setPassword(account: string): void {
  const program = join(import.meta.dirname, '../bin/pagekeep.js');
  const { status } = spawnSync(program, ['account', 'password', account, '--password-stdin'], {
    env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
    input: PASSWORD,
  });
  if (status !== 0) throw new Error(`the password of ${account} could not be set`);
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const picture = sharp(await page.screenshot()).png({ palette: true, quality: 95, effort: 10 });
  await picture.toFile(join(import.meta.dirname, '../docs/images', `${name}.png`));
}
