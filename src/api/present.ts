import type { CaptureKnowledge } from '../domain/capture-schedule.ts';
import type { Screenshot as ScreenshotRecord } from '../domain/screenshot.ts';
import type { Webpage } from '../domain/webpage.ts';
import { tellWords } from '../domain/word-change.ts';
import type { Links } from './links.ts';
import type { EntryPoint, ErrorRecord, Screenshot, ScreenshotInList, View, WebPage, WebPageInList } from './schemas.ts';

/** Records as the contract shows them, field by field in its order. Only a single record names its collection. */
export function presentWebpage(links: Links, webpage: Webpage): WebPage {
  return { ...presentWebpageInList(links, webpage), collection: links.webpages };
}

export function presentWebpageInList(links: Links, webpage: Webpage): WebPageInList {
  return {
    type: 'WebPage',
    id: links.webpage(webpage.id),
    identifier: webpage.id,
    name: webpage.name,
    url: webpage.url,
    keywords: webpage.keywords as string[],
    dateCreated: webpage.createdAt,
    dateModified: webpage.modifiedAt,
    subjectOf: { type: 'Collection', id: links.screenshots(webpage.id) },
    isPartOf: { type: 'WebPageGroup', name: webpage.groupName },
  };
}

/** `known` is what is known about the screenshot, if it was not deleted meanwhile. */
export function presentScreenshot(
  links: Links,
  screenshot: ScreenshotRecord,
  known: CaptureKnowledge | undefined,
): Screenshot {
  return { ...presentScreenshotInList(links, screenshot, known), collection: links.screenshots(screenshot.webpageId) };
}

export function presentScreenshotInList(
  links: Links,
  screenshot: ScreenshotRecord,
  known: CaptureKnowledge | undefined,
): ScreenshotInList {
  const { id, webpageId, picture } = screenshot;
  const textChange = tellWords(known?.comparison?.words);
  return {
    type: 'ImageObject',
    id: links.screenshot(webpageId, id),
    identifier: id,
    isFavorite: screenshot.isFavorite,
    dateCreated: screenshot.createdAt,
    dateModified: screenshot.modifiedAt,
    contentUrl: links.image(picture.contentKey),
    encodingFormat: picture.contentType,
    width: picture.width,
    height: picture.height,
    contentSize: String(picture.bytes),
    sha256: picture.sha256,
    thumbnail: {
      type: 'ImageObject',
      contentUrl: links.image(picture.thumbnailKey),
      encodingFormat: picture.thumbnailType,
    },
    about: { type: 'WebPage', id: links.webpage(webpageId) },
    verdict: screenshot.verdict,
    capturedUrl: screenshot.url,
    ...(known?.title && { title: known.title }),
    ...(known?.finalUrl !== undefined && { finalUrl: known.finalUrl }),
    ...(known?.httpStatus !== undefined && { httpStatus: known.httpStatus }),
    ...(known?.comparison && {
      changeShare: known.comparison.share,
      ...(textChange !== undefined && { textChange }),
      isBasedOn: links.screenshot(webpageId, known.comparison.beforeId),
    }),
  };
}

export function presentCollection<Member>(id: string, totalItems: number, members: Member[], view: View) {
  return { type: 'Collection', id, totalItems, members, view } as const;
}

export function presentEntryPoint(links: Links): EntryPoint {
  return { type: 'EntryPoint', id: links.base, title: 'Pagekeep Archive API', collection: links.webpages };
}

export function presentError(title: string, description: string): ErrorRecord {
  return { type: 'Error', title, description };
}
