// What a new account may do first. Computed from what there is; only that they were put away is stored.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { requireRow } from '../../../platform/database/rows.ts';
import { STEPS } from './shapes.ts';

/** Days for which an account is new. */
const NEW_DAYS = 30;

const factsRow = z.object({
  isNew: z.boolean(),
  dismissed: z.boolean(),
  profile: z.boolean(),
  favourite: z.boolean(),
  follow: z.boolean(),
  post: z.boolean(),
});

/** The steps of an account. */
export async function readFirstSteps(db: Queries, { accountId }: Actor) {
  const me = sql`${accountId}::uuid`;
  // A first name is generated; a name that waits for its verdict is chosen too.
  const facts = await requireRow(db, factsRow, 'profile_unavailable')`
    select a.joined_at > now() - make_interval(days => ${NEW_DAYS}) as "isNew",
      b.steps_dismissed_at is not null as dismissed,
      a.handle is not null or a.display_name_revision > 1
        or exists (select 1 from avatar where account_id = ${me} and status in ('pending', 'review', 'ready')) as profile,
      b.favourite_id is not null
        or exists (select 1 from entity_list where owner_id = ${me} and entries > 0) as favourite,
      exists (select 1 from follow where follower_id = ${me}) as follow,
      exists (select 1 from post where author_id = ${me} and deleted_at is null) as post
      from profile a left join profile_about b on b.account_id = a.account_id where a.account_id = ${me}`;
  const steps = STEPS.map((name) => ({ name, done: facts[name] }));
  const { isNew, dismissed } = facts;
  return { active: isNew && !dismissed && steps.some(({ done }) => !done), steps, dismissed };
}

/** Puts the steps away, or shows them again. */
export async function dismissFirstSteps(db: Queries, { accountId }: Actor, dismissed: boolean): Promise<void> {
  await db.execute(sql`insert into profile_about (account_id, steps_dismissed_at)
    values (${accountId}::uuid, ${dismissed ? sql`now()` : sql`null`})
    on conflict (account_id) do update set steps_dismissed_at = excluded.steps_dismissed_at`);
}
