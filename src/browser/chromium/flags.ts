import { statfsSync } from 'node:fs';
import type { Executable } from './find.ts';

export type FlagChoices = {
  readonly executable: Executable;
  readonly sandbox: boolean;
  readonly proxyUrl: string;
  readonly profile: string;
};

/** What a browser does of its own accord (look for updates, report, prompt, slow a hidden tab down) has no place here. */
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
  // RenderDocument would make a second view, and throw the blank one away, for the first document of every tab.
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

/** The same page must give the same pixels, on every machine. */
const faithful = [
  `--blink-settings=${[
    // Moving images and drawings stay at their beginning: where they would be caught is chance, and no page with one
    // would ever be unchanged.
    'imageAnimationPolicy=2',
    // Chromium records all of a page, not only what is near the viewport, so that picture.ts needs no
    // captureBeyondViewport.
    'mainFrameClipsContent=false',
  ]}`,
  // Large images are drawn with all else, and not when they are decoded, which may be after the picture.
  '--disable-checker-imaging',
  // A GPU compositor repeats content from 8,192 or 16,384 px on; the software one was right to 100,000.
  '--disable-gpu',
  '--disable-lcd-text',
  // Each box that scrolls would be a layer, also those far from the viewport: 1,000 of them took 0.5 s at each scroll step.
  '--enable-blink-features=PreferNonCompositedScrolling',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  // Chromium leaves blank what exceeds its memory for tiles. The default, 512 MB, is a single layer of the largest
  // picture. This is more than memory.ts lets a renderer have, so a page that needs more fails.
  '--force-gpu-mem-available-mb=2048',
  '--hide-scrollbars',
];

const safe = [
  '--deny-permission-prompts',
  '--disable-quic',
  // WebRTC over UDP is the one thing that would pass by the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=1024',
];

function guard(proxyUrl: string): string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Without it Chromium goes around the proxy for loopback addresses, the very ones it is there to stop.
    '--proxy-bypass-list=<-loopback>',
    // The name of a TURN server is looked up past the proxy: a page could ask our name server for anything it likes.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ];
}

/** Four pictures of the largest size, twice each: as the page's tiles and as the copy that is encoded. */
const enoughShared = 4e9;

/**
 * Files in /tmp in place of /dev/shm cost a fifth of the CPU that a picture takes. But containers give /dev/shm 64 MB,
 * and a renderer that fills it crashes.
 */
function sharedMemory(): string[] {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= enoughShared) return [];
  } catch {
    // This machine has none.
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
