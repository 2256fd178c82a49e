import { randomBytes } from 'node:crypto';
import type { SealedText } from '../domain/ports/sealed-texts.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

/** Texts that one transaction encrypts again. */
const BATCH_SIZE = 50;

interface Rotation {
  readonly from: SealingKey;
  readonly to: SealingKey;
  readonly report: (text: string) => void;
}

export interface RotationReport {
  readonly rotated: number;
  /** Texts that neither key decrypts. They stay as they are. */
  readonly unreadable: number;
}

/**
 * Encrypts all stored secrets with another key. A rotation that is interrupted leaves each text readable with one of the
 * two keys, and the next run completes it.
 */
export async function rotateKey(store: Store, { from, to, report }: Rotation): Promise<RotationReport> {
  let rotated = 0;
  for (let after: SealedText | undefined; ; ) {
    const texts = await store.sealedTexts.others(to.id, after, BATCH_SIZE);
    if (texts.length === 0) return { rotated, unreadable: await store.sealedTexts.countOthers(to.id) };
    const again = texts.flatMap((text) => {
      const by = sealAgain(text, from, to);
      return by === undefined ? [] : [{ ...text, by }];
    });
    rotated += await store.sealedTexts.replace(again);
    after = texts.at(-1);
    report(`${rotated} secrets`);
  }
}

/** Undefined if the old key does not decrypt the text. */
function sealAgain({ boundTo, sealed }: SealedText, from: SealingKey, to: SealingKey): string | undefined {
  try {
    return seal(to, { text: unseal(from, { sealed, boundTo }), boundTo, randomBytes });
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
