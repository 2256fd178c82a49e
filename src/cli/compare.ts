import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { counted } from '../domain/counted.ts';
import type { Box, Findings, Region } from '../domain/findings.ts';
import { Problem } from '../domain/problem.ts';
import { print } from './run.ts';

interface CompareFlags {
  readonly json?: boolean;
  readonly picture?: string;
}

export function compareCommand(): Command {
  return new Command('compare')
    .description(
      'Find what changed between two pictures of one page. Needs no service and no archive. Exit code 0 also if the page changed.',
    )
    .argument('<before>', 'image file of the older page')
    .argument('<after>', 'image file of the newer page')
    .option('--json', 'print one JSON object')
    .option('--picture <file>', 'write both pictures side by side, aligned and with the changes marked, to a PNG file')
    .action(async (older: string, newer: string, flags: CompareFlags) => {
      if (flags.picture !== undefined) checkTarget(flags.picture, [older, newer]);
      const [before, after] = [await readPicture(older), await readPicture(newer)];
      const { compareHere } = await import('../picture/compare/compare-here.ts');
      const findings = await compareHere(before, after).catch((error) => {
        throw nameFile(error, older, newer);
      });
      // First, so that a picture that cannot be drawn or written does not cost the result.
      print(flags, findings, describe(findings));
      if (flags.picture === undefined) return;
      const { drawComparison } = await import('../picture/compare/draw-comparison.ts');
      await writePicture(flags.picture, await drawComparison(before, after, findings));
    });
}

function checkTarget(path: string, sources: readonly string[]): void {
  if (path === '') throw new Problem('invalid', 'The name of the file for --picture is empty.');
  if (!sources.some((source) => resolve(source) === resolve(path))) return;
  throw new Problem('invalid', `The file ${path} is one of the pictures to compare. Choose another one for --picture.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'access is not allowed',
};

async function readPicture(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch(() => undefined);
  // A device such as /dev/zero has no end. A pipe has one.
  if (found?.isCharacterDevice() || found?.isBlockDevice())
    throw new Problem('invalid', `The file ${path} cannot be read: it is a device.`);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Problem('invalid', `The file ${path} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
}

async function writePicture(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'its folder does not exist' : (REASONS[error.code ?? ''] ?? error.message);
    throw new Problem('invalid', `The file ${path} cannot be written: ${reason}.`);
  });
}

/** The comparison calls the pictures older and newer; a command knows the names of their files. */
function nameFile(error: unknown, older: string, newer: string): unknown {
  if (!(error instanceof Problem)) return error;
  const message = error.message
    .replace('The older picture', () => `The file ${older}`)
    .replace('The newer picture', () => `The file ${newer}`);
  return new Problem(error.kind, message, { cause: error });
}

function describe(findings: Findings): string {
  const { word, share, regions, omitted, moved } = findings;
  const lines = [`${word}: ${percentOf(share)} of the page, ${counted(regions.length + omitted, 'region')}`];
  for (const [index, region] of regions.entries())
    lines.push(`${String(index + 1).padStart(4)}  ${describeRegion(region)}`);
  if (omitted > 0) lines.push(`      and ${counted(omitted, 'smaller region')}`);
  if (moved.length > 0) lines.push(`${counted(moved.length, 'part')} moved without a change`);
  return lines.join('\n');
}

function describeRegion({ kind, before, after }: Region): string {
  if (kind === 'added') return `added    ${placeOf(after)}`;
  if (kind === 'removed') return `removed  ${placeOf(before)} of the older picture`;
  const isInPlace = placeOf(before) === placeOf(after);
  return `altered  ${placeOf(after)}${isInPlace ? '' : `, was ${placeOf(before)}`}`;
}

function placeOf({ x, y, width, height }: Box): string {
  return `${width} × ${height} at ${x}, ${y}`;
}

function percentOf(share: number): string {
  if (share === 0) return '0 %';
  return share < 0.001 ? 'less than 0.1 %' : `${(share * 100).toFixed(1)} %`;
}
