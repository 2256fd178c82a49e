import { readFileSync } from 'node:fs';
import { green, page, type Sample, white } from './sample.ts';

/** Three white frames in 0.3 s, then black for three seconds. */
const video = `data:video/webm;base64,${readFileSync(new URL('white-then-black.webm', import.meta.url)).toString('base64')}`;

const style = 'body{background:red}video{display:block;width:640px;height:640px}';
const begin = [[320, 320, white]] as const;
/** As long as the video needs for its first black frame. */
const whilePlaying = '<script>setTimeout(() => document.body.append("text"), 700)</script>';

/** Videos show their poster or their first frame. */
export const videos: readonly Sample[] = [
  {
    name: 'the first frame of a video that plays by itself',
    body: page(style, `<video src="${video}" autoplay muted loop></video>${whilePlaying}`),
    pixels: begin,
  },
  {
    name: 'the first frame of a video that a script plays again when it pauses',
    body: page(
      style,
      `<video src="${video}" muted></video><script>const video = document.querySelector('video');
        video.play(); video.onpause = () => video.play();</script>${whilePlaying}`,
    ),
    pixels: begin,
  },
  {
    name: 'the poster of a video that has not played',
    body: page(
      style,
      `<video src="${video}" preload="none" poster="/colour.svg?c=00ff00&w=640&h=640" controls></video>`,
    ),
    pixels: [[320, 320, green]],
  },
];
