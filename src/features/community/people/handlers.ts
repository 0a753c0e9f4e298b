import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { personCursors, profileCursors } from '../common/cursors.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { countCharacters, foldSearch } from '../common/text.ts';
import { PEOPLE_LIMIT, PROFILE_LIMIT, type peopleContract } from './contract.ts';
import { listOwnRelations, listRelations, type PeopleQuery, presentPerson, searchPeople } from './lists.ts';
import { type PersonName, requireUid } from './names.ts';
import { type Relation, readPublicProfile, setRelation } from './people.ts';

/** Concurrent queries for an anonymous viewer; a signed-in viewer causes one more. */
const PROFILE_QUERIES = 2;

export function peopleHandlers(dependencies: CommunityDependencies): Handlers<typeof peopleContract> {
  const { database, faces, pages, trees } = dependencies;
  const { db } = database;
  const relate =
    (relation: Relation) =>
    async ({
      params,
      body,
      actor,
    }: {
      readonly params: { readonly uid: PersonName };
      readonly body: { readonly active: boolean };
      readonly actor: Actor;
    }) => ({ status: 200 as const, body: await setRelation(dependencies, actor, params.uid, relation, body.active) });

  const readPeople = async (
    list: string,
    query: { readonly limit: number | undefined; readonly cursor: string | undefined },
    read: (query: PeopleQuery) => ReturnType<typeof listRelations>,
  ) => {
    const after = personCursors.read(list, query.cursor);
    const limit = query.limit ?? PEOPLE_LIMIT;
    const found = await read({ limit: pageRows(limit), after });
    const { rows, nextCursor } = personCursors.cut(list, found, limit, ({ time, authorUid: uid }) => ({ time, uid }));
    return { people: rows.map((row) => presentPerson(row, faces)), nextCursor };
  };
  const listOf =
    (list: 'followers' | 'following'): Handlers<typeof peopleContract>['userFollowers'] =>
    ({ context, params, query, actor }) =>
      pages.answer(context, actor, async () => {
        const uid = await requireUid(db, params.uid, 'profile_not_found');
        return readPeople(nameList(list, String(uid)), query, (page) => listRelations(db, actor, uid, list, page));
      });
  const ownList =
    (list: 'blocks' | 'mutes'): Handlers<typeof peopleContract>['ownBlockList'] =>
    async ({ query, actor }) =>
      json(await readPeople(nameList(list), query, (page) => listOwnRelations(db, actor, list, page)));

  return {
    userRead: async ({ context, params, query, actor }) => {
      const limit = query.limit ?? PROFILE_LIMIT;
      return pages.answer(
        context,
        actor,
        async () => {
          const uid = await requireUid(db, params.uid, 'profile_not_found');
          const list = nameList('profile', String(uid));
          const after = profileCursors.read(list, query.cursor);
          const { next, profile, ...view } = await readPublicProfile(db, faces, actor, uid, { limit, after });
          const { bio } = profile;
          const tree = query.tree === undefined ? {} : { bioTree: bio === null ? null : trees.read(bio) };
          return { profile: { ...profile, ...tree }, ...view, postsNextCursor: profileCursors.write(list, next) };
        },
        PROFILE_QUERIES,
      );
    },
    userFind: async ({ query, actor }) => {
      const found = await searchPeople(db, actor, requireName(query.q));
      return json({ people: found.map((row) => presentPerson(row, faces)) });
    },
    userFollowers: listOf('followers'),
    userFollowing: listOf('following'),
    ownBlockList: ownList('blocks'),
    ownMuteList: ownList('mutes'),
    userFollow: relate('follow'),
    userBlock: relate('block'),
    userMute: relate('mute'),
  };
}

const Q_MAX = 80;

/** Part of a name, folded like names: 1 to 80 code points, without the sign of a mention. */
function requireName(text: string | undefined): string {
  const name = foldSearch(text ?? '').replace(/^@/, '');
  if (name === '' || countCharacters(name) > Q_MAX) throw new Refusal('invalid_query');
  return name;
}
