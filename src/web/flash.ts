/**
 * Content that the next page shows once: a message about the processed form, or a secret that was just made. It travels in a
 * cookie that the next page deletes, so that neither a reload nor a bookmark shows it again.
 */
export interface Flash {
  /** A key of NOTICES or WARNINGS (notices.ts). */
  readonly notice?: string;
  /** The name in the notice. */
  readonly about?: string;
  /** When the form moved something to the trash, which the notice offers to restore. */
  readonly undo?: string;
  /** The fields of a form that takes back what was just ignored, as a query. */
  readonly ignored?: string;
  /** A new token, or the secret of a new invitation. */
  readonly secret?: string;
}

export const FLASH_COOKIE = 'pagekeep_flash';

/** The cookie lives this long if the next page is never opened. */
export const FLASH_SECONDS = 60;

/** A longer text cannot come from writeFlash. */
const LONGEST = 4000;

export function writeFlash(flash: Flash): string {
  return Buffer.from(JSON.stringify(flash)).toString('base64url');
}

/** Undefined for a cookie that is missing or was not written by writeFlash. */
export function readFlash(cookie: string | undefined): Flash | undefined {
  if (cookie === undefined || cookie.length > LONGEST) return undefined;
  try {
    const { notice, about, undo, ignored, secret } = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    return {
      ...(typeof notice === 'string' && { notice }),
      ...(typeof about === 'string' && { about }),
      ...(typeof undo === 'string' && { undo }),
      ...(typeof ignored === 'string' && { ignored }),
      ...(typeof secret === 'string' && { secret }),
    };
  } catch {
    return undefined;
  }
}
