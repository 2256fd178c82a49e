import { presentError } from '../api/present.ts';
import { checkScope } from '../api/scope.ts';
import { changeEach, type SelectionChange } from '../app/change-selected.ts';
import { Problem } from '../domain/problem.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { STATUS_OF } from '../http/status.ts';
import { operation } from './operation.ts';
import { ManyPatch, ManyResults, MOST_CHANGED } from './schemas/many.ts';

export const changeWebpages = operation({
  id: 'changeWebpages',
  summary: 'Change many webpages',
  description: `Changes up to ${MOST_CHANGED} webpages, each with its own result. Sent twice, the request has the result of the first.`,
  tag: 'webpages',
  scope: 'manage',
  body: ManyPatch,
  answers: [{ status: 200, description: 'The results.', schema: ManyResults }],
  errors: [422],
  async run(manage, { owner, caller, body }) {
    if (body.action === 'delete') checkScope(caller, 'delete');
    const results = await changeEach(manage, owner, body.webpages, changeOf(body), manage.now());
    const members = body.webpages.map((webpage) => {
      const problem = results.get(webpage);
      const httpStatus = problem ? STATUS_OF[problem.kind] : 200;
      const error = problem && presentError(STATUS_CODES[httpStatus] ?? 'Error', problem.message);
      return { type: 'Result', webpage, httpStatus, ...(error && { error }) };
    });
    const refused = members.filter(({ error }) => error).length;
    return { body: { type: 'Collection', changed: members.length - refused, refused, members } };
  },
});

/** Throws Problem('invalid') for a property that is missing or of another action. */
function changeOf({ action, keywords, schedule }: ManyPatch): SelectionChange {
  const needed = action === 'schedule' ? 'schedule' : action.endsWith('-keywords') ? 'keywords' : undefined;
  for (const [name, value] of Object.entries({ keywords, schedule })) {
    if ((value === undefined) === (name === needed)) {
      const problem = value === undefined ? 'is missing' : 'is for another action';
      throw new Problem('invalid', `The property ${name} ${problem}.`);
    }
  }
  if (action === 'schedule') return { kind: action, schedule: schedule ?? '' };
  if (action === 'add-keywords' || action === 'remove-keywords') return { kind: action, keywords: keywords ?? [] };
  return { kind: action };
}
