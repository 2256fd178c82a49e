import type { WebLinks } from './links.ts';

/** The page to continue with after the sign-in. Only a path of this application is accepted, never another site. */
export function nextPage(links: WebLinks, next: string | null): string {
  const here = 'http://here.invalid';
  const url = next === null ? null : URL.parse(next, here);
  if (!url || url.origin !== here) return links.home;
  const path = `${url.pathname}${url.search}`;
  // URL.parse turns "/.//evil.example" into the path "//evil.example", which browsers read as another host.
  return path.startsWith(links.home) && !path.startsWith('//') ? path : links.home;
}
