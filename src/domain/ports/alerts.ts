/** Something that the operator has to know and to mend, seen by every process of the archive. */
export interface Alert {
  /** What raised it: one alert for each. */
  readonly source: string;
  /** One sentence for a person. */
  readonly message: string;
  readonly since: string;
}

export interface Alerts {
  /** Takes the place of the alert that the same source raised before. */
  raise(alert: Alert): Promise<void>;
  /** Succeeds also if there is none. */
  clear(source: string): Promise<void>;
  list(): Promise<Alert[]>;
}
