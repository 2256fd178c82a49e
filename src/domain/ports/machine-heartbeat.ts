/** The newest heartbeat of a machine that uses the archive. */
export interface Heartbeat {
  /** The same for all processes that share the kernel and the disks of a machine, also in containers. */
  readonly machine: string;
  /** The host name. */
  readonly name: string;
  /** Different in every heartbeat. */
  readonly beat: string;
}

/**
 * The heartbeats of machines. Readers look for a change, not at a time, so clocks that differ or jump do no harm.
 */
export interface MachineHeartbeat {
  last(): Promise<Heartbeat | undefined>;
  beat(beat: Heartbeat): Promise<void>;
  /** Removes this heartbeat, unless a newer one replaced it. */
  leave(beat: Heartbeat): Promise<void>;
}
