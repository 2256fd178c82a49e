/** The ports of the canaries on loopback. */
type Targets = { port: number; udpPort: number };

/**
 * A way in which a page can try to reach loopback. Every page is served by `http://page.localhost`, which is allowed. `at`
 * is the address of the canary. `html` and `headers` are the response; `scripts` are further files of the same server.
 */
export type Attack = {
  name: string;
  html: (at: string, targets: Targets) => string;
  headers?: (at: string) => Record<string, string>;
  scripts?: (at: string) => Record<string, string>;
  /** Runs with a user gesture. */
  click?: (at: string) => string;
};

const tag = (name: string, html: (at: string) => string): Attack => ({ name, html });
const script = (name: string, code: (at: string, targets: Targets) => string): Attack => ({
  name,
  html: (at, targets) => `<script>${code(at, targets)}</script>`,
});

const ws = (at: string) => at.replace('http:', 'ws:');
const rtc = (servers: string) => `
  const peer = new RTCPeerConnection({ iceServers: [${servers}] });
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;
const turn = (url: string) => rtc(`{ urls: '${url}', username: 'u', credential: 'c' }`);
const inWorker = (kind: string) => (path: string) => `new ${kind}('${path}');`;

export const ATTACKS: Attack[] = [
  tag('an image', (at) => `<img src="${at}">`),
  tag('an image set', (at) => `<img srcset="${at} 1x"><picture><source srcset="${at}"><img></picture>`),
  tag('a script', (at) => `<script src="${at}"></script>`),
  tag('a module', (at) => `<script type="module">import '${at}';</script>`),
  tag('a style sheet', (at) => `<link rel="stylesheet" href="${at}">`),
  tag('an imported style sheet', (at) => `<style>@import url('${at}');</style>`),
  tag('a background', (at) => `<div style="width:9px;height:9px;background:url('${at}')"></div>`),
  tag('a font', (at) => `<style>@font-face{font-family:f;src:url('${at}')}</style><p style="font-family:f">f</p>`),
  tag('a video', (at) => `<video src="${at}" preload="auto" poster="${at}"></video>`),
  tag('a sound', (at) => `<audio src="${at}" preload="auto"></audio>`),
  tag('a frame', (at) => `<iframe src="${at}"></iframe>`),
  tag('a frame of a data: document', (at) => `<iframe src='data:text/html,<img src="${at}">'></iframe>`),
  tag('a frame of its own source', (at) => `<iframe srcdoc='<img src="${at}">'></iframe>`),
  tag('a sandboxed frame', (at) => `<iframe sandbox src="${at}"></iframe>`),
  tag('a fenced redirect', (at) => `<iframe src="/redirect?to=${encodeURIComponent(at)}"></iframe>`),
  tag('an image behind a redirect', (at) => `<img src="/redirect?to=${encodeURIComponent(at)}">`),
  tag('an object', (at) => `<object data="${at}"></object>`),
  tag('an embedded file', (at) => `<embed src="${at}">`),
  tag('a drawing of another file', (at) => `<svg><image href="${at}" width="9" height="9"/></svg>`),
  tag('a preload', (at) => `<link rel="preload" as="image" href="${at}">`),
  tag('a module preload', (at) => `<link rel="modulepreload" href="${at}">`),
  tag('a prefetch', (at) => `<link rel="prefetch" href="${at}">`),
  tag('a meta refresh', (at) => `<meta http-equiv="refresh" content="0;url=${at}">`),
  { name: 'a preload in a header', html: () => '', headers: (at) => ({ Link: `<${at}>; rel=preload; as=image` }) },
  { name: 'a refresh in a header', html: () => '', headers: (at) => ({ Refresh: `0;url=${at}` }) },
  {
    name: 'a report of a broken policy',
    html: () => '<img src="http://blocked.invalid/">',
    headers: (at) => ({ 'Content-Security-Policy': `img-src 'none'; report-uri ${at}` }),
  },
  tag('prefetching speculation', (at) => speculation('prefetch', at)),
  tag('prerendering speculation', (at) => speculation('prerender', at)),
  script('fetch', (at) => `fetch('${at}', { mode: 'no-cors' });`),
  script(
    'fetch that outlives the page',
    (at) => `fetch('${at}', { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' });`,
  ),
  script('XMLHttpRequest', (at) => `const x = new XMLHttpRequest(); x.open('GET', '${at}'); x.send();`),
  script('a beacon', (at) => `navigator.sendBeacon('${at}', 'x');`),
  script('an event source', (at) => `new EventSource('${at}');`),
  script('a WebSocket', (at) => `new WebSocket('${ws(at)}');`),
  script('a WebSocket over TLS', (at) => `new WebSocket('${at.replace('http:', 'wss:')}');`),
  script('fetch over TLS', (at) => `fetch('${at.replace('http:', 'https:')}', { mode: 'no-cors' });`),
  script('a new location', (at) => `location = '${at}';`),
  script(
    'a form',
    (at) =>
      `const f = document.createElement('form'); f.method = 'post'; f.action = '${at}'; document.documentElement.append(f); f.submit();`,
  ),
  script(
    'a document made by script',
    (at) => `location = URL.createObjectURL(new Blob(['<img src="${at}">'], { type: 'text/html' }));`,
  ),
  {
    name: 'a worker',
    html: () => `<script>${inWorker('Worker')('worker.js')}</script>`,
    scripts: (at) => ({ 'worker.js': `fetch('${at}', { mode: 'no-cors' });` }),
  },
  {
    name: 'scripts of a worker',
    html: () => `<script>${inWorker('Worker')('worker.js')}</script>`,
    scripts: (at) => ({ 'worker.js': `importScripts('${at}');` }),
  },
  {
    name: 'a shared worker',
    html: () => `<script>${inWorker('SharedWorker')('worker.js')}</script>`,
    scripts: (at) => ({ 'worker.js': `fetch('${at}', { mode: 'no-cors' });` }),
  },
  {
    name: 'a service worker',
    html: () => `<script>navigator.serviceWorker.register('worker.js');</script>`,
    scripts: (at) => ({ 'worker.js': `oninstall = (e) => e.waitUntil(fetch('${at}', { mode: 'no-cors' }));` }),
  },
  { name: 'a pop-up', html: () => '', click: (at) => `void open('${at}')` },
  { name: 'a pop-up without its opener', html: () => '', click: (at) => `void open('${at}', '_blank', 'noopener')` },
  {
    name: 'a link in a new tab',
    html: (at) => `<a id="a" target="_blank" href="${at}">a</a>`,
    click: () => 'a.click()',
  },
  { name: 'a ping', html: (at) => `<a id="a" href="#x" ping="${at}">a</a>`, click: () => 'a.click()' },
  script('TURN over TCP', (_at, { port }) => turn(`turn:127.0.0.1:${port}?transport=tcp`)),
];

/** UDP bypasses the proxy, so the browser itself must not send it. */
export const UDP_ATTACKS: Attack[] = [
  script('STUN', (_at, { udpPort }) => rtc(`{ urls: 'stun:127.0.0.1:${udpPort}' }`)),
  script('TURN', (_at, { udpPort }) => turn(`turn:127.0.0.1:${udpPort}?transport=udp`)),
  script('a peer', (_at, { udpPort }) => peerAt(udpPort)),
];

/** Behind a proxy, Chromium speculates only within the same site, so the canary has a name of that site. */
function speculation(kind: string, at: string): string {
  const sameSite = at.replace('127.0.0.1', 'secret.page.localhost');
  return `<script type="speculationrules">{"${kind}":[{"source":"list","urls":["${sameSite}"],"eagerness":"immediate"}]}</script>`;
}

/** A peer that claims the address of the canary. The browser tries to connect to it immediately. */
function peerAt(udpPort: number): string {
  return `
    const peer = new RTCPeerConnection();
    peer.createDataChannel('x');
    (async () => {
      await peer.setLocalDescription(await peer.createOffer());
      const other = new RTCPeerConnection();
      await other.setRemoteDescription(peer.localDescription);
      await other.setLocalDescription(await other.createAnswer());
      await peer.setRemoteDescription(other.localDescription);
      await peer.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 127.0.0.1 ${udpPort} typ host', sdpMid: '0', sdpMLineIndex: 0 });
    })();`;
}
