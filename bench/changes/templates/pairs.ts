import { type PagePair, pair } from '../../../test/corpus/changes/page.ts';
import { pageFile } from '../page-file.ts';

const page = (name: string) => pageFile(new URL(`./pages/${name}.page`, import.meta.url));

const activity = page('activity');
const calendar = page('calendar');
const dashboard = page('dashboard');
const films = page('films');
const landing = page('landing');
const limits = page('limits');
const numbers = page('tiles-of-numbers');
const profile = page('profile');
const releases = page('releases');
const roadmap = page('roadmap');
const signUp = page('sign-up');
const starter = page('starter');
const teams = page('teams');

const phone = { widths: [390, 390] } as const;
const wide = { widths: [1600, 1600] } as const;

/** Pages of templates and documentation with which the comparison was not tuned: how well it does on a page that it has not seen. */
export const TEMPLATE_PAIRS: readonly PagePair[] = [
  pair('nothing', 'dashboard', dashboard, []),
  pair('nothing', 'landing page on a phone', landing, [], phone),
  pair('photo noise', 'pictures of teams', teams, ['photo']),
  pair('photo noise', 'products', dashboard, ['photo']),
  pair('sub-pixel shift', 'activity', activity, [], { style: 'main{transform:translateX(.4px)}' }),
  pair('sub-pixel shift', 'documentation', limits, [], { style: 'ol{position:relative;left:.3px}' }),
  pair('moved only', 'more space in documentation', limits, [], { style: 'li{margin-top:5.3px}' }),
  pair('moved only', 'higher navigation', dashboard, [], { style: '.app-header{padding-bottom:9px}' }),
  pair('number', 'visitors', dashboard, ['visitors']),
  pair('number', 'tile', numbers, ['sales']),
  pair('number', 'coloured tile', numbers, ['likes'], wide),
  pair('number', 'default in a paragraph', limits, ['default']),
  pair('number', 'comments of a profile', profile, ['comments']),
  pair('price', 'table of products', dashboard, ['price']),
  pair('price', 'large sum', dashboard, ['sum'], phone),
  pair('table cell', 'units sold', dashboard, ['sold']),
  pair('table cell', 'date', films, ['date']),
  pair('table cell', 'genre', films, ['genre']),
  pair('table row', 'product', dashboard, ['row']),
  pair('table row', 'film', films, ['row']),
  pair('table row', 'film gone from a striped table', films, ['gone']),
  pair('table row', 'release', releases, ['row']),
  pair('table row', 'release gone', releases, ['gone']),
  pair('version', 'in a long table', releases, ['version']),
  pair('version', 'in a footer', starter, ['version']),
  pair('badge', 'gone', dashboard, ['badge']),
  pair('badge', 'other text and colour', landing, ['badge']),
  pair('heading', 'dashboard', dashboard, ['title']),
  pair('heading', 'one of three columns', landing, ['title']),
  pair('heading', 'white on a picture', landing, ['headline']),
  pair('menu', 'dark sidebar', dashboard, ['menu']),
  pair('link', 'other name in a list', roadmap, ['entry']),
  pair('icon', 'colour of a tile', numbers, ['icon']),
  pair('progress', 'shorter', numbers, ['progress']),
  pair('text', 'below a bar', numbers, ['growth']),
  pair('text', 'phrase of a column', landing, ['phrase']),
  pair('text', 'end of a centred paragraph', landing, ['lead']),
  pair('text', 'words of a paragraph', limits, ['verb']),
  pair('text', 'words into a paragraph', limits, ['inserted']),
  pair('text', 'sentence of a post', activity, ['words']),
  pair('text', 'start of a description', teams, ['text']),
  pair('text', 'sentence after another', films, ['sentence']),
  pair('text', 'centred biography', profile, ['verbs']),
  pair('list', 'entry gone', limits, ['item']),
  pair('list', 'line of a card', roadmap, ['line']),
  pair('list', 'line of a card gone', roadmap, ['gone']),
  pair('date', 'of a card', roadmap, ['date']),
  pair('date', 'label on green', activity, ['day']),
  pair('date', 'month of a calendar', calendar, ['month']),
  pair('date', 'weekday of a calendar', calendar, ['weekday'], phone),
  pair('date', 'year of a footer', numbers, ['year']),
  pair('time', 'relative', activity, ['age']),
  pair('name', 'link', activity, ['person']),
  pair('name', 'of a team', teams, ['name']),
  pair('name', 'town', profile, ['town']),
  pair('post', 'new between two', activity, ['entry']),
  pair('section', 'new', starter, ['section']),
  pair('code', 'command', starter, ['command']),
  pair('code', 'name of a file', starter, ['file']),
  pair('button', 'gone', activity, ['button']),
  pair('button', 'colour', roadmap, ['colour']),
  pair('button', 'other label', teams, ['joined']),
  pair('button', 'other label and colour', profile, ['connected']),
  pair('button', 'label of a form', signUp, ['submit']),
  pair('form', 'strength of a password', signUp, ['strength']),
  pair('form', 'provider', signUp, ['provider'], phone),
  pair('image swap', 'face', teams, ['face']),
  pair('several', 'price, row and badge', dashboard, ['price', 'row', 'badge']),
  pair('several', 'times, person and day', activity, ['age', 'age2', 'person', 'day']),
  pair('several', 'number, icon and year', numbers, ['sales', 'icon', 'year']),
  pair('several', 'headline, title and phrase', landing, ['headline', 'title', 'phrase']),
  pair('several', 'entry, words and number', limits, ['item', 'inserted', 'default']),
];
