import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
