// Relations between people (follow, block, mute) with their side effects, and public profiles. Owns follow, block, mute
// and author_stat. A block works in both directions: it ends follows and hides each person's content from the other
// (visibility.ts).
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, ROLES } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { cutPage, type Page } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import {
  type PublicGameAccountView,
  presentPublicGameAccount,
  publicGameAccountRow,
  publicGameAccounts,
} from '../../accounts/belongings/game-accounts.ts';
import { avatarUrlOf } from '../../accounts/profile/public-identity.ts';
import { contentUrlOf } from '../common/attachment-view.ts';
import {
  atMost,
  type CommunityDependencies,
  changeAndWake,
  momentText,
  type PageRows,
  pageRows,
} from '../common/parts.ts';
import { type Faces, inMilliseconds, SUBJECT } from '../common/rows.ts';
import { subjectView } from '../common/subject.ts';
import { listsPost, ME, PUBLIC_POST, type Reader, type Viewer } from '../common/visibility.ts';
import { announce, withdrawNotices } from '../notifications/notifications.ts';
import { type PersonName, requireUid } from './names.ts';

const RELATIONS = ['follow', 'block', 'mute'] as const;
export type Relation = (typeof RELATIONS)[number];

const TABLES = {
  follow: { table: 'follow', from: 'follower_id', to: 'followed_id' },
  block: { table: 'block', from: 'blocker_id', to: 'blocked_id' },
  mute: { table: 'mute', from: 'muter_id', to: 'muted_id' },
} as const;

const UID = sql`${sql.placeholder('uid')}::bigint`;

const personRow = z.object({
  accountId: z.string(),
  uid: z.string(),
  name: z.string(),
  handle: z.string().nullable(),
  bio: z.string().nullable(),
  role: z.enum(ROLES),
  status: z.enum(profile.status.enumValues),
  joinedAt: z.number(),
  picture: z.string().nullable(),
  gameAccounts: z.array(publicGameAccountRow).nullable(),
  followers: z.number(),
  following: z.number(),
  /** Public posts, as an anonymous viewer sees them listed. */
  posts: z.number(),
  works: z.number(),
});
type PersonRow = Readonly<z.output<typeof personRow>>;

// Prepared, like the three below: together they build a profile page.
const personStatement = prepareSql(
  personRow,
  () => sql`
      select a.account_id as "accountId", a.uid, a.display_name as name, a.handle, a.bio, a.role, a.status,
        ${sql.raw(inMilliseconds('a.joined_at'))} as "joinedAt", av.public_id as picture,
        coalesce(s.followers, 0) as followers, coalesce(s.following, 0) as following, coalesce(s.posts, 0) as posts,
        coalesce(s.works, 0) as works, ${sql.raw(publicGameAccounts('a.account_id'))} as "gameAccounts"
      from profile a left join avatar av on av.account_id = a.account_id and av.status = 'ready'
        left join author_stat s on s.account_id = a.account_id
      where a.uid = ${UID} and a.status <> 'deleted'`,
);

const readPerson = (db: Queries | Transaction, uid: number): Promise<PersonRow | undefined> =>
  personStatement.first(db, {}, { uid });

const relationRow = z.object({
  following: z.boolean(),
  followedBy: z.boolean(),
  blocking: z.boolean(),
  blockedBy: z.boolean(),
  muting: z.boolean(),
  postsSubscribed: z.boolean(),
});
type ViewerRelation = Readonly<z.output<typeof relationRow>>;

const NOBODY: ViewerRelation = {
  following: false,
  followedBy: false,
  blocking: false,
  blockedBy: false,
  muting: false,
  postsSubscribed: false,
};

const standingStatement = prepareSql(relationRow, () => {
  const me = sql`${ME.accountId}::uuid`;
  const other = sql.raw('o.account_id');
  const has = (relation: Relation, from: SQL, to: SQL): SQL => {
    const { table, from: left, to: right } = TABLES[relation];
    return sql`exists (select 1 from ${sql.raw(table)} where ${sql.raw(left)} = ${from} and ${sql.raw(right)} = ${to})`;
  };
  return sql`
    select ${has('follow', me, other)} as following, ${has('follow', other, me)} as "followedBy",
      ${has('block', me, other)} as blocking, ${has('block', other, me)} as "blockedBy", ${has('mute', me, other)} as muting,
      exists (select 1 from author_subscription where author_id = ${other} and account_id = ${me}) as "postsSubscribed"
    from profile o where o.uid = ${UID}`;
});

async function readRelation(db: Queries | Transaction, viewer: Viewer, uid: number): Promise<ViewerRelation> {
  if (viewer === undefined) return NOBODY;
  return (await standingStatement.first(db, {}, { me: viewer.accountId, uid })) ?? NOBODY;
}

/** Changes the actor's relation to another person and returns the resulting relations. */
export async function setRelation(
  dependencies: CommunityDependencies,
  actor: Actor,
  name: PersonName,
  relation: Relation,
  active: boolean,
) {
  return changeAndWake(dependencies, async (tx) => {
    const uid = await requireUid(tx, name, 'user_not_found');
    const person = await readPerson(tx, uid);
    if (person === undefined || person.status !== 'active') throw new Refusal('user_not_found');
    if (person.accountId === actor.accountId) throw new Refusal('self_relationship_forbidden');
    const me = actor.accountId;
    const other = person.accountId;
    if (relation !== 'mute') await lockPair(tx, me, other);
    const news = await changeRelation(tx, relation, active, me, person);
    const after = await readRelation(tx, actor, uid);
    return { changed: presentRelationship(person, after), notified: news };
  });
}

/** Locks the counters of two people in a fixed order, which prevents deadlocks. */
async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  const ids = `{${[one, other].sort().join(',')}}`;
  await tx.execute(sql`insert into author_stat (account_id) select id from unnest(${ids}::uuid[]) as t(id) order by id
    on conflict do nothing`);
  await tx.execute(
    sql`select 1 from author_stat where account_id = any(${ids}::uuid[]) order by account_id for update`,
  );
}

async function changeRelation(
  tx: Transaction,
  relation: Relation,
  active: boolean,
  me: string,
  person: PersonRow,
): Promise<readonly string[]> {
  const { table, from, to } = TABLES[relation];
  const other = person.accountId;
  if (!active) {
    await tx.execute(
      sql`delete from ${sql.raw(table)} where ${sql.raw(from)} = ${me}::uuid and ${sql.raw(to)} = ${other}::uuid`,
    );
    return [];
  }
  if (relation === 'follow') {
    const { blocking, blockedBy } = await readRelation(tx, { accountId: me, role: 'member' }, Number(person.uid));
    if (blocking || blockedBy) throw new Refusal('relationship_blocked');
  }
  await tx.execute(sql`insert into ${sql.raw(table)} (${sql.raw(from)}, ${sql.raw(to)}) values (${me}::uuid, ${other}::uuid)
    on conflict do nothing`);
  if (relation === 'follow') {
    return announce(tx, [{ recipientId: other, actorId: me, kind: 'follow', occasion: `follow:${me}` }]);
  }
  if (relation === 'block') {
    await tx.execute(sql`delete from follow where (follower_id = ${me}::uuid and followed_id = ${other}::uuid)
      or (follower_id = ${other}::uuid and followed_id = ${me}::uuid)`);
    await tx.execute(sql`delete from mute where muter_id = ${me}::uuid and muted_id = ${other}::uuid`);
    await tx.execute(sql`delete from author_subscription where (account_id = ${me}::uuid and author_id = ${other}::uuid)
      or (account_id = ${other}::uuid and author_id = ${me}::uuid)`);
    await withdrawNotices(
      tx,
      sql`kind = 'follow' and ((recipient_id = ${me}::uuid and actor_id = ${other}::uuid)
        or (recipient_id = ${other}::uuid and actor_id = ${me}::uuid))`,
    );
  }
  return [];
}

const presentViewer = (relation: ViewerRelation, isSignedIn: boolean, isOwn: boolean) => ({
  blocked: relation.blocking,
  followedBy: relation.followedBy,
  following: relation.following,
  muted: relation.muting,
  postsSubscribed: relation.postsSubscribed,
  canInteract: isSignedIn && !isOwn && !relation.blocking && !relation.blockedBy,
});

function presentRelationship(person: PersonRow, relation: ViewerRelation) {
  const isParted = relation.blocking || relation.blockedBy;
  return {
    user: { uid: Number(person.uid), name: person.name, image: avatarUrlOf(person.picture) },
    relationship: {
      following: relation.following,
      followedBy: relation.followedBy,
      blocked: isParted,
      blocking: relation.blocking,
      blockedBy: relation.blockedBy,
      muted: relation.muting,
      muting: relation.muting,
      canFollow: !isParted,
    },
    viewer: presentViewer(relation, true, false),
  };
}

/** Position in a profile's posts: pinned ones first, then by time. */
export interface ProfilePosition extends TimePosition {
  readonly pinnedTime: number | null;
}

export interface ProfileQuery {
  readonly limit: number;
  readonly after: ProfilePosition | undefined;
}

const coverRow = z.object({ id: z.string(), mediaType: z.string(), kinds: z.array(z.string()).nullable() });
const profilePostRow = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  likeCount: z.number(),
  commentCount: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  pinnedAt: z.number().nullable(),
  subject: subjectView.nullable(),
  spoiler: z.boolean(),
  cover: coverRow.nullable(),
});
type ProfilePostRow = Readonly<z.output<typeof profilePostRow>>;

const WORKS_MAX = 24;

const COVER = `case when p.media_count > 0 then (select json_build_object('id', f.id, 'mediaType', f.media_type, 'kinds',
    (select json_agg(v.kind) from attachment_variant v where v.attachment_id = f.id))
  from post_attachment l join attachment f on f.id = l.attachment_id and f.status = 'ready'
  where l.post_id = p.id order by l.position limit 1) end`;

const POST_COLUMNS =
  sql.raw(`p.id, p.title, p.excerpt, p.tags, p.like_count as "likeCount", p.comment_count as "commentCount",
  ${inMilliseconds('p.created_at')} as "createdAt", ${inMilliseconds('p.updated_at')} as "updatedAt",
  ${inMilliseconds('p.pinned_at')} as "pinnedAt", ${SUBJECT}, ${COVER} as cover`);

/** The posts of a person that an anonymous viewer sees listed, whoever the viewer is. */
const openPosts = (viewer: Reader): SQL => sql`p.author_id = (select o.account_id from profile o where o.uid = ${UID})
  and ${PUBLIC_POST} and ${listsPost(viewer)}`;

/** A public profile. Refuses with `profile_not_found`. */
export async function readPublicProfile(db: Queries, faces: Faces, viewer: Viewer, uid: number, query: ProfileQuery) {
  // All three queries run concurrently, by public UID. Across a block the posts are empty, and the other lists are
  // removed below.
  const [person, relation, found] = await Promise.all([
    readPerson(db, uid),
    readRelation(db, viewer, uid),
    listProfilePosts(db, viewer, uid, query),
  ]);
  if (person === undefined) throw new Refusal('profile_not_found');
  const isOwn = viewer?.accountId === person.accountId;
  const { followers, following, posts, works: workCount } = person;
  const gameAccounts = person.gameAccounts ?? [];
  const isParted = relation.blocking || relation.blockedBy;
  const page = isParted ? { rows: [], next: undefined } : found;
  const works = isParted || workCount === 0 ? [] : await listWorks(db, viewer, uid);
  const shownAccounts: readonly PublicGameAccountView[] = isParted ? [] : gameAccounts.map(presentPublicGameAccount);
  return {
    profile: {
      uid: Number(person.uid),
      displayName: person.name,
      handle: person.handle,
      bio: person.bio,
      avatarSeed: faces.seedOf(person.accountId),
      avatarUrl: avatarUrlOf(person.picture),
      joinedAt: person.joinedAt,
      owner: isOwn,
      role: person.role,
      stats: { followers, following, posts, works: workCount, gameAccounts: gameAccounts.length },
    },
    viewer: presentViewer(relation, viewer !== undefined, isOwn),
    posts: page.rows.map(({ cover, ...row }) => ({ ...row, coverUrl: coverUrlOf(cover) })),
    next: page.next,
    works,
    gameAccounts: shownAccounts,
  };
}

type ProfilePostsShape = {
  readonly isSigned: boolean;
  /** Start of the page: the beginning, within the pinned posts, or after them. */
  readonly after: 'nothing' | 'pin' | 'time';
  readonly count: PageRows;
};

const profilePostsStatement = prepareSql(profilePostRow, ({ isSigned, after, count }: ProfilePostsShape) => {
  const most = atMost(count);
  const from = sql`post p join profile a on a.account_id = p.author_id where ${openPosts(isSigned ? ME : undefined)}`;
  const isBeyond = (time: string): SQL =>
    sql`(${sql.raw(time)}, p.id) < (${sql.placeholder('time')}::timestamptz, ${sql.placeholder('id')}::uuid)`;
  const rest = sql`(select ${POST_COLUMNS} from ${from} and p.pinned_at is null
    and ${after === 'time' ? isBeyond('p.created_at') : sql.raw('true')}
    order by p.created_at desc, p.id desc limit ${most})`;
  if (after === 'time') return rest;
  return sql`(select ${POST_COLUMNS} from ${from} and p.pinned_at is not null
    and ${after === 'pin' ? isBeyond('p.pinned_at') : sql.raw('true')}
    order by p.pinned_at desc, p.id desc limit ${most}) union all ${rest} limit ${most}`;
});

async function listProfilePosts(
  db: Queries,
  viewer: Viewer,
  uid: number,
  { limit, after }: ProfileQuery,
): Promise<Page<ProfilePostRow, ProfilePosition>> {
  const place = after === undefined ? 'nothing' : after.pinnedTime === null ? 'time' : 'pin';
  const shape: ProfilePostsShape = { isSigned: viewer !== undefined, after: place, count: pageRows(limit) };
  const time = momentText(after?.pinnedTime ?? after?.time);
  const found = await profilePostsStatement.list(db, shape, { uid, me: viewer?.accountId, time, id: after?.id });
  return cutPage(found, limit, ({ pinnedAt, createdAt, id }) => ({ pinnedTime: pinnedAt, time: createdAt, id }));
}

const worksStatement = prepareSql(
  profilePostRow,
  ({ isSigned }: { readonly isSigned: boolean }) => sql`
    select ${POST_COLUMNS} from post p join profile a on a.account_id = p.author_id
    where ${openPosts(isSigned ? ME : undefined)} and p.media_count > 0
    order by p.created_at desc, p.id desc limit ${atMost(WORKS_MAX)}`,
);

async function listWorks(db: Queries, viewer: Viewer, uid: number) {
  const bound = { uid, me: viewer?.accountId };
  const rows = await worksStatement.list(db, { isSigned: viewer !== undefined }, bound);
  return rows.map((row) => ({
    id: row.id,
    kind: row.cover?.mediaType.startsWith('video/') ? ('video' as const) : ('image' as const),
    title: row.title,
    summary: row.excerpt === '' ? null : row.excerpt,
    updatedAt: row.updatedAt,
    publishedAt: row.createdAt,
    spoiler: row.spoiler,
    coverUrl: coverUrlOf(row.cover),
  }));
}

function coverUrlOf(cover: ProfilePostRow['cover']): string | null {
  if (cover === null) return null;
  const kind = ['thumb', 'poster', 'media'].find((name) => cover.kinds?.includes(name));
  return kind === undefined ? null : contentUrlOf(cover.id, kind);
}
