import type { Socket } from 'node:net';
import type { Destination, EgressError } from './egress-incident.ts';
import type { Meter } from './egress-relay.ts';

/** What one capture's listener gives to both kinds of traffic, plain requests and tunnels. */
export type Way = {
  /** Throws EgressError; a connection that comes too late for `signal` is closed. */
  connect: (destination: Destination, signal: AbortSignal) => Promise<Socket>;
  newMeter: () => Meter;
  report: (error: EgressError) => void;
};
