import type { Command, Connection, Params, Result } from '../chromium/cdp.ts';
import { orAbort } from '../deadline.ts';

/** Receives commands: a page, or an out-of-process frame in it. */
export type Session = {
  /** Rejects with the CaptureError of the tab or with CdpError. */
  send<Name extends Command>(command: Name, params?: Params<Name>): Promise<Result<Name>>;
};

/**
 * The frames of a browser context that have processes of their own. In Chrome these are the frames of other sites; a
 * headless shell has none. The browser announces them. A session opens when a frame is first used.
 */
export class OutOfProcessFrames {
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
      connection.on('Target.targetDestroyed', ({ targetId }) => this.#remove(targetId)),
    ];
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Returns the same session each time. Rejects as a session does. */
  sessionOf(id: string): Promise<Session> {
    const session = this.#sessions.get(id) ?? this.#attach(id);
    this.#sessions.set(id, session);
    return session;
  }

  close(): void {
    for (const off of this.#stop) off();
    for (const id of [...this.#ids]) this.#remove(id);
  }

  async #attach(id: string): Promise<Session> {
    const attaching = this.#connection.send('Target.attachToTarget', { targetId: id, flatten: true });
    const { sessionId } = await orAbort(this.#signal, attaching);
    this.#sessionIds.set(id, sessionId);
    return { send: (command, params) => orAbort(this.#signal, this.#connection.send(command, params, sessionId)) };
  }

  #remove(id: string): void {
    const sessionId = this.#sessionIds.get(id);
    if (sessionId) this.#connection.endSession(sessionId, 'the frame is gone');
    this.#sessionIds.delete(id);
    this.#sessions.delete(id);
    this.#ids.delete(id);
  }
}
