import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChangeSettings, NOTHING_IGNORED } from '../../src/domain/change.ts';
import type { Findings } from '../../src/domain/findings.ts';
import { isGood, type KeptVerdict, type Picture } from '../../src/domain/screenshot.ts';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newPicture } from '../harness/records.ts';
import { PROPERTY_ROUNDS } from '../harness/rounds.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked } from '../harness/tracked.ts';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const PICTURES = 4;
const timeOf = (hours: number) => new Date(START + hours * 3_600_000);

type Step =
  | { readonly kind: 'capture'; readonly look: number; readonly verdict: KeptVerdict; readonly back: number }
  | { readonly kind: 'fail' }
  | { readonly kind: 'delete' | 'restore' | 'erase'; readonly which: number }
  | { readonly kind: 'settings'; readonly leastArea: number; readonly ignored: number }
  | { readonly kind: 'compare' | 'evaluate' };

const verdict = fc.oneof(
  { arbitrary: fc.constantFrom<KeptVerdict>('fine', 'consent'), weight: 4 },
  { arbitrary: fc.constantFrom<KeptVerdict>('http-error', 'blank'), weight: 1 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      look: fc.nat(PICTURES - 1),
      verdict,
      // Captures may be dated before others: the clock was set back.
      back: fc.oneof(
        { arbitrary: fc.constant(0), weight: 4 },
        { arbitrary: fc.integer({ min: 1, max: 9 }), weight: 1 },
      ),
    }),
    weight: 6,
  },
  { arbitrary: fc.constant({ kind: 'fail' as const }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constantFrom('delete', 'restore', 'erase'), which: fc.nat(20) }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      leastArea: fc.constantFrom(0, 15_000),
      ignored: fc.integer({ min: -1, max: PICTURES - 1 }),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom('compare' as const, 'evaluate' as const) }), weight: 2 },
);

interface Capture {
  readonly id: string;
  readonly at: string;
  readonly look: number;
  readonly verdict: KeptVerdict;
}

/** The region of two looks depends on both, so that each pair has its own size. */
const regionOf = (one: number, other: number) => alteredRegion(100 * other, 100 * one, 100, 100 + 10 * one * other);
const findingsBetween = (one: number, other: number): Findings =>
  one === other ? findingsOf() : findingsOf(regionOf(one, other));

/** Random histories of captures have the changes that their last state alone tells. */
forEachEngine((engine) => {
  const store = useStore(engine);

  test('random captures, deletions, returns and settings leave the changes between good captures that follow each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        const { owner } = await addPerson(store);
        const { id: webpageId } = await addTracked(store, owner, { readyAt: timeOf(0) });
        const pictures = Array.from({ length: PICTURES }, () => newPicture());
        const lookOf = (picture: Picture) => pictures.findIndex(({ id }) => id === picture.id);
        let captures: Capture[] = [];
        let trashed: Capture[] = [];
        let settings: ChangeSettings = NOTHING_IGNORED;
        let hours = 10;

        const capture = async (each: Step & { kind: 'capture' }) => {
          hours += 1;
          const { good } = await store.captures.lastPictures(owner, webpageId);
          const isSame = isGood(each.verdict) && good !== undefined && lookOf(good.picture) === each.look;
          // An unchanged capture leaves the changes as they are, also if the clock was set back.
          const at = timeOf(isSame ? hours : hours - each.back);
          const id = await captureAs(store, owner, webpageId, {
            at,
            screenshot: { verdict: each.verdict, picture: pictures[each.look] as Picture },
            same: isSame,
            change: findingsBetween(good ? lookOf(good.picture) : 0, each.look),
            ...(isGood(each.verdict) ? {} : { failing: 'Status 500.' }),
          });
          captures.push({ id, at: at.toISOString(), look: each.look, verdict: each.verdict });
        };
        const compareOne = async () => {
          const pair = await store.comparisonBacklog.take({ now: timeOf(999), until: timeOf(1000) });
          if (pair === undefined || pair === 'passed') return pair;
          const findings = findingsBetween(lookOf(pair.before.picture), lookOf(pair.after.picture));
          const change = { kind: 'compared', before: pair.before, findings, words: undefined } as const;
          await store.comparisonBacklog.finish(pair, change, timeOf(999));
          return pair;
        };

        for (const each of steps) {
          if (each.kind === 'capture') await capture(each);
          else if (each.kind === 'fail') {
            hours += 1;
            await captureAs(store, owner, webpageId, { at: timeOf(hours), failing: 'No such host.' });
          } else if (each.kind === 'delete') {
            const gone = captures[each.which % Math.max(1, captures.length)];
            if (!gone) continue;
            await store.trash.putCapture(owner, { webpageId, id: gone.id }, timeOf(hours));
            captures = captures.filter((other) => other !== gone);
            trashed.push(gone);
          } else if (each.kind === 'restore' || each.kind === 'erase') {
            const one = trashed[each.which % Math.max(1, trashed.length)];
            if (!one) continue;
            if (each.kind === 'restore') await store.trash.restoreCapture(owner, one.id);
            else await store.trash.erase(owner, one.id);
            trashed = trashed.filter((other) => other !== one);
            if (each.kind === 'restore') captures.push(one);
          } else if (each.kind === 'settings') {
            const ignoredBoxes = each.ignored < 0 ? [] : [{ x: 100 * each.ignored, y: 0, width: 100, height: 1000 }];
            settings = { ...NOTHING_IGNORED, leastArea: each.leastArea, ignoredBoxes };
            await store.changes.setSettings(owner, webpageId, settings);
          } else if (each.kind === 'compare') await compareOne();
          else await store.changes.evaluate(owner, webpageId, 2);
        }
        while ((await compareOne()) !== undefined);
        while ((await store.changes.unevaluated())?.webpageId === webpageId)
          await store.changes.evaluate(owner, webpageId, 3);

        const good = captures
          .filter((each) => isGood(each.verdict))
          .sort((one, other) => (`${one.at} ${one.id}` < `${other.at} ${other.id}` ? -1 : 1));
        const expected = good.flatMap((each, index) => {
          const before = good[index - 1];
          if (!before) return [{ id: each.id, is: 'new' }];
          if (before.look === each.look) return [];
          const { after, area } = regionOf(before.look, each.look);
          const isIgnored = settings.ignoredBoxes.some(({ x }) => x === after.x);
          const isAnnounced = !isIgnored && area >= settings.leastArea;
          return [{ id: each.id, is: `${before.id} ${isIgnored ? 0 : area} ${isAnnounced}` }];
        });
        const found = await store.changes.ofCaptures(
          owner,
          webpageId,
          good.map(({ id }) => id),
        );
        const request = {
          filter: 'all',
          site: undefined,
          keyword: undefined,
          from: undefined,
          order: 'asc',
          limit: 100,
        };
        const entries = await store.changes.entries(owner, request as Parameters<typeof store.changes.entries>[1]);
        const told = good.flatMap(({ id }) => {
          if (entries.some((entry) => entry.kind === 'new' && entry.id === id)) return [{ id, is: 'new' }];
          const change = found.get(id);
          if (!change) return [];
          if (change.state !== 'compared') return [{ id, is: change.state }];
          const area = Math.round(change.summary.share * 1_000_000);
          return [{ id, is: `${change.beforeId} ${area} ${change.announced}` }];
        });
        assert.deepEqual(told, expected);
        assert.deepEqual(
          entries.filter(({ kind }) => kind !== 'failing').map(({ id }) => id),
          expected.filter(({ is }) => !is.endsWith('false')).map(({ id }) => id),
        );
        const newest = (await store.changes.newest(owner, [webpageId])).get(webpageId);
        assert.equal(newest?.id, expected.findLast(({ is }) => is.endsWith('true'))?.id);
      }),
      {
        numRuns: 25 * PROPERTY_ROUNDS,
        ...(process.env.CHANGES_SEED ? { seed: Number(process.env.CHANGES_SEED) } : {}),
      },
    );
    for await (const finding of store.check.compare(() => undefined)) assert.fail(JSON.stringify(finding));
  });
});
