/** The icons of the hosts whose webpages an account tracks. A host is written with its port, as in a URL. */
export interface SiteIcons {
  /** The versions of the icons of these hosts. Hosts without an icon are left out. */
  versions(owner: string, hosts: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A small PNG; undefined if the host has no icon. */
  find(owner: string, host: string): Promise<SiteIcon | undefined>;
  /** When a capture last looked for the icon; undefined: never. */
  checkedAt(owner: string, host: string): Promise<string | undefined>;
}

interface SiteIcon {
  /** Changes with the image. */
  readonly version: string;
  readonly image: Uint8Array;
}
