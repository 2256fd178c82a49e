import { showDocs } from './pages/docs.ts';
import { doJoin, doSignUp, showJoin, showSignUp } from './pages/join.ts';
import { doSignIn, doSignOut, showSignIn } from './pages/sign-in.ts';
import type { Answer, MemberVisit, Visit, Web } from './visit.ts';

/** One page or form. What a member's route answers can only be asked for by someone who is signed in. */
export type WebRoute = { readonly method: 'GET' | 'POST'; readonly path: string } & (
  | { readonly access: 'anyone'; answer(web: Web, visit: Visit): Promise<Answer> }
  | { readonly access: 'member'; answer(web: Web, visit: MemberVisit): Promise<Answer> }
);

/** The whole web application. */
export const ROUTES: readonly WebRoute[] = [
  { method: 'GET', path: '/docs', access: 'anyone', answer: showDocs },

  { method: 'GET', path: '/sign-in', access: 'anyone', answer: showSignIn },
  { method: 'POST', path: '/sign-in', access: 'anyone', answer: doSignIn },
  { method: 'GET', path: '/sign-up', access: 'anyone', answer: showSignUp },
  { method: 'POST', path: '/sign-up', access: 'anyone', answer: doSignUp },
  { method: 'GET', path: '/join/:secret', access: 'anyone', answer: showJoin },
  { method: 'POST', path: '/join/:secret', access: 'anyone', answer: doJoin },
  { method: 'POST', path: '/sign-out', access: 'member', answer: doSignOut },
];
