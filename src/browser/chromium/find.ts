import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Problem } from '../../domain/problem.ts';
import { makeFolderOnce } from './make-folder-once.ts';

const run = promisify(execFile);

export type Executable = {
  readonly path: string;
  /** A headless shell needs half the CPU time of a Chrome in its new headless mode. */
  readonly shell: boolean;
  /** Further environment variables: the path of its own libraries. */
  readonly env: Readonly<Record<string, string>>;
};

export type BrowserSearch = {
  /** CHROMIUM_PATH. If it is set, no other browser is searched. */
  readonly chromiumPath?: string | undefined;
  readonly cacheDir: string;
  /** The folders of PATH. */
  readonly searchPath: readonly string[];
};

const systemShells = ['chrome-headless-shell', 'chromium-headless-shell', 'headless_shell'];
const systemChromes = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const shellFolders = ['/usr/lib/chromium', '/usr/lib64/chromium-browser', '/opt/google/chrome'];
const macChromes = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

async function executable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function firstExecutable(folders: readonly string[], names: readonly string[]): Promise<string | undefined> {
  for (const folder of folders)
    for (const name of names) if (await executable(join(folder, name))) return join(folder, name);
  return undefined;
}

async function starts(path: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  return run(path, ['--version'], { env, timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

async function configured(path: string): Promise<Executable> {
  if (!(await executable(path)))
    throw new Problem(
      'unavailable',
      `CHROMIUM_PATH is ${JSON.stringify(path)}, which is not an executable file; give the path of a Chromium or a chrome-headless-shell.`,
    );
  return { path, shell: /headless[-_]shell/.test(path), env: {} };
}

/** The headless shell of the npm package, unpacked once into a folder with its version in the name. */
async function bundled(cacheDir: string): Promise<Executable | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const root = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = await makeFolderOnce(join(cacheDir, `chromium-${version}-x64`), async (staging) => {
    const archives = ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br'].map((name) => join(root, 'bin', name));
    const script = fileURLToPath(new URL('inflate.ts', import.meta.url));
    await run(process.execPath, [script, ...archives], { env: { TMPDIR: staging } });
    await chmod(join(staging, 'chromium'), 0o755);
  });
  const path = join(folder, 'chromium');
  // Prefers the NSS library of the machine to the one of the package.
  for (const env of [{}, { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }])
    if (await starts(path, env)) return { path, shell: true, env };
  return undefined;
}

/** Throws Problem('unavailable') with the names that were searched for. */
export async function findBrowser(
  { chromiumPath, cacheDir, searchPath }: BrowserSearch,
  beyondPath: readonly string[] = shellFolders,
): Promise<Executable> {
  if (chromiumPath) return configured(chromiumPath);
  const shell = await firstExecutable([...searchPath, ...beyondPath], systemShells);
  if (shell) return { path: shell, shell: true, env: {} };
  const inside = await bundled(cacheDir);
  if (inside) return inside;
  const chrome =
    (await firstExecutable(searchPath, systemChromes)) ??
    (process.platform === 'darwin' ? await firstExecutable(['/'], macChromes) : undefined);
  if (chrome) return { path: chrome, shell: false, env: {} };
  throw new Problem(
    'unavailable',
    `No browser was found: looked for CHROMIUM_PATH (not set), ${[...systemShells, ...systemChromes].join(', ')} on PATH, ` +
      `and the Chromium of @sparticuz/chromium (${process.platform} ${process.arch}; it is for linux x64 only). ` +
      'Install chromium-headless-shell, or set CHROMIUM_PATH to the path of a Chromium.',
  );
}
