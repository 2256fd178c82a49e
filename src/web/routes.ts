import { withQuery } from './links.ts';
import {
  doChangePassword,
  doCloseAccount,
  doEndOtherSessions,
  doEndSession,
  doInvite,
  doWithdraw,
  showAccount,
  showCloseAccount,
} from './pages/accounts/account.ts';
import { showActivity, showAllActivity } from './pages/accounts/activity.ts';
import { doRequestPassword, doReset, showForgotten, showReset } from './pages/accounts/forgotten-password.ts';
import { doJoin, doSignUp, showJoin, showSignUp } from './pages/accounts/join.ts';
import { doLetInvite, doRevokeInvitation, showPeople } from './pages/accounts/people.ts';
import { doRemovePerson, doSetQuota, doSetRole, showPerson, showRemovePerson } from './pages/accounts/person.ts';
import { doSignIn, doSignOut, showSignIn } from './pages/accounts/sign-in.ts';
import { doEnterCode } from './pages/accounts/sign-in-code.ts';
import { doAddToken, doRevokeToken, showRevokeToken, showTokens } from './pages/accounts/tokens.ts';
import { doDisableTwoStep, doEnableTwoStep, doRenewCodes, showTwoStep } from './pages/accounts/two-step.ts';
import { doAdd, showAdd } from './pages/archive/add.ts';
import { showArchive } from './pages/archive/archive.ts';
import {
  doCaptureAgain,
  doReviewed,
  doReviewedDay,
  doStarChange,
  doUndoReviewed,
} from './pages/changes/change-actions.ts';
import { doChangeSelection } from './pages/changes/change-selection.ts';
import { doChangeSettings, showChangeSettings } from './pages/changes/change-settings.ts';
import { showChanges } from './pages/changes/changes.ts';
import { showCompare } from './pages/compare/compare.ts';
import { doReviewPair, doStarPair } from './pages/compare/compare-actions.ts';
import { doIgnoreRegion, doStopIgnoring } from './pages/compare/compare-ignore-actions.ts';
import { downloadComparison } from './pages/compare/compare-picture.ts';
import { showDocs, showManageDocs } from './pages/docs.ts';
import { doAddFeed, doRevokeFeed, showFeed } from './pages/notifications/feeds.ts';
import { doSaveMail, doWebpageMail, showWebpageMail } from './pages/notifications/mail.ts';
import { doAddWebhook, showNotifications } from './pages/notifications/notifications.ts';
import { doUnsubscribe, showUnsubscribe } from './pages/notifications/unsubscribe.ts';
import {
  doChangeWebhook,
  doRemoveWebhook,
  doRotateKey,
  doSendAgain,
  doSwitchWebhook,
  doTestWebhook,
  showRemoveWebhook,
  showWebhook,
} from './pages/notifications/webhook.ts';
import { showEmptyTrash, showErase, showTrash } from './pages/trash/trash.ts';
import { doEmptyTrash, doErase, doRestore, doUndoDelete } from './pages/trash/trash-actions.ts';
import { doFavorite, downloadCapture } from './pages/webpage/captures.ts';
import { doDeleteCapture, showDeleteCapture } from './pages/webpage/delete-capture.ts';
import { doEdit, showEdit } from './pages/webpage/edit.ts';
import { showPart, showPartInfo } from './pages/webpage/picture-parts.ts';
import { showSiteIcon } from './pages/webpage/site-icon.ts';
import { showCapture, showWebpage } from './pages/webpage/webpage.ts';
import { doCapture, doDelete, doPause, doResume, showDelete } from './pages/webpage/webpage-actions.ts';
import { exportPhrase, showPhrase } from './pages/words/phrase.ts';
import { showSearch } from './pages/words/search.ts';
import type { AdministratorVisit, Answer, MemberVisit, Visit, Web } from './visit.ts';

interface RouteBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The answer is a file that a page shows, not a page: what only the navigation bar needs is not read for it. */
  readonly isFile?: true;
  /** A program sends the form, without a cookie and a token. Its address contains a secret instead. */
  readonly isOneClick?: true;
}

/** A page or form. The type ensures that a handler which needs a member or an administrator is never called without. */
export type WebRoute = RouteBase &
  (
    | { readonly access: 'anyone'; answer(web: Web, visit: Visit): Promise<Answer> }
    | { readonly access: 'member'; answer(web: Web, visit: MemberVisit): Promise<Answer> }
    | { readonly access: 'administrator'; answer(web: Web, visit: AdministratorVisit): Promise<Answer> }
  );

/** All pages and forms of the web application. */
export const ROUTES: readonly WebRoute[] = [
  { method: 'GET', path: '/docs', access: 'anyone', answer: showDocs },
  { method: 'GET', path: '/docs/manage', access: 'anyone', answer: showManageDocs },

  { method: 'GET', path: '/sign-in', access: 'anyone', answer: showSignIn },
  { method: 'POST', path: '/sign-in', access: 'anyone', answer: doSignIn },
  { method: 'POST', path: '/sign-in/code', access: 'anyone', answer: doEnterCode },
  { method: 'GET', path: '/sign-in/forgotten', access: 'anyone', answer: showForgotten },
  { method: 'POST', path: '/sign-in/forgotten', access: 'anyone', answer: doRequestPassword },
  { method: 'GET', path: '/password/:secret', access: 'anyone', answer: showReset },
  { method: 'POST', path: '/password/:secret', access: 'anyone', answer: doReset },
  { method: 'GET', path: '/sign-up', access: 'anyone', answer: showSignUp },
  { method: 'POST', path: '/sign-up', access: 'anyone', answer: doSignUp },
  { method: 'GET', path: '/join/:secret', access: 'anyone', answer: showJoin },
  { method: 'POST', path: '/join/:secret', access: 'anyone', answer: doJoin },
  { method: 'POST', path: '/sign-out', access: 'member', answer: doSignOut },

  { method: 'GET', path: '/', access: 'member', answer: showChanges },
  { method: 'POST', path: '/changes/reviewed', access: 'member', answer: doReviewed },
  { method: 'POST', path: '/changes/undo', access: 'member', answer: doUndoReviewed },
  { method: 'POST', path: '/changes/reviewed-day', access: 'member', answer: doReviewedDay },
  { method: 'POST', path: '/changes/star', access: 'member', answer: doStarChange },
  { method: 'POST', path: '/changes/capture', access: 'member', answer: doCaptureAgain },
  { method: 'GET', path: '/archive', access: 'member', answer: showArchive },
  { method: 'POST', path: '/archive', access: 'member', answer: doChangeSelection },
  { method: 'GET', path: '/search', access: 'member', answer: showSearch },
  { method: 'GET', path: '/phrase', access: 'member', answer: showPhrase },
  { method: 'GET', path: '/phrase/export', access: 'member', answer: exportPhrase },
  { method: 'GET', path: '/add', access: 'member', answer: showAdd },
  { method: 'POST', path: '/add', access: 'member', answer: doAdd },

  { method: 'GET', path: '/webpages/:webpage', access: 'member', answer: showWebpage },
  { method: 'POST', path: '/webpages/:webpage/capture', access: 'member', answer: doCapture },
  { method: 'POST', path: '/webpages/:webpage/pause', access: 'member', answer: doPause },
  { method: 'POST', path: '/webpages/:webpage/resume', access: 'member', answer: doResume },
  { method: 'GET', path: '/webpages/:webpage/edit', access: 'member', answer: showEdit },
  { method: 'POST', path: '/webpages/:webpage/edit', access: 'member', answer: doEdit },
  { method: 'GET', path: '/webpages/:webpage/delete', access: 'member', answer: showDelete },
  { method: 'POST', path: '/webpages/:webpage/delete', access: 'member', answer: doDelete },
  { method: 'GET', path: '/webpages/:webpage/compare', access: 'member', answer: showCompare },
  { method: 'GET', path: '/webpages/:webpage/compare/picture', access: 'member', answer: downloadComparison },
  { method: 'POST', path: '/webpages/:webpage/compare/star', access: 'member', answer: doStarPair },
  { method: 'POST', path: '/webpages/:webpage/compare/review', access: 'member', answer: doReviewPair },
  { method: 'POST', path: '/webpages/:webpage/compare/ignore', access: 'member', answer: doIgnoreRegion },
  { method: 'POST', path: '/webpages/:webpage/compare/restore', access: 'member', answer: doStopIgnoring },
  { method: 'GET', path: '/webpages/:webpage/changes', access: 'member', answer: showChangeSettings },
  { method: 'POST', path: '/webpages/:webpage/changes', access: 'member', answer: doChangeSettings },
  { method: 'GET', path: '/webpages/:webpage/mail', access: 'member', answer: showWebpageMail },
  { method: 'POST', path: '/webpages/:webpage/mail', access: 'member', answer: doWebpageMail },
  { method: 'GET', path: '/webpages/:webpage/captures/:capture', access: 'member', answer: showCapture },
  { method: 'GET', path: '/webpages/:webpage/captures/:capture/download', access: 'member', answer: downloadCapture },
  { method: 'POST', path: '/webpages/:webpage/captures/:capture/favorite', access: 'member', answer: doFavorite },
  { method: 'GET', path: '/webpages/:webpage/captures/:capture/delete', access: 'member', answer: showDeleteCapture },
  { method: 'POST', path: '/webpages/:webpage/captures/:capture/delete', access: 'member', answer: doDeleteCapture },

  {
    method: 'GET',
    path: '/webpages/:webpage/captures/:capture/iiif/info.json',
    access: 'member',
    isFile: true,
    answer: showPartInfo,
  },
  {
    method: 'GET',
    path: '/webpages/:webpage/captures/:capture/iiif/:region/:size/:rotation/:file',
    access: 'member',
    isFile: true,
    answer: showPart,
  },

  { method: 'GET', path: '/icons/:host/:version', access: 'member', isFile: true, answer: showSiteIcon },

  { method: 'GET', path: '/tokens', access: 'member', answer: showTokens },
  { method: 'POST', path: '/tokens', access: 'member', answer: doAddToken },
  { method: 'GET', path: '/tokens/:token/revoke', access: 'member', answer: showRevokeToken },
  { method: 'POST', path: '/tokens/:token/revoke', access: 'member', answer: doRevokeToken },

  { method: 'GET', path: '/notifications', access: 'member', answer: showNotifications },
  { method: 'GET', path: '/feeds/:secret/:format', access: 'anyone', isFile: true, answer: showFeed },
  { method: 'POST', path: '/notifications/mail', access: 'member', answer: doSaveMail },
  { method: 'GET', path: '/unsubscribe/:subscription', access: 'anyone', answer: showUnsubscribe },
  {
    method: 'POST',
    path: '/unsubscribe/:subscription',
    access: 'anyone',
    isOneClick: true,
    answer: doUnsubscribe,
  },
  { method: 'POST', path: '/notifications/feeds', access: 'member', answer: doAddFeed },
  { method: 'POST', path: '/notifications/feeds/:feed/revoke', access: 'member', answer: doRevokeFeed },
  { method: 'POST', path: '/notifications/webhooks', access: 'member', answer: doAddWebhook },
  { method: 'GET', path: '/notifications/webhooks/:webhook', access: 'member', answer: showWebhook },
  { method: 'POST', path: '/notifications/webhooks/:webhook', access: 'member', answer: doChangeWebhook },
  { method: 'POST', path: '/notifications/webhooks/:webhook/key', access: 'member', answer: doRotateKey },
  { method: 'POST', path: '/notifications/webhooks/:webhook/switch', access: 'member', answer: doSwitchWebhook },
  { method: 'POST', path: '/notifications/webhooks/:webhook/test', access: 'member', answer: doTestWebhook },
  { method: 'GET', path: '/notifications/webhooks/:webhook/remove', access: 'member', answer: showRemoveWebhook },
  { method: 'POST', path: '/notifications/webhooks/:webhook/remove', access: 'member', answer: doRemoveWebhook },
  {
    method: 'POST',
    path: '/notifications/webhooks/:webhook/deliveries/:delivery/again',
    access: 'member',
    answer: doSendAgain,
  },

  { method: 'GET', path: '/trash', access: 'member', answer: showTrash },
  { method: 'POST', path: '/trash/undo', access: 'member', answer: doUndoDelete },
  { method: 'GET', path: '/trash/empty', access: 'member', answer: showEmptyTrash },
  { method: 'POST', path: '/trash/empty', access: 'member', answer: doEmptyTrash },
  { method: 'POST', path: '/trash/:trashed/restore', access: 'member', answer: doRestore },
  { method: 'GET', path: '/trash/:trashed/erase', access: 'member', answer: showErase },
  { method: 'POST', path: '/trash/:trashed/erase', access: 'member', answer: doErase },

  { method: 'GET', path: '/account', access: 'member', answer: showAccount },
  { method: 'POST', path: '/account/password', access: 'member', answer: doChangePassword },
  { method: 'GET', path: '/account/two-step', access: 'member', answer: showTwoStep },
  { method: 'POST', path: '/account/two-step', access: 'member', answer: doEnableTwoStep },
  { method: 'POST', path: '/account/two-step/codes', access: 'member', answer: doRenewCodes },
  { method: 'POST', path: '/account/two-step/off', access: 'member', answer: doDisableTwoStep },
  { method: 'POST', path: '/account/sessions/end', access: 'member', answer: doEndOtherSessions },
  { method: 'POST', path: '/account/sessions/:session/end', access: 'member', answer: doEndSession },
  { method: 'POST', path: '/account/invitations', access: 'member', answer: doInvite },
  { method: 'POST', path: '/account/invitations/:invitation/withdraw', access: 'member', answer: doWithdraw },
  { method: 'GET', path: '/account/activity', access: 'member', answer: showActivity },
  { method: 'GET', path: '/account/delete', access: 'member', answer: showCloseAccount },
  { method: 'POST', path: '/account/delete', access: 'member', answer: doCloseAccount },

  { method: 'GET', path: '/people', access: 'administrator', answer: showPeople },
  { method: 'GET', path: '/people/activity', access: 'administrator', answer: showAllActivity },
  { method: 'POST', path: '/people/inviting', access: 'administrator', answer: doLetInvite },
  {
    method: 'POST',
    path: '/people/invitations/:invitation/revoke',
    access: 'administrator',
    answer: doRevokeInvitation,
  },
  { method: 'GET', path: '/people/:person', access: 'administrator', answer: showPerson },
  { method: 'POST', path: '/people/:person/quota', access: 'administrator', answer: doSetQuota },
  { method: 'POST', path: '/people/:person/role', access: 'administrator', answer: doSetRole },
  { method: 'GET', path: '/people/:person/remove', access: 'administrator', answer: showRemovePerson },
  { method: 'POST', path: '/people/:person/remove', access: 'administrator', answer: doRemovePerson },
];

/** The URL of the route itself or, if it has no GET, of the nearest page above it, which contains its form. */
export function nearestPage({ path }: WebRoute, visit: Visit): string {
  let [pattern, place] = [path, visit.url.replace(/\?.*$/s, '')];
  while (!ROUTES.some((route) => route.method === 'GET' && route.path === pattern)) {
    [pattern, place] = [parentPath(pattern), parentPath(place)];
  }
  return withQuery(place, visit.query, {});
}

function parentPath(path: string): string {
  return path.replace(/\/[^/]*$/, '') || '/';
}
