import { type LockedArchive, openConfiguredCamera, openConfiguredMailer } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Finding } from '../domain/finding.ts';

const FETCH_TIMEOUT_MS = 10_000;
const MAIL_TIMEOUT_MS = 60_000;

/** Checks what the settings name, in the way the service uses it. The database works, because the archive is open. */
export async function* checkSettings({ store, images }: LockedArchive, config: Config): AsyncGenerator<Finding> {
  yield* await faultOf('IMAGES_URL', () => images.check());
  yield* await faultOf('PUBLIC_URL', () => fetchOk(`${config.publicUrl}/healthz`));
  const [picture] = await store.check.pictureFiles('', 1);
  if (picture) yield* await faultOf('IMAGE_HOST_URL', () => fetchOk(`${config.imageHostUrl}/${picture.thumbnailKey}`));
  const { mail } = config;
  if (mail) {
    const check = async () => (await openConfiguredMailer(mail)).check(AbortSignal.timeout(MAIL_TIMEOUT_MS));
    yield* await faultOf('SMTP_URL', check);
  }
  yield* await browserFindings(config);
}

async function browserFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const fault = await faultOf('CHROMIUM_PATH', async () => {
    const camera = await openConfiguredCamera(config, () => undefined);
    const { undrawableScripts } = camera.status();
    if (undrawableScripts.length > 0) findings.push({ kind: 'fonts', undrawable: undrawableScripts });
    await camera.close();
  });
  return [...fault, ...findings];
}

async function faultOf(name: string, work: () => Promise<unknown>): Promise<Finding[]> {
  try {
    await work();
    return [];
  } catch (error) {
    return [{ kind: 'setting', name, fault: error instanceof Error ? error.message : String(error) }];
  }
}

async function fetchOk(url: string): Promise<void> {
  let status: number;
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    ({ status } = response);
  } catch {
    throw new Error(
      `${url} does not respond. The service must be running, and this machine must be able to reach the address.`,
    );
  }
  if (status !== 200) throw new Error(`${url} responds with HTTP status ${status} instead of 200.`);
}
