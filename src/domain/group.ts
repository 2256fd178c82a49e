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

/** The group that a person names by its name, a host or an address. A text that is none of these is the name of no group. */
export function groupNamed(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  return url?.hostname ? groupName(url.href) : text.toLowerCase();
}
