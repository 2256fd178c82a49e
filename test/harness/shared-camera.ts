import { after } from 'node:test';
import type { OpenedCamera } from '../../src/browser/camera.ts';
import { openTestCamera } from '../browser/cameras.ts';

let shared: Promise<OpenedCamera> | undefined;
after(async () => (await shared)?.close());

/** The camera of all test files of a process. Starting a browser takes as much CPU as several captures. */
export function sharedCamera(): Promise<OpenedCamera> {
  shared ??= openTestCamera();
  return shared;
}
