/** The value of Content-Disposition for a download (RFC 6266): a name in ASCII for old clients, and the whole name. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
