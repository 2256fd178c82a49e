import { createToken, getToken, getUsage, listTokens, listTrash, restore, revokeToken } from './account-operations.ts';
import {
  changeScreenshot,
  getCapture,
  getCaptureRequest,
  getPicture,
  getScreenshot,
  latestScreenshot,
  listCaptures,
  listScreenshots,
  removeScreenshot,
  requestCapture,
} from './capture-operations.ts';
import { compareScreenshots, listChanges } from './change-operations.ts';
import { getEvent, listEvents } from './event-operations.ts';
import type { ManageRoute } from './operation.ts';
import {
  addWebpages,
  changeWebpage,
  getWebpage,
  listWebpages,
  pause,
  removeWebpage,
  resume,
} from './webpage-operations.ts';

/** The whole of the management API. */
export const MANAGE_ROUTES: readonly ManageRoute[] = [
  { path: '/webpages', methods: { GET: listWebpages, POST: addWebpages } },
  { path: '/webpages/:webpage', methods: { GET: getWebpage, PATCH: changeWebpage, DELETE: removeWebpage } },
  { path: '/webpages/:webpage/pause', methods: { POST: pause } },
  { path: '/webpages/:webpage/resume', methods: { POST: resume } },
  { path: '/webpages/:webpage/captures', methods: { GET: listCaptures, POST: requestCapture } },
  { path: '/webpages/:webpage/captures/:capture', methods: { GET: getCapture } },
  { path: '/webpages/:webpage/capture-requests/:request', methods: { GET: getCaptureRequest } },
  { path: '/webpages/:webpage/screenshots/latest', methods: { GET: latestScreenshot } },
  {
    path: '/webpages/:webpage/screenshots/:screenshot',
    methods: { GET: getScreenshot, PATCH: changeScreenshot, DELETE: removeScreenshot },
  },
  { path: '/webpages/:webpage/screenshots/:screenshot/picture', methods: { GET: getPicture } },
  { path: '/screenshots', methods: { GET: listScreenshots } },
  { path: '/changes', methods: { GET: listChanges } },
  { path: '/compare', methods: { GET: compareScreenshots } },
  { path: '/events', methods: { GET: listEvents } },
  { path: '/events/:event', methods: { GET: getEvent } },
  { path: '/tokens', methods: { GET: listTokens, POST: createToken } },
  { path: '/tokens/:token', methods: { GET: getToken, DELETE: revokeToken } },
  { path: '/trash', methods: { GET: listTrash } },
  { path: '/trash/:item/restore', methods: { POST: restore } },
  { path: '/usage', methods: { GET: getUsage } },
];
