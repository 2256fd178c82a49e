import { type PagePair, pair } from '../../../test/corpus/changes/page.ts';
import { landing, profile, trials } from './pages.ts';

/** Pairs in which unchanged texts move sideways by fractions of a pixel. */
export const FRACTION_PAIRS: readonly PagePair[] = [
  pair('nothing', 'start page', landing, []),
  pair('moved only', 'start page', landing, [], { style: 'nav{padding-left:27.4px}' }),
  pair('moved only', 'table', trials, [], { style: 'body{padding-left:6.9%;padding-right:5.7%}' }),
  pair('navigation', 'centred entry', landing, ['nav-entry']),
  pair('retext', 'centred entry', landing, ['nav-label']),
  pair('retext', 'centred headline', landing, ['headline']),
  pair('retext', 'centred button', landing, ['button']),
  pair('number', 'spread fact', landing, ['fact']),
  pair('insert', 'spread fact', landing, ['new-fact']),
  pair('retext', 'centred author', landing, ['author']),
  pair('insert', 'centred footer', landing, ['footer-link']),
  pair('table cell', 'longest of its column', trials, ['crop']),
  pair('number', 'wider than its column', trials, ['yield']),
  pair('table cell', 'last column', trials, ['state']),
  pair('table cell', 'heading', trials, ['heading']),
  pair('table row', 'row with the longest cell', trials, ['row']),
  pair('table row', 'row gone', trials, ['row-gone']),
  pair('date', 'caption at the right', trials, ['caption']),
  pair('badge', 'new chip', profile, ['chip']),
  pair('badge', 'chip gone', profile, ['chip-gone']),
  pair('number', 'in a chip', profile, ['count']),
  pair('number', 'followers', profile, ['followers']),
  pair('retext', 'centred name', profile, ['name']),
  pair('number', 'beside a bar', profile, ['share']),
];
