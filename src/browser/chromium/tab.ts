import type { Protocol } from 'devtools-protocol';
import { Ending, until, within } from '../page/ending.ts';
import { OwnFrames, type Session } from '../page/out-of-process-frames.ts';
import { CdpError, type EventName, type EventOf } from './cdp.ts';
import type { Chromium } from './chromium.ts';

/** One page in a browser context of its own: no cookie, cache or storage of another capture is in it. */
export type Tab = Session & {
  readonly targetId: string;
  readonly contextId: string;
  /** Aborts with an Ending as soon as there is no page to capture any more. */
  readonly signal: AbortSignal;
  readonly ownFrames: OwnFrames;
  on<Name extends EventName>(event: Name, listener: (params: EventOf<Name>) => void): void;
  end(reason: Ending): void;
  /** Removes the page and all it stored. False if the browser did not answer, and should be ended. */
  close(): Promise<boolean>;
};

const closeLimit = 5_000;

const deniedPermissions = ['geolocation', 'notifications', 'midi', 'camera', 'microphone', 'clipboard-read'];

function crash({ status }: Protocol.Target.TargetCrashedEvent): Ending {
  return status === 'oom'
    ? new Ending('memory', 'The page used more memory than a page may.')
    : new Ending('page-crashed', `The page's process ended (${status}).`);
}

/** Throws CdpError, or the signal's reason. */
export async function openTab(chromium: Chromium, proxyUrl: string, signal: AbortSignal): Promise<Tab> {
  const { connection } = chromium;
  const ending = new AbortController();
  const stop: (() => void)[] = [];
  const { browserContextId: contextId } = await until(
    signal,
    connection.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      // Without <-loopback> Chromium goes around the proxy for loopback addresses, the very ones it is there to stop.
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
    const [{ targetId }] = await until(
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
    const { sessionId } = await until(signal, connection.send('Target.attachToTarget', { targetId, flatten: true }));
    const end = (reason: Ending): void => {
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
        if (event.targetId === targetId) end(new Ending('page-crashed', 'The page closed itself.'));
      }),
      () => connection.endSession(sessionId, 'the tab was closed'),
    );
    const both = AbortSignal.any([signal, ending.signal]);
    const ownFrames = new OwnFrames(connection, contextId, both);
    stop.push(() => ownFrames.close());
    return {
      targetId,
      contextId,
      signal: both,
      ownFrames,
      send: (command, params) => until(both, connection.send(command, params, sessionId)),
      on: (event, listener) => void stop.push(connection.on(event, listener, sessionId)),
      end,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The page went on to another document while it was being looked at. */
export function isNavigation(error: unknown): boolean {
  return error instanceof CdpError && /context|navigated/i.test(error.message);
}
