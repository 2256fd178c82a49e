import type { TSchema } from 'typebox';
import { ErrorRecord, Screenshot, ScreenshotInList } from '../../api/schemas.ts';
import { Activities, Activity } from './activity.ts';
import { Capture, CaptureRequest, Captures } from './capture.ts';
import { Change, ChangeReview, Changes, ComparedRegion, Comparison, Region } from './change.ts';
import { Event, Events } from './event.ts';
import { Feed, FeedDraft, Feeds, NewFeed } from './feed.ts';
import { ManyPatch, ManyResult, ManyResults } from './many.ts';
import { Box, PageView } from './parts.ts';
import { Scope } from './scope.ts';
import { ScreenshotPatch, Screenshots } from './screenshot.ts';
import { NewToken, Token, TokenDraft, Tokens } from './token.ts';
import { Trash, Trashed } from './trash.ts';
import { Usage } from './usage.ts';
import {
  ChangedWebhook,
  Deliveries,
  Delivery,
  NewWebhook,
  Webhook,
  WebhookDraft,
  WebhookPatch,
  Webhooks,
} from './webhook.ts';
import {
  AddResult,
  AddResults,
  ManagedWebPage,
  ManagedWebPageInList,
  WebPageDraft,
  WebPagePatch,
  WebPages,
} from './webpage.ts';
import { WordMatch, WordMatches, WordSpan } from './words.ts';

/** Schemas that the document refers to by name. */
export const COMPONENTS: Readonly<Record<string, TSchema>> = {
  WebPage: ManagedWebPage,
  WebPageInList: ManagedWebPageInList,
  WebPages,
  WebPageDraft,
  WebPagePatch,
  AddResult,
  AddResults,
  WebPagesPatch: ManyPatch,
  ChangeResult: ManyResult,
  ChangeResults: ManyResults,
  Capture,
  Captures,
  CaptureRequest,
  Screenshot,
  ScreenshotInList,
  Screenshots,
  ScreenshotPatch,
  Change,
  Changes,
  Comparison,
  Region,
  ComparedRegion,
  ChangeReview,
  Box,
  Token,
  NewToken,
  TokenDraft,
  Tokens,
  Usage,
  Activity,
  Activities,
  WordMatch,
  WordMatches,
  WordSpan,
  Event,
  Events,
  Webhook,
  NewWebhook,
  ChangedWebhook,
  WebhookDraft,
  WebhookPatch,
  Webhooks,
  Delivery,
  Deliveries,
  Feed,
  NewFeed,
  FeedDraft,
  Feeds,
  Scope,
  TrashedItem: Trashed,
  Trash,
  PartialCollectionView: PageView,
  Error: ErrorRecord,
};
