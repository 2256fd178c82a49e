import { aurum } from './stories/aurum.ts';
import { fjellheim } from './stories/fjellheim.ts';
import { halden } from './stories/halden.ts';
import { kaufhalle } from './stories/kaufhalle.ts';
import { kiln } from './stories/kiln.ts';
import { lending } from './stories/lending.ts';
import { loomis } from './stories/loomis.ts';
import { morrow } from './stories/morrow.ts';
import { northline } from './stories/northline.ts';
import { quartz } from './stories/quartz.ts';
import { ravensby } from './stories/ravensby.ts';
import { tessel } from './stories/tessel.ts';
import { tidewater } from './stories/tidewater.ts';
import type { Story } from './story.ts';

/** The webpages of the demo archive. Some show dates, which are counted from `now`. */
export function demoStories(now: Date): readonly Story[] {
  return [
    ...halden,
    ...northline,
    ...tessel,
    ...ravensby(now),
    ...aurum,
    ...loomis(now),
    ...morrow,
    ...kiln,
    ...quartz,
    ...fjellheim,
    ...tidewater,
    ...lending,
    ...kaufhalle,
  ];
}
