import { getDomain } from 'tldts';

/**
 * The group of a webpage: the registrable domain of its host according to the Public Suffix List, including private
 * suffixes. For a host without one (localhost, an IP address, an intranet name, a suffix itself) it is the host without
 * port.
 */
export function groupName(url: string): string {
  const host = new URL(url).hostname;
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false, extractHostname: false }) ?? host;
}
