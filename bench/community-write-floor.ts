// The floor of writes: pgbench with exactly the statements of one post and one comment, with the same durability, on the
// same database, the session of the author included. What differs from write to write (ids, author, post, fingerprint of the
// text) is drawn by one more statement before each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { createComment } from '../src/features/community/comments/comments.ts';
import { createPost } from '../src/features/community/posts/posts.ts';
import type { Actor } from '../src/http/gates/guard.ts';
import type { Database } from '../src/platform/database/database.ts';
import { captureTransaction, fillStatement, type SentStatement, writeLiteral } from '../tests/fixtures/statements.ts';
import { openParts } from './community-parts.ts';
import { runTool } from './machine.ts';
import { requirePeer } from './peers.ts';

const BODY = 'Written at once with others, mark0end';
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
/** An id as Livehouse makes it: the time first, so that rows of one moment stand together in an index. */
const NEW_ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** Of the text of a post or comment (moderation). */
const FINGERPRINT = /^[\w-]{43}$/;
const NEW_FINGERPRINT = "translate(encode(sha256(random()::text::bytea), 'base64'), '+/=', '-_')";

export interface FloorPlan {
  readonly folder: string;
  readonly sql: SQL;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly people: readonly { readonly id: string; readonly token: string }[];
  /** Reads the first of the people as a request does. */
  readonly admitWriter: () => Promise<Actor>;
  /** Posts that many comment on. */
  readonly busy: readonly string[];
  /** Posts that the run before has made. */
  readonly own: readonly string[];
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
  const [person] = people;
  const [under]: { id: string; author: string }[] = await sql`
    select id, author_id as author from post where author_id <> ${person?.id ?? ''} and id = any(${`{${busy.join(',')}}`}::uuid[]) limit 1`;
  if (person === undefined || under === undefined) throw new Error('too little was seeded');
  const parts = openParts(database);
  const post = await captureTransaction(database, async () =>
    createPost(parts, await plan.admitWriter(), { body: BODY }),
  );
  const comment = await captureTransaction(database, async () =>
    createComment(parts, await plan.admitWriter(), under.id, { body: BODY }),
  );
  const names = new Map([
    [person.id, 'me'],
    [person.token, 'token'],
    [under.id, 'post'],
    [under.author, 'author'],
  ]);
  const files = [
    writeScript(plan, 'post', post, names, busy),
    writeScript(plan, 'comment', comment, names, busy),
    writeScript(plan, 'comment-own', comment, names, plan.own),
  ];
  // Of the turns of a writer, every fourth is a post, one is a comment under a busy post, and two are under new posts.
  const weights = [1, 1, plan.postEvery - 2];
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
  { folder, people }: FloorPlan,
  kind: string,
  statements: readonly SentStatement[],
  known: ReadonlyMap<string, string>,
  posts: readonly string[],
): string {
  const names = new Map(known);
  for (const value of statements.flatMap(({ values }) => values)) {
    if (typeof value !== 'string' || names.has(value)) continue;
    if (VERSION_7.test(value)) names.set(value, `new${names.size}`);
    else if (FINGERPRINT.test(value)) names.set(value, `fingerprint${names.size}`);
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
  const drawn = [...names.values()].flatMap((name) =>
    name.startsWith('new')
      ? [`${NEW_ID} as ${name}`]
      : name.startsWith('fingerprint')
        ? [`${NEW_FINGERPRINT} as ${name}`]
        : [],
  );
  const list = (values: readonly string[], at: string): string => `('{${values.join(',')}}'::text[])[${at}]`;
  const place = (count: number): string => `1 + floor(random() * ${count})::int`;
  const ids = people.map(({ id }) => id);
  const tokens = people.map(({ token }) => token);
  const draw = `select ${[...drawn, `${list(ids, 'w.place')} as me`, `${list(tokens, 'w.place')} as token`, 'p.id as post', 'p.author_id as author'].join(', ')}
    from (select ${place(people.length)} as place) w, (select ${list(posts, place(posts.length))}::uuid as id) b
    join post p on p.id = b.id \\gset`;
  const file = join(folder, `floor-${kind}.sql`);
  const lines = statements.map((statement) => `${fillStatement(statement, write)};`);
  writeFileSync(file, `${draw.replace(/\s+/g, ' ')}\n${lines.join('\n')}\n`);
  return file;
}
