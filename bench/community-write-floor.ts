// The floor of writes: pgbench with exactly the statements of one post and one comment, with the same durability, on the
// same database. What differs from write to write (ids, author, post) is drawn by one more statement before each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { STAFF_DIRECTORY } from '../src/features/accounts/staff/directory.ts';
import { createComment } from '../src/features/community/comments/comments.ts';
import { KeptPages } from '../src/features/community/common/kept-pages.ts';
import { MarkdownTrees } from '../src/features/community/common/markdown-tree.ts';
import type { CommunityParts } from '../src/features/community/common/parts.ts';
import { Faces } from '../src/features/community/common/rows.ts';
import { createPost } from '../src/features/community/posts/posts.ts';
import { Cases } from '../src/features/moderation/cases/cases.ts';
import { NO_RULES } from '../src/features/moderation/rules/rules.ts';
import { tellEvent } from '../src/features/webhooks/deliveries.ts';
import { AnonymousReads } from '../src/http/gates/anonymous-reads.ts';
import type { Actor } from '../src/http/gates/guard.ts';
import { RECOMMENDATION_WEIGHTS } from '../src/platform/config/recommendation.ts';
import type { Database } from '../src/platform/database/database.ts';
import { DatabaseStamps } from '../src/platform/database/stamps.ts';
import { captureTransaction, fillStatement, type SentStatement, writeLiteral } from '../tests/fixtures/statements.ts';
import { runTool } from './community-load.ts';
import { requirePeer } from './peers.ts';

const BODY = 'Written at once with others, mark0end';
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
/** An id as Livehouse makes it: the time first, so that rows of one moment stand together in an index. */
const NEW_ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** The parts of a community whose texts are allowed at once, as they are by default. */
function openParts(database: Database): CommunityParts {
  const cases = new Cases({
    ...{ rules: NO_RULES, fallback: 'allow', askClassifier: undefined, mailDecision: async () => undefined },
  });
  cases.onDecision('post', async () => undefined);
  cases.onDecision('comment', async () => undefined);
  return {
    ...{ database, faces: new Faces('bench'), trees: new MarkdownTrees(), quotas: false },
    pages: new KeptPages(new DatabaseStamps(database), new AnonymousReads(false)),
    weights: RECOMMENDATION_WEIGHTS,
    describeEntity: async () => undefined,
    submitText: (tx, submission) => cases.submitText(tx, submission),
    people: STAFF_DIRECTORY,
    readActor: async () => undefined,
    wake: () => undefined,
    onPublished: (tx, { postId, ...post }) =>
      tellEvent(async () => undefined, tx, { type: 'post.created', data: { postId, ...post, url: postId } }),
    onReported: async () => undefined,
    mailDecision: async () => undefined,
  };
}

export interface FloorPlan {
  readonly folder: string;
  readonly sql: SQL;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly people: readonly { readonly id: string }[];
  /** Posts that many comment on. */
  readonly busy: readonly string[];
  readonly clients: number;
  /** One write in so many is a post. */
  readonly postEvery: number;
  readonly seconds: number;
}

export interface Floor {
  readonly perSecond: number;
  /** Statements of a post and of a comment, with begin and commit. */
  readonly statements: readonly [post: number, comment: number];
}

/** What pgbench reaches. */
export async function loadWriteFloor(plan: FloorPlan): Promise<Floor> {
  const { sql, database, people, busy } = plan;
  const [person]: { id: string; uid: string }[] = await sql`
    select account_id as id, uid from profile where account_id = ${people[0]?.id ?? ''}`;
  const [under]: { id: string; author: string }[] = await sql`
    select id, author_id as author from post where author_id <> ${person?.id ?? ''} and id = any(${`{${busy.join(',')}}`}::uuid[]) limit 1`;
  if (person === undefined || under === undefined) throw new Error('too little was seeded');
  const actor: Actor = {
    ...{
      accountId: person.id,
      uid: Number(person.uid),
      role: 'member',
      status: 'active',
      emailVerified: true,
      restrictions: [],
    },
    via: { kind: 'token', tokenId: '', scopes: [], servers: [] },
  };
  const parts = openParts(database);
  const post = await captureTransaction(database, () => createPost(parts, actor, { body: BODY }));
  const comment = await captureTransaction(database, () => createComment(parts, actor, under.id, { body: BODY }));
  const names = new Map([
    [person.id, 'me'],
    [under.id, 'post'],
    [under.author, 'author'],
  ]);
  const files = [writeScript(plan, 'post', post, names), writeScript(plan, 'comment', comment, names)];
  const weights = [1, plan.postEvery - 1];
  const told = await runTool(
    [
      ...[
        requirePeer('pgbench'),
        '-n',
        '-M',
        'prepared',
        '-c',
        String(plan.clients),
        '-j',
        '1',
        '-T',
        String(plan.seconds),
      ],
      ...files.flatMap((file, at) => ['-f', `${file}@${weights[at]}`]),
      plan.databaseUrl,
    ],
    { PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
  );
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(told)?.[1]);
  return { perSecond, statements: [post.length, comment.length] };
}

function writeScript(
  { folder, people, busy }: FloorPlan,
  kind: string,
  statements: readonly SentStatement[],
  known: ReadonlyMap<string, string>,
): string {
  const names = new Map(known);
  for (const value of statements.flatMap(({ values }) => values)) {
    if (typeof value === 'string' && VERSION_7.test(value) && !names.has(value)) names.set(value, `new${names.size}`);
  }
  const write = (value: unknown): string => {
    if (typeof value !== 'string') return writeLiteral(value);
    for (const [id, name] of names) {
      if (value === id) return `:${name}`;
      // The occasion of a notice, and a list of one.
      if (value.includes(id) && value.length < 2 * id.length) {
        return `(${writeLiteral(value.slice(0, value.indexOf(id)))} || :${name} || ${writeLiteral(value.slice(value.indexOf(id) + id.length))})`;
      }
    }
    return writeLiteral(value);
  };
  const drawn = [...names.values()].filter((name) => name.startsWith('new')).map((name) => `${NEW_ID} as ${name}`);
  const list = (ids: readonly string[]): string =>
    `('{${ids.join(',')}}'::uuid[])[1 + floor(random() * ${ids.length})::int]`;
  const draw = `select ${[...drawn, `${list(people.map(({ id }) => id))} as me`, 'p.id as post', 'p.author_id as author'].join(', ')}
    from (select ${list(busy)} as id) b join post p on p.id = b.id \\gset`;
  const file = join(folder, `floor-${kind}.sql`);
  const lines = statements.map((statement) => `${fillStatement(statement, write)};`);
  writeFileSync(file, `${draw.replace(/\s+/g, ' ')}\n${lines.join('\n')}\n`);
  return file;
}
