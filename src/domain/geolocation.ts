import { invalid } from './invalid-option.ts';

/** A place in degrees. `accuracy` is in metres. */
export type Geolocation = { readonly latitude: number; readonly longitude: number; readonly accuracy: number };

const defaultAccuracy = 50;
const mostAccuracy = 100_000;
const number = '(-?\\d{1,3}(?:\\.\\d{1,12})?)';
const form = new RegExp(`^${number}\\s*,\\s*${number}(?:\\s*,\\s*(\\d{1,6}(?:\\.\\d{1,3})?))?$`);

/** `{ latitude, longitude, accuracy? }`, or the text `latitude, longitude` with an optional accuracy. */
export function readGeolocation(given: unknown): Geolocation | null {
  if (given === null) return null;
  const place = typeof given === 'string' ? parse(given.trim()) : given;
  const { latitude, longitude, accuracy = defaultAccuracy, ...others } = (place ?? {}) as Record<string, unknown>;
  const fits = isWithin(latitude, -90, 90) && isWithin(longitude, -180, 180) && isWithin(accuracy, 0, mostAccuracy);
  if (fits && Object.keys(others).length === 0)
    return { latitude: latitude as number, longitude: longitude as number, accuracy: accuracy as number };
  return invalid(
    'geolocation',
    given,
    `latitude (-90 to 90), longitude (-180 to 180) and, optionally, accuracy in metres (0 to ${mostAccuracy}), such as 52.52, 13.405, 50, or null`,
  );
}

/** The text that `readGeolocation` reads. */
export function writeGeolocation({ latitude, longitude, accuracy }: Geolocation): string {
  return `${latitude}, ${longitude}${accuracy === defaultAccuracy ? '' : `, ${accuracy}`}`;
}

function parse(text: string): object | undefined {
  const [, latitude, longitude, accuracy] = form.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return accuracy === undefined ? place : { ...place, accuracy: Number(accuracy) };
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}
