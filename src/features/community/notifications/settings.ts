// What a person wants to be notified of, and how: in the list behind the bell, by mail, or both. Owns the table. Decisions about
// oneself are no choice: they always arrive.
import { and, eq, sql } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { notificationSetting } from '../../../platform/database/schema/community-people.ts';
import { isKindFor, STAFF_KINDS, SWITCHABLE_KINDS, type SwitchableKind } from '../common/shapes.ts';
import type { NotificationSettings, NotificationSettingsChange } from './contract.ts';

type Row = typeof notificationSetting.$inferSelect;
type Ways = { readonly bell: boolean; readonly mail: boolean };
/** Mails that a person no longer wants: the digest, or those about some kinds. */
export type MailsToEnd = 'digest' | readonly SwitchableKind[];

const STAFF: ReadonlySet<string> = new Set(STAFF_KINDS);

/** People look at the list; staff is mailed too, since others wait for it. */
const defaultOf = (kind: SwitchableKind): Ways => ({ bell: true, mail: STAFF.has(kind) });

/** How a person is notified of a kind. */
export const waysOf = (row: Row | undefined, kind: SwitchableKind): Ways => row?.kinds[kind] ?? defaultOf(kind);

/** Version of settings that were never saved. */
const FIRST_VERSION = 1;

/** The kinds that a person can get. */
const kindsFor = (role: Role): readonly SwitchableKind[] => SWITCHABLE_KINDS.filter((kind) => isKindFor(role, kind));

/** The stored settings of an account; undefined when none were saved. */
export async function readSettingsRow(db: Queries, accountId: string): Promise<Row | undefined> {
  const [row] = await db.select().from(notificationSetting).where(eq(notificationSetting.accountId, accountId));
  return row;
}

/** The settings of a person with the defaults of what was not chosen. */
export function presentSettings(row: Row | undefined, role: Role): NotificationSettings {
  const kinds = Object.fromEntries(
    kindsFor(role).map((kind) => {
      const { bell, mail } = waysOf(row, kind);
      return [kind, { bell, mail, push: false as const }];
    }),
  );
  return {
    kinds,
    quietHours: quietHoursOf(row),
    digest: row?.digest ?? 'never',
    version: row?.version ?? FIRST_VERSION,
  };
}

/** The quiet hours of an account; null: none. */
export function quietHoursOf(row: Row | undefined): NotificationSettings['quietHours'] {
  const { quietFrom: from = null, quietTo: to = null, quietZone: timeZone = null } = row ?? {};
  return from === null || to === null || timeZone === null ? null : { from, to, timeZone };
}

/** Saves all settings; kinds that are left out get their defaults. Refuses with `version_conflict`. */
export async function writeSettings(db: Queries, accountId: string, change: NotificationSettingsChange): Promise<Row> {
  const { quietHours, digest, version } = change;
  const kinds = Object.fromEntries(
    Object.entries(change.kinds).flatMap(([kind, ways]) =>
      ways === undefined ? [] : [[kind, { bell: ways.bell, mail: ways.mail }]],
    ),
  );
  const values = {
    // Passed as text, because Bun would encode an object as a JSON string.
    kinds: sql`${JSON.stringify(kinds)}::text::jsonb`,
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    quietZone: quietHours?.timeZone ?? null,
    digest,
    version: version + 1,
    updatedAt: sql`now()`,
  };
  const digestedAt = sql`case when ${digest} = 'never' then null else coalesce(${notificationSetting.digestedAt}, now()) end`;
  const [row] =
    version === FIRST_VERSION
      ? await db
          .insert(notificationSetting)
          .values({ accountId, ...values, digestedAt: digest === 'never' ? null : sql`now()` })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(notificationSetting)
          .set({ ...values, digestedAt })
          .where(and(eq(notificationSetting.accountId, accountId), eq(notificationSetting.version, version)))
          .returning();
  if (row === undefined) throw new Refusal('version_conflict');
  return row;
}

/** Switches mails off. Refuses with `version_conflict` when the settings are changed at the same time. Idempotent. */
export async function endMails(db: Queries, accountId: string, mails: MailsToEnd): Promise<void> {
  const row = await readSettingsRow(db, accountId);
  const { quietHours, digest, version } = {
    quietHours: quietHoursOf(row),
    digest: row?.digest ?? 'never',
    version: row?.version ?? FIRST_VERSION,
  };
  const ended = mails === 'digest' ? [] : mails.filter((kind) => waysOf(row, kind).mail);
  if (ended.length === 0 && (mails !== 'digest' || digest === 'never')) return;
  const kinds = Object.fromEntries(ended.map((kind) => [kind, { bell: waysOf(row, kind).bell, mail: false }]));
  await writeSettings(db, accountId, {
    kinds: { ...row?.kinds, ...kinds },
    quietHours,
    digest: mails === 'digest' ? 'never' : digest,
    version,
  });
}

/** Minutes of a time of day such as `22:00`. */
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Whether a moment lies in quiet hours, which may pass midnight. `from` is inside, `to` is not. */
export function isQuiet(quietHours: NotificationSettings['quietHours'], moment: Date): boolean {
  if (quietHours === null) return false;
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: quietHours.timeZone,
  });
  const now = minutesOf(clock.format(moment));
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  return from <= to ? now >= from && now < to : now >= from || now < to;
}
