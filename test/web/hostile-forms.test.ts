import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addFeed } from '../../src/app/feeds.ts';
import { invite } from '../../src/app/join.ts';
import { hashSecret } from '../../src/domain/session.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase } from '../../src/store/open.ts';
import { ROUTES, type WebRoute } from '../../src/web/routes.ts';
import { sqlite } from '../harness/engines.ts';
import { addTestWebhook } from '../harness/receiver.ts';
import { addToken } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { join, type Member, PASSWORD, Visitor } from './visitor.ts';

/**
 * Sends every form of the web application with values that are far too long, or contain control characters. The forms
 * are found on the pages, so a new form or field is tested too. SQLite is enough: the limits belong to the domain.
 */

const LONG = 'x'.repeat(300_000);
const ODD = 'a\u0000b\u001b[31m\u009b';
/** Turns the text after it around. */
const BIDI = 'a\u202eb';

/** Values that are valid but for their length, for fields in which LONG is not valid at any length. */
const OVERLONG: Readonly<Record<string, string>> = {
  urls: `https://example.org/${LONG}`,
  url: `https://example.org/${LONG}`,
  cron: `${'0,'.repeat(150_000)}0 0 * * *`,
  locale: `en-x-${'abcdefgh-'.repeat(30_000)}a`,
  keywords: 'red, '.repeat(10_000) + LONG,
  hideSelectors: '.advert\n'.repeat(10_000),
  selectors: '.advert\n'.repeat(10_000),
  watch: 'appears sold out\n'.repeat(10_000),
  extraCss: 'a { color: red }\n'.repeat(10_000),
  cookies: `a=${'b'.repeat(4000)}\n`.repeat(40),
  headers: `X-Long: ${LONG}`,
  steps: 'press a\n'.repeat(10_000),
  secrets: `word=${LONG}`,
};

/** The other fields that make a field matter. */
const TOGETHER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cron: { schedule: 'custom' },
  size: { viewport: 'custom' },
  proxyUser: { proxyPassword: 'password' },
  proxyPassword: { proxyUser: 'name' },
  share: { way: 'threshold' },
  keywords: { action: 'add-keywords' },
  schedule: { action: 'schedule' },
  'about-value': { about: 'keyword' },
};

/** Valid values for fields that are empty on their page. */
const SAMPLES: Readonly<Record<string, string>> = {
  action: 'capture',
  url: 'https://receiver.example/',
  format: 'json',
  signing: 'hmac',
  about: 'all',
  changes: 'off',
  failures: 'off',
  period: 'daily',
  weekday: '0',
  hour: '7',
  timeZone: 'UTC',
  allowDuplicates: 'on',
  urls: 'https://new.example.org/',
  name: 'A name',
  email: 'nobody@example.org',
  password: 'a long enough password',
  old: PASSWORD,
  new: 'a longer new password',
};

/** A refusal names its field with these words. Refusals of other fields only have to be refusals. */
const NAMES: Readonly<Record<string, RegExp>> = {
  name: /name/i,
  email: /e-mail|address|to confirm/i,
  password: /password|to confirm/i,
  new: /password/i,
  url: /address/i,
  urls: /address/i,
  keywords: /keyword/i,
  schedule: /schedule/i,
  cron: /schedule/i,
  time: /schedule/i,
  timeZone: /time zone/i,
  viewport: /viewport/i,
  size: /viewport/i,
  view: /view/i,
  sizes: /view/i,
  locale: /locale/i,
  pageTimeZone: /timeZone/,
  waitForSelector: /waitForSelector/,
  delay: /delay/,
  hideSelectors: /hideSelectors/,
  selectors: /ignoredSelectors/,
  extraCss: /extraCss/,
  cookies: /cookie/,
  headers: /header/,
  element: /element/,
  proxy: /proxy/,
  proxyUser: /proxyLogin/,
  proxyPassword: /proxyLogin/,
  geolocation: /geolocation/,
  steps: /step/,
  secrets: /secret/,
  share: /percent|%/,
  format: /format/,
  signing: /signature/,
  kind: /event/,
  about: /scope/,
  changes: /mail about changes/i,
  failures: /mail about failures/i,
  period: /digest/i,
  weekday: /weekday/i,
  hour: /hour/i,
  'about-value': /keyword/,
  area: /pixels/,
  watch: /watch words/,
};

/** Fields that choose among known values or say where to go on. Any other value means none, and none is stored. */
const CHOICES = new Set([
  'fullPage',
  'darkMode',
  'consent',
  'acceptWalls',
  'blockAds',
  'acceptInvalidCertificate',
  'allowDuplicates',
  'forgetSecrets',
  'favorite',
  'site',
]);
const NEVER_STORED = new Set([
  ...CHOICES,
  'back',
  'next',
  'sure',
  'remove',
  'selector',
  'box',
  'username',
  'state',
  'reviewed',
  // The forms of the Changes page share their fields, and each needs only some of them.
  'entry',
  'day',
]);

/** Passwords may contain any character. */
const ANY_CHARACTER = new Set(['password', 'old', 'new']);

/** These go to captured pages and proxies as they are. */
const ANY_DIRECTION = new Set(['extraCss', 'proxyUser', 'proxyPassword']);

/** Forms that no page of this test shows, with the names of their fields. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  '/changes/undo': ['entry', 'back'],
  '/changes/capture': ['webpage', 'back'],
  '/webpages/:webpage/capture': [],
  '/webpages/:webpage/resume': [],
  '/webpages/:webpage/compare/restore': ['selector', 'box'],
  '/trash/undo': ['at'],
  '/notifications/webhooks/:webhook/deliveries/:delivery/again': [],
  '/unsubscribe/:subscription': [],
  '/sign-in/code': ['ticket', 'code', 'next'],
  '/account/two-step/codes': ['password'],
  '/account/two-step/off': ['password', 'code'],
};

interface Form {
  readonly route: WebRoute;
  readonly action: string;
  /** Without a value, a browser does not send the field at first: a button, or a box that is not checked. */
  readonly fields: readonly (readonly [name: string, value: string | undefined])[];
}

describe('every form', () => {
  const service = useService(sqlite, { signUp: true, mail: true });
  let database: Database;
  let member: Member;
  let guest: Visitor;
  let forms: Form[];
  let measure: string;

  before(async () => {
    database = await openDatabase(service.databaseUrl);
    member = await join(service);
    guest = new Visitor(service);
    const { owner, visitor } = member;
    const webpage = await trackWebpage(service, owner, { keywords: ['press'] });
    const looks = [await banded(400, [['#222222', 300]]), await banded(400, [['#0066cc', 300]])];
    const ids = [];
    for (const look of looks)
      ids.push((await captureOnce(service, owner, webpage.id, shotOf(look))).record.screenshotId);
    const failing = await trackWebpage(service, owner);
    await captureOnce(service, owner, failing.id, UNREACHABLE);
    const trashed = await trackWebpage(service, owner);
    await service.store.trash.putWebpage(owner, trashed.id, new Date());
    const { tokenId } = await addToken(service.store, owner);
    const { webhook } = await addTestWebhook(service.store, owner, 'https://receiver.example/');
    await addFeed(service.store, owner, { name: 'Reader', scope: { kind: 'all' } }, new Date());
    const other = new Visitor(service);
    await other.get('/sign-in');
    await other.post('/sign-in', { email: member.email, password: PASSWORD });
    const secret = await invite(service.store, owner, new Date());
    await service.store.passwordResets.add(owner, hashSecret(secret), new Date(Date.now() + 3_600_000));
    const [session] = await service.store.sessions.list(owner, new Date(0));
    const values: Record<string, string> = {
      webpage: webpage.id,
      capture: ids[1] ?? '',
      trashed: trashed.id,
      token: tokenId,
      webhook: webhook.id,
      session: session?.id ?? '',
      secret,
      person: (await join(service)).owner,
    };
    const fill = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'none');
    forms = [];
    for (const route of ROUTES.filter(({ method }) => method === 'GET')) {
      const query = route.path.endsWith('/compare') ? `?before=${ids[0]}&after=${ids[1]}&change=1` : '';
      const { text } = await (route.access === 'anyone' ? guest : visitor).get(`${fill(route.path)}${query}`);
      forms.push(...formsOf(text));
    }
    for (const [path, names] of Object.entries(UNSEEN)) {
      const route = ROUTES.find((each) => each.method === 'POST' && each.path === path);
      assert.ok(route, `there is no form ${path}`);
      forms.push({ route, action: fill(path), fields: names.map((name) => [name, ''] as const) });
    }
    measure = await measureOf(database);
  });

  after(() => database.close());

  test('is found on a page of this test, or listed in it', () => {
    const found = new Set(forms.map(({ route }) => route.path));
    const missing = ROUTES.filter(({ method, path }) => method === 'POST' && !found.has(path)).map(({ path }) => path);
    assert.deepEqual(missing, [], 'make a page of this test show the form, or list its fields in UNSEEN');
  });

  const stored = async () => Number((await database.get(measure))?.characters);

  for (const [kind, hostile, allowed] of [
    ['far too long', (name: string) => OVERLONG[name] ?? LONG, new Set()],
    ['odd', () => ODD, ANY_CHARACTER],
    ['turned around', () => BIDI, ANY_CHARACTER.union(ANY_DIRECTION)],
  ] as const) {
    test(`refuses a value that is ${kind} by its name, and stores nothing`, async () => {
      const faults: string[] = [];
      const sent = new Set<string>();
      for (const { route, action, fields } of forms) {
        for (const name of new Set(fields.map(([field]) => field))) {
          const key = `${route.path} ${name}`;
          if (name === 'csrf' || sent.has(key) || allowed.has(name)) continue;
          sent.add(key);
          const visitor = route.access === 'anyone' ? guest : member.visitor;
          const values = new URLSearchParams();
          for (const [field, value] of fields) {
            const given = TOGETHER[name]?.[field] ?? (value || SAMPLES[field] || value);
            if (given !== undefined && !(field in (TOGETHER[name] ?? {}) && values.has(field)))
              values.append(field, given);
          }
          values.set(name, hostile(name));
          values.set('csrf', visitor.csrf);
          const size = await stored();
          const answer = await visitor.request('POST', action, values);
          const grown = (await stored()) - size;
          const refusal = refusalOf(answer.text);
          // A form that anyone can send is refused before it is read.
          const isUnread = answer.status === 413 && route.access === 'anyone';
          const isNamed = isUnread || answer.status === 429 || (NAMES[name] ?? /./).test(refusal);
          const says = NEVER_STORED.has(name) || (answer.status >= 400 && isNamed);
          if (answer.status >= 500 || grown > 2000 || !says || refusal.length > 3000) {
            faults.push(`${key}: ${answer.status}, ${grown} characters stored, "${refusal.slice(0, 200)}"`);
          }
        }
      }
      assert.ok(sent.size > 50, `only ${sent.size} fields`);
      assert.deepEqual(faults, []);
    });
  }
});

/** The text of the error above a form, or of the page for errors. */
function refusalOf(text: string): string {
  const [, alert] = /<p class="error" role="alert">(.*?)<\/p>/s.exec(text) ?? [];
  const [, reasons] = /<ul class="reasons">(.*?)<\/ul>/s.exec(text) ?? [];
  const [, failure] = /<section class="failure">(.*?)<\/section>/s.exec(text) ?? [];
  return (alert ?? reasons ?? failure ?? '').replace(/<[^>]*>/g, ' ');
}

function formsOf(text: string): Form[] {
  const found = text.matchAll(/<form method="post" action="([^"]+)"([^>]*)>(.*?)<\/form>/gs);
  return [...found].flatMap(([, action = '', attributes = '', inside = '']) => {
    const [, id] = /id="([^"]+)"/.exec(attributes) ?? [];
    const outside = id === undefined ? [] : controlsOf(text).filter(([, , of]) => of === id);
    const fields = [...controlsOf(inside), ...outside].map(([name, value]) => [name, value] as const);
    // A button may send the form to another address.
    const others = [...text.matchAll(/formaction="([^"]+)"/g)].map(([, other = '']) => other);
    return [action, ...others].flatMap((each) => {
      const path = each.replace(/\?.*$/, '');
      const route = ROUTES.find(
        (one) => one.method === 'POST' && new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
      );
      return route ? [{ route, action: each.replaceAll('&amp;', '&'), fields }] : [];
    });
  });
}

/** Name, value and form of each control. */
function controlsOf(text: string): (readonly [string, string | undefined, string | undefined])[] {
  const tags = [...text.matchAll(/<(input|textarea|select|button)\b([^>]*)>([^<]*)/g)];
  return tags.flatMap(([, tag, attributes = '', content = '']) => {
    const read = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const name = read('name');
    if (name === undefined) return [];
    const optional = tag === 'button' || /type="(checkbox|radio)"/.test(attributes);
    const isSent = !optional || /\schecked/.test(attributes) || name === 'page';
    const value = (read('value') ?? content).replaceAll('&amp;', '&');
    return [[name, isSent ? value : undefined, read('form')] as const];
  });
}

/** SQL for the number of characters in all tables. */
async function measureOf(database: Database): Promise<string> {
  const tables = await database.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const parts = [];
  for (const { name } of tables) {
    const columns = await database.all(`SELECT name FROM pragma_table_info('${name}')`);
    const sum = columns.map((column) => `coalesce(length(${column.name}), 0)`).join(' + ');
    parts.push(`SELECT coalesce(sum(${sum}), 0) AS n FROM ${name}`);
  }
  return `SELECT sum(n) AS characters FROM (${parts.join(' UNION ALL ')})`;
}
