/** A problem that the operator has to solve, shared by all processes of the archive. */
export interface Alert {
  /** The part of the program that raised the alert. Each source has at most one alert. */
  readonly source: string;
  readonly message: string;
  readonly since: string;
}

export interface Alerts {
  /** Replaces the previous alert of the same source. */
  raise(alert: Alert): Promise<void>;
  /** Succeeds if there is no alert, too. */
  clear(source: string): Promise<void>;
  list(): Promise<Alert[]>;
}
