import type { Protocol } from 'devtools-protocol';
import { CaptureError } from '../capture-error.ts';
import { orAbort, within } from '../deadline.ts';
import { CdpError, type EventName, type EventOf } from './cdp.ts';
import type { Chromium } from './chromium.ts';
import { OutOfProcessFrames, type Session } from './out-of-process-frames.ts';

/** A page in a browser context of its own, without cookies, cache or storage of other captures. */
export type Tab = Session & {
  readonly targetId: string;
  readonly contextId: string;
  /** Aborts with a CaptureError as soon as the page has crashed or closed. */
  readonly signal: AbortSignal;
  readonly outOfProcessFrames: OutOfProcessFrames;
  on<Name extends EventName>(event: Name, listener: (params: EventOf<Name>) => void): void;
  /** A session that the tab has announced with Target.attachedToTarget. */
  attached(sessionId: string): Session;
  end(reason: CaptureError): void;
  /** Removes the page and its storage. Returns false if the browser does not answer; it must then be killed. */
  close(): Promise<boolean>;
};

const closeLimit = 5_000;

const deniedPermissions = ['geolocation', 'notifications', 'midi', 'camera', 'microphone', 'clipboard-read'];

function crash({ status }: Protocol.Target.TargetCrashedEvent): CaptureError {
  return status === 'oom'
    ? new CaptureError('memory', 'The page used more memory than a page may.')
    : new CaptureError('page-crashed', `The page's process ended (${status}).`);
}

/** Throws CdpError, or the signal's reason. */
export async function openTab(chromium: Chromium, proxyUrl: string, signal: AbortSignal): Promise<Tab> {
  const { connection } = chromium;
  const ending = new AbortController();
  const stop: (() => void)[] = [];
  const { browserContextId: contextId } = await orAbort(
    signal,
    connection.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      // Without <-loopback>, Chromium bypasses the proxy for loopback addresses.
      proxyServer: proxyUrl,
      proxyBypassList: '<-loopback>',
    }),
  );
  const close = async (): Promise<boolean> => {
    for (const off of stop) off();
    const closing = connection.send('Target.disposeBrowserContext', { browserContextId: contextId });
    return within(
      closeLimit,
      closing.then(
        () => true,
        () => false,
      ),
    ).then((answer) => answer === true);
  };
  try {
    const [{ targetId }] = await orAbort(
      signal,
      Promise.all([
        connection.send('Target.createTarget', { url: 'about:blank', browserContextId: contextId }),
        connection.send('Browser.setDownloadBehavior', {
          behavior: 'deny',
          browserContextId: contextId,
          eventsEnabled: true,
        }),
        ...deniedPermissions.map((name) =>
          connection.send('Browser.setPermission', {
            permission: { name },
            setting: 'denied',
            browserContextId: contextId,
          }),
        ),
      ]),
    );
    const { sessionId } = await orAbort(signal, connection.send('Target.attachToTarget', { targetId, flatten: true }));
    const end = (reason: CaptureError): void => {
      ending.abort(reason);
      connection.endSession(sessionId, reason.message);
    };
    stop.push(
      connection.on('Target.targetCreated', ({ targetInfo }) => {
        const popUp = targetInfo.type === 'page' && targetInfo.targetId !== targetId;
        if (popUp && targetInfo.browserContextId === contextId)
          connection.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
      }),
      connection.on('Target.targetCrashed', (event) => {
        if (event.targetId === targetId) end(crash(event));
      }),
      connection.on('Target.targetDestroyed', (event) => {
        if (event.targetId === targetId) end(new CaptureError('page-crashed', 'The page closed itself.'));
      }),
      () => connection.endSession(sessionId, 'the tab was closed'),
    );
    const both = AbortSignal.any([signal, ending.signal]);
    const outOfProcessFrames = new OutOfProcessFrames(connection, contextId, both);
    stop.push(() => outOfProcessFrames.close());
    return {
      targetId,
      contextId,
      signal: both,
      outOfProcessFrames,
      send: (command, params) => orAbort(both, connection.send(command, params, sessionId)),
      on: (event, listener) => void stop.push(connection.on(event, listener, sessionId)),
      attached: (id) => {
        stop.push(() => connection.endSession(id, 'the tab was closed'));
        return { send: (command, params) => orAbort(both, connection.send(command, params, id)) };
      },
      end,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the page navigated to another document during the command. */
export function isNavigation(error: unknown): boolean {
  return error instanceof CdpError && /context|navigated/i.test(error.message);
}
