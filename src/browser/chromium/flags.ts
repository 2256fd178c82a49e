import { statfsSync } from 'node:fs';
import type { Executable } from './find.ts';

export type FlagChoices = {
  readonly executable: Executable;
  readonly sandbox: boolean;
  readonly proxyUrl: string;
  readonly profile: string;
};

/** Turns off updates, reports, prompts and the throttling of hidden tabs. */
const quiet = [
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  // RenderDocument would replace the view of a blank tab at its first navigation.
  '--disable-features=AutofillServerCommunication,DialMediaRouteProvider,HttpsUpgrades,MediaRouter,OptimizationHints,RenderDocument,Translate',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-sync',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** The same page gives the same pixels on every machine. */
const faithful = [
  `--blink-settings=${[
    // Animated images and SVG stay at their first frame. Otherwise a page with one would never be unchanged.
    'imageAnimationPolicy=2',
    // Chromium records the whole page and not only the part near the viewport, so take-picture.ts needs no
    // captureBeyondViewport.
    'mainFrameClipsContent=false',
  ]}`,
  // Draws large images with the rest of the page. Otherwise they appear when they are decoded, maybe after the picture.
  '--disable-checker-imaging',
  // A GPU compositor repeats content after 8,192 or 16,384 px. The software compositor is correct up to 100,000 px.
  '--disable-gpu',
  '--disable-lcd-text',
  // Otherwise each scrollable box is a layer, also far from the viewport: 1,000 boxes took 0.5 s at each scroll step.
  '--enable-blink-features=PreferNonCompositedScrolling',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  // Chromium leaves areas blank that exceed its memory for tiles. The default of 512 MB holds one layer of the largest
  // picture. This value is above the memory limit of a renderer (memory.ts), so a page that needs more fails.
  '--force-gpu-mem-available-mb=2048',
  '--hide-scrollbars',
];

const safe = [
  '--deny-permission-prompts',
  '--disable-quic',
  // WebRTC over UDP would bypass the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=1024',
];

function guard(proxyUrl: string): string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Without it, Chromium bypasses the proxy for loopback addresses.
    '--proxy-bypass-list=<-loopback>',
    // Chromium resolves names of TURN servers itself. A page could send data to a name server that way.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ];
}

/** Four pictures of the largest size, twice each: as tiles of the page and as the copy that is encoded. */
const enoughSharedMemory = 4e9;

/**
 * Files in /tmp instead of /dev/shm take a fifth of the CPU time of a picture. But a renderer that fills /dev/shm
 * crashes, and containers limit it to 64 MB.
 */
function sharedMemory(): string[] {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= enoughSharedMemory) return [];
  } catch {
    // There is no /dev/shm.
  }
  return ['--disable-dev-shm-usage'];
}

export function chromiumFlags({ executable, sandbox, proxyUrl, profile }: FlagChoices): string[] {
  return [
    executable.shell ? '--headless' : '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    ...quiet,
    ...faithful,
    ...safe,
    ...sharedMemory(),
    ...(sandbox ? [] : ['--no-sandbox']),
    ...guard(proxyUrl),
    'about:blank',
  ];
}
