// Handlers of people.

import { answerJson } from '../../../http/answer/json.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList } from '../../../kernel/cursor.ts';
import { profileCursors } from '../common/cursors.ts';
import type { CommunityParts } from '../common/parts.ts';
import { PROFILE_LIMIT, type peopleContract } from './contract.ts';
import { type Relation, readPublicProfile, setRelation } from './people.ts';

/** Concurrent queries for an anonymous viewer; a signed-in viewer causes one more. */
const PROFILE_QUERIES = 2;

export function peopleHandlers(parts: CommunityParts): Handlers<typeof peopleContract> {
  const { database, faces, pages } = parts;
  const { db } = database;
  const relate =
    (relation: Relation) =>
    async ({
      context,
      params,
      body,
      actor,
    }: {
      readonly context: RequestContext;
      readonly params: { readonly uid: number };
      readonly body: { readonly active: boolean };
      readonly actor: Actor;
    }): Promise<Response> =>
      answerJson(context, await setRelation(parts, actor, params.uid, relation, body.active));

  return {
    userRead: async ({ context, params, query, actor }) => {
      const list = nameList('profile', String(params.uid));
      const after = profileCursors.read(list, query.cursor);
      const limit = query.limit ?? PROFILE_LIMIT;
      return pages.answer(
        context,
        actor,
        async () => {
          const { next, ...view } = await readPublicProfile(db, faces, actor, params.uid, { limit, after });
          return { ...view, postsNextCursor: profileCursors.write(list, next) };
        },
        PROFILE_QUERIES,
      );
    },
    userFollow: relate('follow'),
    userBlock: relate('block'),
    userMute: relate('mute'),
  };
}
