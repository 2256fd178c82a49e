import { streamPicture } from '../../../app/read-picture.ts';
import { captureFileName } from '../../../domain/file-name.ts';
import { extensionOf, imageType } from '../../../domain/image-key.ts';
import { attachment } from '../../attachment.ts';
import { withQuery } from '../../links.ts';
import { captureOf } from '../../records.ts';
import { type Answer, field, type MemberVisit, redirect, type Web } from '../../visit.ts';

/** Sets or clears the favourite mark. The query keeps the current view; the fragment moves the focus to the button. */
export async function doFavorite(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id, webpageId } = await captureOf(web, visit, visit.parameters.capture);
  const isFavorite = field(visit, 'favorite') === 'on';
  await web.store.screenshots.setFavorite(visit.member.owner, { webpageId, id, isFavorite, now: web.now() });
  return redirect(`${withQuery(web.links.capture(webpageId, id), visit.query, {})}#star`);
}

/** The stored image file, with host, path and time as its file name. */
export async function downloadCapture(web: Web, visit: MemberVisit): Promise<Answer> {
  const { url, picture, createdAt } = await captureOf(web, visit, visit.parameters.capture);
  const { length, stream } = await streamPicture(web.images, picture);
  const name = captureFileName(url, createdAt, extensionOf(picture.contentKey));
  return {
    kind: 'file',
    stream,
    headers: {
      'content-type': imageType(picture.contentKey),
      'content-length': String(length),
      'content-disposition': attachment(name),
    },
  };
}
