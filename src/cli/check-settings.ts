import { type LockedArchive, openConfiguredCamera } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Finding } from '../domain/finding.ts';

const PATIENCE_MS = 10_000;

/** What the settings name, asked as the service would. The database answered already: the archive is open. */
export async function* checkSettings({ store, images }: LockedArchive, config: Config): AsyncGenerator<Finding> {
  yield* await faultOf('IMAGES_URL', () => images.check());
  yield* await faultOf('PUBLIC_URL', () => fetchOk(`${config.publicUrl}/healthz`));
  const [picture] = await store.check.pictureFiles('', 1);
  if (picture) yield* await faultOf('IMAGE_HOST_URL', () => fetchOk(`${config.imageHostUrl}/${picture.thumbnailKey}`));
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
    const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    ({ status } = answer);
  } catch {
    throw new Error(`${url} does not answer. The service has to run, and this machine has to reach that address.`);
  }
  if (status !== 200) throw new Error(`${url} answers with HTTP status ${status} instead of 200.`);
}
