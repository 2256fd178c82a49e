import { createToken, getToken, getUsage, listTokens, revokeToken } from './account-operations.ts';
import { listActivity } from './activity-operations.ts';
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
import { compareScreenshots, listChanges, reviewChanges } from './change-operations.ts';
import { getDelivery, listDeliveries, sendAgain, testWebhook } from './delivery-operations.ts';
import { getEvent, listEvents } from './event-operations.ts';
import { createFeed, getFeed, listFeeds, revokeFeed } from './feed-operations.ts';
import { changeWebpages } from './many-operations.ts';
import type { ManageRoute } from './operation.ts';
import { emptyTheTrash, eraseItem, listTrash, restoreItem } from './trash-operations.ts';
import {
  createWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  patchWebhook,
  removeWebhook,
  rotateKey,
} from './webhook-operations.ts';
import {
  addWebpages,
  changeWebpage,
  getWebpage,
  listWebpages,
  pause,
  removeWebpage,
  resume,
} from './webpage-operations.ts';
import { findPhrase, searchWords } from './word-operations.ts';

/** The whole of the management API. */
export const MANAGE_ROUTES: readonly ManageRoute[] = [
  { path: '/webpages', methods: { GET: listWebpages, POST: addWebpages } },
  { path: '/webpages/changes', methods: { POST: changeWebpages } },
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
  { path: '/search', methods: { GET: searchWords } },
  { path: '/phrase', methods: { GET: findPhrase } },
  { path: '/changes', methods: { GET: listChanges } },
  { path: '/changes/review', methods: { POST: reviewChanges } },
  { path: '/compare', methods: { GET: compareScreenshots } },
  { path: '/events', methods: { GET: listEvents } },
  { path: '/events/:event', methods: { GET: getEvent } },
  { path: '/tokens', methods: { GET: listTokens, POST: createToken } },
  { path: '/tokens/:token', methods: { GET: getToken, DELETE: revokeToken } },
  { path: '/webhooks', methods: { GET: listWebhooks, POST: createWebhook } },
  { path: '/webhooks/:webhook', methods: { GET: getWebhook, PATCH: patchWebhook, DELETE: removeWebhook } },
  { path: '/webhooks/:webhook/enable', methods: { POST: enableWebhook } },
  { path: '/webhooks/:webhook/disable', methods: { POST: disableWebhook } },
  { path: '/webhooks/:webhook/rotate-key', methods: { POST: rotateKey } },
  { path: '/webhooks/:webhook/test', methods: { POST: testWebhook } },
  { path: '/webhooks/:webhook/deliveries', methods: { GET: listDeliveries } },
  { path: '/webhooks/:webhook/deliveries/:delivery', methods: { GET: getDelivery } },
  { path: '/webhooks/:webhook/deliveries/:delivery/send', methods: { POST: sendAgain } },
  { path: '/feeds', methods: { GET: listFeeds, POST: createFeed } },
  { path: '/feeds/:feed', methods: { GET: getFeed, DELETE: revokeFeed } },
  { path: '/trash', methods: { GET: listTrash, DELETE: emptyTheTrash } },
  { path: '/trash/:item', methods: { DELETE: eraseItem } },
  { path: '/trash/:item/restore', methods: { POST: restoreItem } },
  { path: '/activity', methods: { GET: listActivity } },
  { path: '/usage', methods: { GET: getUsage } },
];
