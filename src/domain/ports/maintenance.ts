export interface MaintenanceSwitch {
  set(message: string | undefined): Promise<void>;
  get(): Promise<string | undefined>;
}
