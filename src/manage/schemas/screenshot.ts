import { Type } from '../../api/json-schema.ts';
import { ScreenshotInList } from '../../api/schemas.ts';
import { closed, pageOf } from './parts.ts';

export const Screenshots = pageOf(ScreenshotInList, 'A page of the list of captures of all webpages.');

export const ScreenshotPatch = Type.Object(
  { isFavorite: Type.Boolean({ description: 'Whether the record is marked as favorite.' }) },
  { ...closed, description: 'What to change.' },
);
