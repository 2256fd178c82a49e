import { Type } from '../api/json-schema.ts';
import { emptyTrash, restoreTrashed } from '../app/trash.ts';
import { notFound } from '../domain/problem.ts';
import { erasedAt } from '../domain/trash.ts';
import { shownName } from '../domain/webpage.ts';
import { operation } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { checkUntagged } from './preconditions.ts';
import { cursor, limit } from './schemas/parts.ts';
import { Trash } from './schemas/trash.ts';
import { idOf } from './webpage-operations.ts';

export const listTrash = operation({
  id: 'listTrash',
  summary: 'List the trash',
  tag: 'trash',
  scope: 'read',
  query: Type.Object({ limit, cursor }),
  answers: [{ status: 200, description: 'A page of the trash, the newest first.', schema: Trash }],
  async run({ store, own, trashDays }, request) {
    const { query, owner } = request;
    const size = query.limit as number;
    const after = positionOf(own.trash, request, query.cursor);
    const found = await store.trash.list(owner, { after, limit: size + 1 });
    const shown = found.slice(0, size);
    const last = found.length > size ? shown.at(-1) : undefined;
    const members = shown.map((item) => ({
      type: 'TrashedItem',
      identifier: item.id,
      kind: item.kind,
      name: shownName(item.webpage, item.title),
      url: item.webpage.url,
      deletedAt: item.trashedAt,
      expires: erasedAt(item, trashDays).toISOString(),
    }));
    return { body: presentPage(own.trash, request, { members, next: last && { at: last.trashedAt, id: last.id } }) };
  },
});

export const restoreItem = operation({
  id: 'restoreTrashed',
  summary: 'Restore a webpage or a screenshot from the trash',
  tag: 'trash',
  scope: 'manage',
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 422],
  async run({ store, now }, request) {
    const item = await store.trash.find(request.owner, idOf(request, 'item'));
    if (!item) throw notFound('entry of the trash');
    await restoreTrashed(store, request.owner, [item], now());
    return { status: 204 };
  },
});

export const eraseItem = operation({
  id: 'eraseTrashed',
  summary: 'Erase a webpage or a screenshot in the trash',
  description: 'It is deleted with all its files. This cannot be undone.',
  tag: 'trash',
  scope: 'manage',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 412],
  async run({ store }, request) {
    checkUntagged(request.preconditions);
    await store.trash.erase(request.owner, idOf(request, 'item'));
    return { status: 204 };
  },
});

export const emptyTheTrash = operation({
  id: 'emptyTrash',
  summary: 'Erase everything in the trash',
  description: 'It is deleted with all its files. This cannot be undone.',
  tag: 'trash',
  scope: 'manage',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [412],
  async run({ store }, { owner, preconditions }) {
    checkUntagged(preconditions);
    await emptyTrash(store, owner);
    return { status: 204 };
  },
});
