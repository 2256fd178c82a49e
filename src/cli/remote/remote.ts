import type { PagekeepClient, WebPageInList } from '../../client/client.ts';
import { PagekeepError } from '../../client/errors.ts';
import { isIdentifier } from '../../domain/identifier.ts';
import { Problem, type ProblemKind } from '../../domain/problem.ts';
import { printable } from '../../domain/text.ts';

/** Connects to the service that the command names. */
export type Remote = () => PagekeepClient;

const KINDS: Partial<Record<PagekeepError['kind'], ProblemKind>> = { network: 'unavailable', other: 'unavailable' };

/** Runs a command, and turns an error of the service into one of the program. */
export async function withRemote(remote: Remote, work: (client: PagekeepClient) => Promise<void>): Promise<void> {
  try {
    await work(remote());
  } catch (error) {
    if (!(error instanceof PagekeepError)) throw error;
    throw new Problem(KINDS[error.kind] ?? (error.kind as ProblemKind), error.message, { cause: error });
  }
}

/** Finds a webpage by id or address. Throws Problem('not-found'), and Problem('invalid') for an ambiguous address. */
export async function remoteWebpage(
  client: PagekeepClient,
  target: string,
): Promise<Pick<WebPageInList, 'identifier' | 'url'>> {
  if (isIdentifier(target)) return (await client.webpages.get(target)).record;
  const found: WebPageInList[] = [];
  for await (const webpage of client.webpages.list({ url: target })) found.push(webpage);
  const [webpage, second] = found;
  if (!webpage) throw new Problem('not-found', `The webpage ${printable(target, 200)} is not tracked.`);
  if (!second) return webpage;
  const ids = found.map(({ identifier }) => identifier).join(', ');
  throw new Problem('invalid', `${webpage.url} is tracked several times. Use the id of one of them: ${ids}.`);
}
