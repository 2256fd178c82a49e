import { Type } from '../../api/json-schema.ts';
import { Box, closed, nullable, optional, SELECTOR, text } from './parts.ts';

const changeSettings = {
  ignoredSelectors: Type.Array(text(SELECTOR, 'CSS selector.'), {
    maxItems: 100,
    description: 'Elements whose changes do not count.',
  }),
  ignoredBoxes: Type.Array(Box, { maxItems: 50, description: 'Rectangles whose changes do not count.' }),
  leastShare: Type.Number({ description: 'The smallest share (0 to 1) of the page that is announced.' }),
  leastArea: Type.Integer({ description: 'The smallest number of pixels that is announced.' }),
  watchWords: Type.Optional(
    Type.Array(text(240, 'Rule such as "appears sold out" or "below 100: Price #".'), {
      maxItems: 20,
      description: 'If there are rules, a change is announced when one of them becomes true, whatever its size.',
    }),
  ),
};
export const ChangeSettings = Type.Object(changeSettings, { description: 'What does not count as a change.' });
export const ChangeSettingsDraft = Type.Object(optional(changeSettings), {
  ...closed,
  description: 'What does not count as a change.',
});
export const ChangeSettingsPatch = Type.Object(nullable(changeSettings), {
  ...closed,
  description: 'Settings to change. Those that are absent stay, and null is the default.',
});
