const LONGEST_PLACE = 100;

/** Windows treats these as devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|-|$)/i;

/** A file name that every system accepts: host, path and time of a capture. */
export function captureFileName(url: string, capturedAt: string, extension: string): string {
  const { host, pathname, search } = new URL(url);
  const place = `${host}${decoded(pathname + search)}`
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .replace(DEVICE, '_$1');
  const time = capturedAt.slice(0, 16).replace('T', '_').replace(':', '-');
  return `${[...place].slice(0, LONGEST_PLACE).join('')}_${time}.${extension}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
