import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultCaptureOptions, readCaptureOptions } from '../../src/domain/capture-options.ts';
import { viewportOf } from '../../src/domain/device.ts';
import { Problem } from '../../src/domain/problem.ts';

const said = (given: unknown): string => {
  try {
    readCaptureOptions(given);
  } catch (problem) {
    assert.ok(problem instanceof Problem && problem.kind === 'invalid');
    return problem.message;
  }
  return 'accepted';
};

describe('capture options', () => {
  test('that are missing get their defaults', () => {
    assert.deepEqual(readCaptureOptions({}), defaultCaptureOptions);
    assert.deepEqual(readCaptureOptions({ delay: undefined }), defaultCaptureOptions);
  });

  test('are read unchanged', () => {
    const given = {
      viewport: 'phone',
      fullPage: false,
      element: '#main',
      darkMode: true,
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      waitForSelector: 'main > h1',
      delay: 500,
      hideSelectors: ['.ad'],
      extraCss: 'p {}',
      cookies: [{ name: 'a', value: 'b', domain: '.example.org', path: '/x' }],
      headers: { Authorization: 'Bearer x' },
      secrets: { password: 'hush hush' },
      proxyLogin: { username: 'ann', password: 'hush' },
      consent: false,
      acceptWalls: false,
      blockAds: true,
      acceptInvalidCertificate: true,
      proxy: 'socks5://proxy.example:1080',
      geolocation: { latitude: 1, longitude: -2.5, accuracy: 50 },
      steps: [
        { click: '#a' },
        { type: 'b', into: '#c' },
        { waitFor: '.d' },
        { scrollTo: 'e' },
        { press: 'Enter' },
        { press: 'f' },
      ],
    };
    assert.deepEqual(readCaptureOptions(given), given);
  });

  test('are normalised so that a form sends them back unchanged: selectors on one line, style sheets with \\n', () => {
    const { waitForSelector, hideSelectors, extraCss } = readCaptureOptions({
      waitForSelector: ' main,\n  article ',
      hideSelectors: ['.a,\r\n.b\n', '.c  .d'],
      extraCss: '\r\np {}\rq {}\n',
    });
    assert.deepEqual([waitForSelector, hideSelectors], ['main, article', ['.a, .b', '.c  .d']]);
    assert.equal(extraCss, '\np {}\nq {}\n');
    assert.equal(readCaptureOptions({ extraCss: '\r\n'.repeat(20_000) }).extraCss.length, 20_000);
  });

  test('name a viewport by device, by size, or by all values', () => {
    const sizes = ['desktop', '800x600', '800x600@2', { width: 800, height: 600, mobile: true }].map((viewport) =>
      viewportOf(readCaptureOptions({ viewport }).viewport),
    );
    assert.deepEqual(sizes, [
      { width: 1280, height: 800, scale: 1, mobile: false },
      { width: 800, height: 600, scale: 1, mobile: false },
      { width: 800, height: 600, scale: 2, mobile: false },
      { width: 800, height: 600, scale: 1, mobile: true },
    ]);
  });

  test('name a proxy and a place in short or in full', () => {
    for (const [proxy, read] of [
      ['proxy.example', 'http://proxy.example:80'],
      ['HTTP://Proxy.Example:3128/', 'http://proxy.example:3128'],
      ['socks5h://proxy.example', 'socks5://proxy.example:1080'],
      ['socks5://[::1]:80', 'socks5://[::1]:80'],
    ])
      assert.equal(readCaptureOptions({ proxy }).proxy, read);
    assert.deepEqual(readCaptureOptions({ proxyLogin: 'ann:a:b' }).proxyLogin, { username: 'ann', password: 'a:b' });
    for (const [given, accuracy] of [
      ['52.52,-13.405', 50],
      [' 52.52 , -13.405 , 7 ', 7],
      [{ latitude: 52.52, longitude: -13.405 }, 50],
    ] as const)
      assert.deepEqual(readCaptureOptions({ geolocation: given }).geolocation, {
        latitude: 52.52,
        longitude: -13.405,
        accuracy,
      });
  });

  const refused: readonly (readonly [given: unknown, says: RegExp])[] = [
    [null, /capture options null .* an object with any of viewport, fullPage/],
    [[], /capture options \[\]/],
    [{ zoom: 2 }, /capture option "zoom" is not valid; allowed is viewport, fullPage/],
    [{ viewport: 'nokia' }, /viewport "nokia" is not known; allowed is one of desktop, .*phone/],
    [{ viewport: '10x10' }, /viewport "10x10"/],
    [{ viewport: '800x600@9' }, /viewport "800x600@9"/],
    [{ viewport: { width: 800 } }, /viewport \{"width":800\}/],
    [{ viewport: { width: 800, height: 600, depth: 3 } }, /viewport/],
    [{ fullPage: 'yes' }, /fullPage "yes" is not valid; allowed is true or false/],
    [{ locale: 'not a locale' }, /locale "not a locale" .* en-GB/],
    [{ locale: 'und' }, /locale "und" .* en-GB/],
    [{ timeZone: '+02:00' }, /timeZone "\+02:00" .* Europe\/Paris/],
    [{ cookies: [{ name: 'a', value: 'x'.repeat(4_096) }] }, /cookie "a" is not valid; .* 4096 bytes/],
    [{ cookies: Array(5).fill({ name: 'a', value: 'x'.repeat(4_000) }) }, /cookies is not valid; .* 16384 bytes/],
    [{ cookies: [{ name: 'a', value: '', domain: 'x'.repeat(300) }] }, /domain of cookie "a"/],
    [{ cookies: [{ name: 'a', value: '', path: `/${'x'.repeat(2_000)}` }] }, /path of cookie "a"/],
    [{ headers: { 'X-Long': 'x'.repeat(8_192) } }, /header "X-Long" is not valid; .* 8192 bytes/],
    [{ headers: { a: 'x'.repeat(8_000), b: 'x'.repeat(8_000), c: 'x'.repeat(8_000) } }, /headers .* 16384 bytes/],
    [{ locale: `en-x-${'abcdefgh-'.repeat(5)}a` }, /locale "en-x-.* at most 35 characters/],
    [{ waitForSelector: 'a\u0000b' }, /waitForSelector "a\\u0000b"/],
    [{ extraCss: 'a\u0007b' }, /extraCss "a\\u0007b"/],
    [{ timeZone: 'Mars/Olympus' }, /timeZone "Mars\/Olympus" .* Europe\/Paris/],
    [{ waitForSelector: '' }, /waitForSelector ""/],
    [{ hideSelectors: ['a { }'] }, /hideSelectors .* without braces/],
    [{ delay: -1 }, /delay -1 .* 0–30000/],
    [{ delay: 1e9 }, /delay 1000000000/],
    [{ extraCss: 'x'.repeat(20_001) }, /extraCss .* 20000/],
    [{ cookies: {} }, /cookies is not valid/],
    [{ cookies: [{ name: 'a b', value: 'x' }] }, /the name of a cookie/],
    [{ headers: { Host: 'x' } }, /header "Host" .* does not set itself/],
    [{ headers: { 'X Y': 'x' } }, /header "X Y"/],
    [{ secrets: { 'a b': 'long enough' } }, /the name of a secret is not valid; allowed is 1–40 letters/],
    [{ secrets: { a: 'x'.repeat(1_001) } }, /secret "a" is not valid; allowed is text of 4–1000 characters/],
    [{ secrets: { a: 'abc' } }, /secret "a" is not valid; allowed is text of 4–1000 characters/],
    [{ proxy: 'https://a.example' }, /proxy "https:\/\/a.example" is not valid; allowed is an address such as/],
    [{ proxy: 'ftp://a.example' }, /proxy "ftp/],
    [{ proxy: 'http://a.example/path' }, /proxy "http/],
    [{ proxy: 'http://a.example:70000' }, /proxy "http/],
    [{ proxy: `http://${'a'.repeat(300)}` }, /proxy "http/],
    [{ proxyLogin: 'no colon' }, /proxyLogin is not valid; allowed is username:password/],
    [{ proxyLogin: { username: 'a', password: 'x'.repeat(256) } }, /proxyLogin .* 1–255 bytes/],
    [{ geolocation: '91, 0' }, /geolocation "91, 0" .* latitude \(-90 to 90\)/],
    [{ geolocation: '1 2' }, /geolocation "1 2"/],
    [{ geolocation: { latitude: 1 } }, /geolocation \{"latitude":1\}/],
    [{ geolocation: { latitude: 1, longitude: 2, accuracy: 100_001 } }, /geolocation .* \(0 to 100000\)/],
    [{ geolocation: { latitude: 1, longitude: 2, height: 3 } }, /geolocation/],
    [{ element: '' }, /element "" is not valid; allowed is a CSS selector/],
    [{ steps: {} }, /steps \{\} is not valid; allowed is a list of at most 20/],
    [{ steps: Array(21).fill({ press: 'a' }) }, /steps .* a list of at most 20/],
    [{ steps: [{ press: 'a' }, { hover: 'a' }] }, /step 2 \{"hover":"a"\} is not valid; allowed is one of \{"click"/],
    [{ steps: [{ click: 'a', press: 'b' }] }, /step 1 .* is not valid/],
    [{ steps: [{ click: 'a', into: 'b' }] }, /step 1 .* is not valid/],
    [{ steps: [{ type: 'a' }] }, /step 1 .* is not valid/],
    [{ steps: [{ click: 'a'.repeat(501) }] }, /step 1 "a.* CSS selector of 1–500/],
    [{ steps: [{ type: 'x'.repeat(1_001), into: 'a' }] }, /step 1 "x.* text of 1–1000/],
    [{ steps: [{ press: 'Return' }] }, /step 1 "Return" is not valid; allowed is a single character, or one of Enter/],
  ];
  for (const [given, says] of refused)
    test(`such as ${JSON.stringify(given).slice(0, 60)} are refused with the value and the allowed values`, () => {
      assert.match(said(given), says);
    });

  test('that are secret do not appear in error messages', () => {
    for (const given of [
      { cookies: [{ name: 'session', value: 'hush;hush' }] },
      { headers: { 'X-Key': 'hush\r\nX-Other: hush' } },
      { secrets: { key: 'hush\u0000hush' } },
      { proxy: 'http://ann:hush@proxy.example' },
      { proxyLogin: 'ann:hush\u0000' },
    ])
      assert.doesNotMatch(said(given), /hush|accepted/);
  });
});
