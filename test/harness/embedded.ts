import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EmbeddedPlaces } from '../../src/backup/layout.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Picture } from '../../src/domain/screenshot.ts';
import { openImages } from '../../src/images/open.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { temporaryFolder } from './engines.ts';
import { addPerson, addScreenshot, addWebpage, storePicture } from './records.ts';

type Undo = (work: () => unknown) => void;

export async function emptyFolder(undo: Undo, name: string): Promise<string> {
  const folder = await temporaryFolder(name);
  undo(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths for an archive with SQLite and an image folder. */
export async function emptyPlaces(undo: Undo): Promise<EmbeddedPlaces> {
  const folder = await emptyFolder(undo, 'place');
  return {
    databasePath: join(folder, 'pagekeep.db'),
    imageFolder: join(folder, 'images'),
    secretKeyPath: join(folder, 'secret.key'),
  };
}

/** An open archive with some pictures and a secret key. */
export interface EmbeddedArchive {
  readonly places: EmbeddedPlaces;
  readonly store: Store;
  readonly images: Images;
  readonly owner: string;
  addPicture(): Promise<Picture>;
}

/** Options of a backup and of a restore. */
export const quietly = { progress: () => undefined, generations: 1 };

export const KEY = 'k'.repeat(64);

export async function makeArchive(undo: Undo, pictures = 2): Promise<EmbeddedArchive> {
  const places = await emptyPlaces(undo);
  await writeFile(places.secretKeyPath, KEY, { mode: 0o600 });
  const { database } = await openMigrated(`sqlite:${places.databasePath}`);
  undo(() => database.close());
  const store = storeOn(database);
  const images = await openImages(`file:${places.imageFolder}`);
  const { owner } = await addPerson(store);
  const { id } = await addWebpage(store, owner);
  const addPicture = async () =>
    (await addScreenshot(store, owner, id, { picture: await storePicture(images) })).picture;
  for (let i = 0; i < pictures; i += 1) await addPicture();
  return { places, store, images, owner, addPicture };
}

/** The path of the list of files of a backup. */
export function listOf(folder: string, { generation }: { readonly generation: string }): string {
  return join(folder, `SHA256SUMS-${generation}`);
}

/** Deletes the records of a picture, as a sweep does, but not its files. */
export function deletePicture({ databasePath }: EmbeddedPlaces, id: string): void {
  const database = new DatabaseSync(databasePath);
  database.prepare('DELETE FROM screenshots WHERE picture_id = ?').run(id);
  database.prepare('DELETE FROM pictures WHERE id = ?').run(id);
  database.close();
}
