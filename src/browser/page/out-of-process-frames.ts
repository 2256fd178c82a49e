import type { Command, Connection, Params, Result } from '../chromium/cdp.ts';
import { until } from './ending.ts';

/** What takes commands: a page, or a frame in it that has a process of its own. */
export type Session = {
  /** Rejects with the Ending of the tab, or with CdpError. */
  send<Name extends Command>(command: Name, params?: Params<Name>): Promise<Result<Name>>;
};

/**
 * The frames of a browser context that have processes of their own: a headless shell gives one to none, a Chrome to
 * those of other sites. The browser tells of them unasked; one is attached to only when it is entered.
 */
export class OwnFrames {
  readonly #connection: Connection;
  readonly #signal: AbortSignal;
  readonly #ids = new Set<string>();
  readonly #sessions = new Map<string, Promise<Session>>();
  readonly #sessionIds = new Map<string, string>();
  readonly #stop: readonly (() => void)[];

  constructor(connection: Connection, contextId: string, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
    this.#stop = [
      connection.on('Target.targetCreated', ({ targetInfo }) => {
        if (targetInfo.type === 'iframe' && targetInfo.browserContextId === contextId)
          this.#ids.add(targetInfo.targetId);
      }),
      connection.on('Target.targetDestroyed', ({ targetId }) => this.#leave(targetId)),
    ];
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** The same session each time. Rejects as a session does. */
  enter(id: string): Promise<Session> {
    const session = this.#sessions.get(id) ?? this.#attach(id);
    this.#sessions.set(id, session);
    return session;
  }

  close(): void {
    for (const off of this.#stop) off();
    for (const id of [...this.#ids]) this.#leave(id);
  }

  async #attach(id: string): Promise<Session> {
    const attaching = this.#connection.send('Target.attachToTarget', { targetId: id, flatten: true });
    const { sessionId } = await until(this.#signal, attaching);
    this.#sessionIds.set(id, sessionId);
    return { send: (command, params) => until(this.#signal, this.#connection.send(command, params, sessionId)) };
  }

  #leave(id: string): void {
    const sessionId = this.#sessionIds.get(id);
    if (sessionId) this.#connection.endSession(sessionId, 'the frame is gone');
    this.#sessionIds.delete(id);
    this.#sessions.delete(id);
    this.#ids.delete(id);
  }
}
