import { Readable } from 'node:stream';
import { PART_TYPES, type PartParameters, partInfo, readPart } from '../../../domain/picture-part.ts';
import { etagOf } from '../../../http/etag.ts';
import { captureOf } from '../../records.ts';
import type { Answer, MemberVisit, Web } from '../../visit.ts';

/** A part of the picture of a capture, with the URL of the IIIF Image API. */
export async function showPart(web: Web, visit: MemberVisit): Promise<Answer> {
  const { picture } = await captureOf(web, visit, visit.parameters.capture);
  const { region = '', size = '', rotation = '', file = '' } = visit.parameters as Partial<PartParameters>;
  const part = readPart(picture, { region, size, rotation, file });
  return {
    kind: 'image',
    type: PART_TYPES[part.format],
    etag: etagOf(`${picture.id}/${region}/${size}/${file}`),
    read: () => web.readPicturePart(picture, part),
  };
}

/** The description of the tiles of a picture, for the viewer. */
export async function showPartInfo(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id, webpageId, picture } = await captureOf(web, visit, visit.parameters.capture);
  const path = `${web.links.capture(webpageId, id)}/iiif`;
  const info = JSON.stringify(partInfo(new URL(path, web.links.publicUrl).href, picture));
  const type = 'application/ld+json;profile="http://iiif.io/api/image/3/context.json"';
  return { kind: 'file', headers: { 'content-type': type }, stream: Readable.from([info]) };
}
