/** A machine that uses the archive, and its newest sign of life. */
export interface Heartbeat {
  /** The same for every process, also in containers, that shares this machine's kernel and disks. */
  readonly machine: string;
  /** What people call it. */
  readonly name: string;
  /** Different at every sign of life. */
  readonly beat: string;
}

/**
 * Where machines leave signs of life. It is compared by change, never by time, so clocks that differ or jump do not
 * matter.
 */
export interface MachineHeartbeat {
  last(): Promise<Heartbeat | undefined>;
  beat(beat: Heartbeat): Promise<void>;
  /** Takes back this sign of life, if no other came after it. */
  leave(beat: Heartbeat): Promise<void>;
}
