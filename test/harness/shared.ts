/** The address of a resource that global-setup.ts shares between test files; undefined without it. */
export async function shared(name: 'postgres' | 'postgres-folder' | 'sqlite'): Promise<string | undefined> {
  const address = process.env.PAGEKEEP_TEST_SHARED;
  if (!address) return undefined;
  const answer = await fetch(`${address}/${name}`);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
