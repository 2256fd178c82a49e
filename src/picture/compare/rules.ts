import type { Box } from '../../domain/findings.ts';
import type { BoxGrid } from './box-grid.ts';

/** The frame of a card or the rules of a row are at most this far from their content. */
const FARTHEST = 64;

/** A field is at most this far below its label, and its round corner is at most this far from its edge. */
const FARTHEST_FIELD = 24;
const FIELD_TOLERANCE = 8;

/** The ends of edges of one frame, and places at other fractions of a pixel, differ by at most this much. */
export const TOLERANCE = 2;

/** Lines are thinner. */
export const THICKEST_LINE = 4;

export function isSameWidth(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) <= TOLERANCE && Math.abs(one.x + one.width - other.x - other.width) <= TOLERANCE;
}

/** The nearest edges above and below that are as wide as the content. */
export function nearestRules(box: Box, rules: BoxGrid<Box>): Record<'above' | 'below', Box | undefined> {
  const bottom = box.y + box.height;
  return {
    above: nearest({ ...box, y: box.y - FARTHEST, height: FARTHEST + 2 }, box.y),
    below: nearest({ ...box, y: bottom - 2, height: FARTHEST }, bottom),
  };

  function nearest(area: Box, edge: number): Box | undefined {
    let best: Box | undefined;
    const distance = (rule: Box) => Math.abs(rule.y - edge);
    rules.each(area, (rule) => {
      const isAcross = rule.x <= box.x + 1 && rule.x + rule.width >= box.x + box.width - 1;
      if (isAcross && (!best || distance(rule) < distance(best))) best = rule;
    });
    return best;
  }
}

/** The nearest edge below that begins at the left edge of the content: that of a field below its label. */
export function ruleBelow(box: Box, rules: BoxGrid<Box>): Box | undefined {
  const bottom = box.y + box.height;
  let best: Box | undefined;
  rules.each({ ...box, y: bottom, height: FARTHEST_FIELD }, (rule) => {
    if (Math.abs(rule.x - box.x) <= FIELD_TOLERANCE && rule.y >= bottom && (!best || rule.y < best.y)) best = rule;
  });
  return best;
}

/** Whether a rule is a line, and not the edge of a background. */
export function isLine(rule: Box, rules: BoxGrid<Box>): boolean {
  const near = { ...rule, y: rule.y - THICKEST_LINE, height: 2 * THICKEST_LINE };
  return rules.some(near, (other) => other.y !== rule.y && isSameWidth(rule, other));
}

/** The next rule of a list, below (1) or above (-1) the one between two entries of about the given height. */
export function nextRule(rule: Box, rules: BoxGrid<Box>, direction: 1 | -1, height: number): Box | undefined {
  const reach = height + 2 * FARTHEST;
  let best: Box | undefined;
  rules.each({ ...rule, y: direction === 1 ? rule.y : rule.y - reach, height: reach }, (other) => {
    const distance = (other.y - rule.y) * direction;
    if (distance <= THICKEST_LINE || !isSameWidth(rule, other)) return;
    if (!best || distance < Math.abs(best.y - rule.y)) best = other;
  });
  return best;
}
