// Cursors of the community's lists. Lists ordered by time only use `timeCursors`.
import { z } from 'zod';
import { cursorsOf, cursorTime } from '../../../kernel/cursor.ts';
import { normalizeTag } from './text.ts';

const INTEGER_MAX = 2_147_483_647;

const list = z.string();
const id = z.uuid();
const integer = z.int().min(0).max(INTEGER_MAX);

export const feedCursors = cursorsOf(
  z.strictObject({ list, time: cursorTime, id, topTime: cursorTime.nullable().optional(), score: integer.optional() }),
);
export const recommendedCursors = cursorsOf(
  z.strictObject({
    list,
    rankingId: z.int().min(0),
    asOf: cursorTime,
    position: integer.nullable(),
    time: cursorTime,
    id,
    seed: integer,
  }),
);
export const commentCursors = cursorsOf(z.strictObject({ list, likes: integer.optional(), time: cursorTime, id }));
export const profileCursors = cursorsOf(
  z.strictObject({ list, pinnedTime: cursorTime.nullable(), time: cursorTime, id }),
);
export const personCursors = cursorsOf(
  z.strictObject({ list, time: cursorTime, uid: z.int().min(1).max(999_999_999_999_999) }),
);
export const draftCursors = cursorsOf(z.strictObject({ list, time: cursorTime, id: z.string().max(64) }));
export const tagCursors = cursorsOf(
  z.strictObject({ list, name: z.string().refine((name) => normalizeTag(name) === name) }),
);
