import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The name of these lists in BLOCK_LISTS. */
export const bundled = 'bundled';

/**
 * The package is made for the filtering rules of browser extensions. Each file begins with a rule whose metadata have the text of the
 * list. The code of the package is not used.
 */
const folder = join(dirname(fileURLToPath(import.meta.resolve('@adguard/dnr-rulesets'))), '../filters/declarative');

/** AdGuard's numbers of the lists against advertisements. Lists against tracking, cookie notices and widgets are left out. */
const numbers = {
  'EasyList and AdGuard Base': 2,
  'Mobile Ads': 11,
  Arabic: 112,
  Bulgarian: 103,
  'Chinese, with EasyList China': 224,
  'Czech and Slovak': 105,
  Dutch: 8,
  Estonian: 218,
  Finnish: 233,
  'French, with Liste FR': 16,
  'German, with EasyList Germany': 6,
  Hebrew: 108,
  Hungarian: 203,
  Indian: 253,
  Indonesian: 120,
  Italian: 109,
  Japanese: 7,
  Latvian: 111,
  Lithuanian: 110,
  Macedonian: 254,
  Polish: 216,
  Russian: 1,
  'Spanish and Portuguese': 9,
  Thai: 202,
  Turkish: 13,
  Ukrainian: 23,
  Vietnamese: 214,
};

type RuleSet = readonly [{ readonly metadata: { readonly rawFilterList: string } }, ...unknown[]];

async function readList(number: number): Promise<string> {
  const file = join(folder, `ruleset_${number}`, `ruleset_${number}.json`);
  const rules = JSON.parse(await readFile(file, 'utf8')) as RuleSet;
  return rules[0].metadata.rawFilterList;
}

/** The lists against advertisements that are part of a package. They change only with its version. */
export async function readBundledLists(): Promise<string[]> {
  const lists: string[] = [];
  // The largest file has 20 MB, so one is read after another.
  for (const number of Object.values(numbers)) lists.push(await readList(number));
  return lists;
}

/** Changes with the lists. */
export async function bundledVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, '../../../package.json'), 'utf8')) as { version: string };
  return `${version} ${Object.values(numbers).join()}`;
}
