import type { Verdict } from '../../domain/capture.ts';
import { Canvas, SCREEN_HEIGHT, type Type } from './canvas.ts';

const ink = (size: number, fill = '#222', weight = 400): Type => ({ family: 'arimo', size, fill, weight });

interface Drawing {
  readonly svg: string;
  readonly title: string;
  readonly httpStatus: number;
  readonly verdict: Verdict;
}

/** The page that a site shows in place of its content. */
export function drawTrouble(kind: 'unavailable' | 'blocked' | 'missing', host: string): Drawing {
  const canvas = new Canvas();
  if (kind === 'blocked') {
    canvas.text(350, 250, 'Checking that you are human', ink(38, '#222', 700));
    canvas.text(350, 306, `${host} needs to review the security of your connection.`, ink(20, '#555'));
    canvas.rectangle({ x: 350, y: 350, width: 320, height: 80 }, '#fff', { radius: 4, stroke: '#ccc' });
    canvas.rectangle({ x: 374, y: 375, width: 30, height: 30 }, '#fff', { radius: 3, stroke: '#888' });
    canvas.text(424, 397, 'I am not a robot', ink(18));
    return {
      svg: canvas.svg(SCREEN_HEIGHT, '#f4f4f4'),
      title: 'Just a moment...',
      httpStatus: 403,
      verdict: 'blocked',
    };
  }
  if (kind === 'missing') {
    canvas.text(120, 220, '404', ink(120, '#b9b2a8', 700));
    canvas.text(120, 290, 'This page is no longer here', ink(34));
    canvas.text(120, 336, 'Perhaps it has moved. The search may find it.', ink(19, '#666'));
    return { svg: canvas.svg(SCREEN_HEIGHT, '#fff'), title: 'Page not found', httpStatus: 404, verdict: 'http-error' };
  }
  canvas.text(640, 350, '503 Service Unavailable', { ...ink(40), align: 'middle' });
  canvas.rule(340, 382, 600, '#ddd');
  const words = 'The server is temporarily unable to handle the request.';
  canvas.text(640, 424, words, { ...ink(19, '#666'), align: 'middle' });
  return {
    svg: canvas.svg(SCREEN_HEIGHT, '#fff'),
    title: '503 Service Unavailable',
    httpStatus: 503,
    verdict: 'http-error',
  };
}
