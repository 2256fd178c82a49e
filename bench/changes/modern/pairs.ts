import { type PagePair, pair } from '../../../test/corpus/changes/page.ts';
import { forum, hebrew, product } from './pages.ts';

const phone = { widths: [390, 390] } as const;

/** Pairs of pages as they are built today, and of scripts that other sets have less of.  */
export const MODERN_PAIRS: readonly PagePair[] = [
  pair('nothing', 'product', product, []),
  pair('nothing', 'forum', forum, []),
  pair('moved only', 'wider margins', product, [], { style: 'header{padding-left:5.3%}.hero{padding-top:27.4px}' }),
  pair('moved only', 'Hebrew', hebrew, [], { style: 'body{padding-top:37.6px}' }),
  pair('moved only', 'title of a forum', forum, [], { style: 'h1{padding-left:7.3px}' }),
  pair('banner', 'above everything', product, ['banner']),
  pair('navigation', 'spaced capitals', product, ['nav']),
  pair('retext', 'eyebrow', product, ['eyebrow']),
  pair('retext', 'headline', product, ['headline']),
  pair('retext', 'word of a sentence', product, ['word']),
  pair('number', 'price', product, ['price']),
  pair('retext', 'button', product, ['button']),
  pair('image swap', 'hero', product, ['picture']),
  pair('retext', 'years', product, ['years']),
  pair('accordion', 'opened', product, ['open', 'sign']),
  pair('date', 'spaced footer', product, ['date']),
  pair('several', 'banner, price and date', product, ['banner', 'price', 'date']),
  pair('several', 'answer and button', product, ['open', 'sign', 'button']),
  pair('banner', 'on a phone', product, ['banner'], phone),
  pair('number', 'price on a phone', product, ['price'], phone),
  pair('restyled', 'letter-spacing of the navigation', product, [], {
    style: 'header nav{letter-spacing:.12em}',
    restyled: 'header nav',
  }),
  pair('dark mode', 'product', product, ['dark'], { restyled: 'html' }),
  pair('date', 'Hebrew', hebrew, ['date']),
  pair('insert', 'Hebrew story', hebrew, ['story']),
  pair('retext', 'Hebrew title', hebrew, ['title']),
  pair('two columns', 'Hebrew brief', hebrew, ['brief']),
  pair('number', 'Hebrew price', hebrew, ['price']),
  pair('several', 'Hebrew story and price', hebrew, ['story', 'price']),
  pair('reorder', 'last topic first', forum, ['order']),
  pair('retext', 'Japanese topic', forum, ['title']),
  pair('number', 'replies', forum, ['replies']),
  pair('date', 'age of a topic', forum, ['time']),
  pair('number', 'members', forum, ['members']),
  pair('table row', 'Korean topic', forum, ['topic']),
  pair('several', 'topic and replies', forum, ['topic', 'replies']),
];
