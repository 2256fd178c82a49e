import { changeSettings } from '../../../app/change-settings.ts';
import type { ChangeSettings } from '../../../domain/change.ts';
import { offerElement } from '../../../domain/page-element.ts';
import { Problem } from '../../../domain/problem.ts';
import { readPercent } from '../../percent.ts';
import { webpageOf } from '../../records.ts';
import { type Answer, field, type MemberVisit, type Web } from '../../visit.ts';
import { backToPair } from './compare-actions.ts';
import { boxOf, sideOf } from './compare-changes.ts';
import { type CompareModel, loadComparison, pairOf } from './compare-model.ts';

/** Adds to the settings of the webpage what the form says about a region. */
export async function doIgnoreRegion(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  const model = await loadComparison(web, visit, await pairOf(web, visit));
  const { settings, undo } = withIgnored(visit, model);
  await changeSettings(web, visit.member.owner, id, settings);
  return backToPair(web, visit, 'region-ignored', { ignored: String(new URLSearchParams(undo)) });
}

interface Ignored {
  readonly settings: ChangeSettings;
  /** The fields with which doStopIgnoring takes it back. */
  readonly undo: Record<string, string>;
}

function withIgnored(visit: MemberVisit, { outcome, settings, elements }: CompareModel): Ignored {
  const region = outcome.kind === 'compared' ? outcome.findings.regions[Number(field(visit, 'region'))] : undefined;
  if (!region) throw new Problem('not-found', 'This comparison has no such change.');
  const { ignoredSelectors, ignoredBoxes } = settings;
  switch (field(visit, 'way')) {
    case 'element': {
      const selector = offerElement(elements[sideOf(region)], boxOf(region))?.selector;
      if (selector === undefined) throw new Problem('invalid', 'No element was measured at this change.');
      return {
        settings: { ...settings, ignoredSelectors: [...new Set([...ignoredSelectors, selector])] },
        undo: { selector },
      };
    }
    case 'rectangle': {
      const box = boxOf(region);
      return { settings: { ...settings, ignoredBoxes: [...ignoredBoxes, box] }, undo: { box: JSON.stringify(box) } };
    }
    case 'threshold': {
      const leastShare = readPercent(field(visit, 'share'));
      return { settings: { ...settings, leastShare }, undo: { share: String(100 * settings.leastShare) } };
    }
    default:
      throw new Problem('invalid', 'Choose what to ignore: the element, the rectangle, or small changes.');
  }
}

/** Takes a selector or a rectangle out of the settings of the webpage, or sets the threshold that it had before. */
export async function doStopIgnoring(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  const { owner } = visit.member;
  const settings = await web.store.changes.settings(owner, id);
  const [selector, box, share] = ['selector', 'box', 'share'].map((name) => visit.form.get(name));
  await changeSettings(web, owner, id, {
    ...settings,
    ignoredSelectors: settings.ignoredSelectors.filter((each) => each !== selector),
    ignoredBoxes: settings.ignoredBoxes.filter((each) => JSON.stringify(each) !== box),
    ...(share != null && { leastShare: readPercent(share) }),
  });
  return backToPair(web, visit, 'region-restored');
}
