import { writeFile } from 'node:fs/promises';
import openapiTypescript from 'openapi-typescript';
import { makeManageLinks } from '../../src/manage/links.ts';
import { manageDocument } from '../../src/manage/openapi.ts';
import { MANAGE_ROUTES } from '../../src/manage/routes.ts';

/** Run this file to make it again: `node test/manage/generate-types.ts`. */
export const TYPES = new URL('./openapi-types.d.ts', import.meta.url);

/** The types that openapi-typescript makes of the management API, without descriptions and headers, which clients do not call. */
export function generateTypes(): Promise<string> {
  const document = manageDocument(makeManageLinks('https://archive.example'), MANAGE_ROUTES);
  return openapiTypescript(shortened(document) as never);
}

const ERROR = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };

function shortened(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => shortened(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, each]) => typeof each !== 'string' || (name !== 'description' && name !== 'summary'))
    .filter(([name]) => key === 'properties' || (name !== 'headers' && !(key === 'responses' && Number(name) >= 400)))
    .map(([name, each]) => [name, shortened(each, name)]);
  return { ...Object.fromEntries(entries), ...(key === 'responses' && { default: ERROR }) };
}

if (import.meta.main) await writeFile(TYPES, await generateTypes());
