/** A machine that uses the archive, and its newest sign of life. */
export interface Resident {
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
export interface Residence {
  last(): Promise<Resident | undefined>;
  beat(resident: Resident): Promise<void>;
  /** Takes back this sign of life, if no other came after it. */
  leave(resident: Resident): Promise<void>;
}
