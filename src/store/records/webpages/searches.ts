import type { Searches } from '../../../domain/ports/searches.ts';
import type { Queries } from '../../engine/database.ts';
import { searchScreenshots } from '../captures/screenshot-search.ts';
import { searchWebpages } from './webpage-search.ts';

export function searches(queries: Queries): Searches {
  return {
    webpages: (owner, request) => searchWebpages(queries, owner, request),
    screenshots: (owner, request) => searchScreenshots(queries, owner, request),
  };
}
