import type { Verdict } from '../../src/domain/capture.ts';

/** A page, and the colours that single pixels of its picture must have. */
export type Sample = {
  readonly name: string;
  readonly body: string;
  /** Headers of the response with the body. */
  readonly headers?: Record<string, string>;
  /** Further documents by their path below the page: `frame` is served as `<page>/frame`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: Record<string, unknown>;
  /** `fine` if not given. */
  readonly verdict?: Verdict;
  /** 1,280 px if not given. */
  readonly width?: number;
  readonly height?: number;
  readonly pixels: readonly (readonly [x: number, y: number, colour: string])[];
};

export const [red, green, blue, yellow, white] = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ffffff'] as const;

export const page = (style: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>corpus</title><style>body{margin:0}${style}</style>${body}</html>`;

export const band = (colour: string, height: number, content = '') =>
  `<div style="height:${height}px;background:${colour}">${content}</div>`;
