import { getDomain } from 'tldts';

/**
 * The group that a webpage belongs to: the registrable domain of its host by the whole Public Suffix List. A host
 * without one (localhost, an IP address, an intranet name, a suffix itself) stands for itself, without its port.
 */
export function groupName(url: string): string {
  const host = new URL(url).hostname;
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false, extractHostname: false }) ?? host;
}
