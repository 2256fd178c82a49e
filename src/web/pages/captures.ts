import { imageType } from '../../domain/image-key.ts';
import { withQuery } from '../links.ts';
import { captureOf, webpageOf } from '../records.ts';
import { type Answer, field, type MemberVisit, redirect, type Web } from '../visit.ts';

/** Sets or clears the favourite mark. The query keeps the current view of the capture. */
export async function doFavorite(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id, webpageId } = await captureOf(web, visit, visit.parameters.capture);
  const isFavorite = field(visit, 'favorite') === 'on';
  await web.store.screenshots.setFavorite(visit.member.owner, { webpageId, id, isFavorite, now: web.now() });
  return redirect(withQuery(web.links.capture(webpageId, id), visit.query, {}));
}

/** The stored image file, with host and time as its file name. */
export async function downloadCapture(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const { picture, createdAt } = await captureOf(web, visit, visit.parameters.capture);
  const { length, stream } = await web.images.read(picture.contentKey);
  const host = new URL(webpage.url).host.replace(/[^a-z0-9.-]+/gi, '-');
  const time = createdAt.slice(0, 16).replace(':', '-');
  const extension = picture.contentKey.split('.').at(-1);
  return {
    kind: 'file',
    stream,
    headers: {
      'Content-Type': imageType(picture.contentKey),
      'Content-Length': String(length),
      'Content-Disposition': `attachment; filename="${host}-${time}.${extension}"`,
    },
  };
}
