// What a person shows on their page in addition to name and text: banner, favourite entity and links. Owns profile_about. Links
// are public after the verdict `allow` on their labels and addresses; a later verdict applies to the revision that it is about.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { SentBody } from '../../../http/routing/contract.ts';
import { type ExportFile, jsonFile } from '../../../kernel/export-file.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { hasRow, readRow, requireRow } from '../../../platform/database/rows.ts';
import { withdrawCases } from '../../moderation/cases/cases.ts';
import { type Decision, VERDICTS } from '../../moderation/common/vocabulary.ts';
import { type CommunityDependencies, readAuthorFacts } from '../common/parts.ts';
import type { Subject, SubjectName } from '../common/subject.ts';
import { blockedOf, type Viewer } from '../common/visibility.ts';
import type { aboutContract } from './contract.ts';
import { profileLink } from './shapes.ts';

type Db = Queries | Transaction;
type AboutDependencies = Pick<CommunityDependencies, 'database' | 'describeEntity' | 'submitText'>;

/** Version of what was never changed. */
const FIRST_VERSION = 1;
const TITLE_MAX = 200;

const entity = z.object({ server: z.string(), resource: z.string(), id: z.string(), title: z.string() }).nullable();
const aboutRow = z.object({
  banner: entity,
  favourite: entity,
  links: z.array(profileLink),
  linksStatus: z.enum(VERDICTS),
  linksRevision: z.number(),
  version: z.number(),
});
export type AboutRow = Readonly<z.output<typeof aboutRow>>;
type Link = AboutRow['links'][number];

const NOTHING: AboutRow = {
  banner: null,
  favourite: null,
  links: [],
  linksStatus: 'allow',
  linksRevision: 1,
  version: FIRST_VERSION,
};

const entityColumn = (name: 'banner' | 'favourite'): string => `case when b.${name}_id is not null then
  json_build_object('server', b.${name}_server, 'resource', b.${name}_resource, 'id', b.${name}_id, 'title', b.${name}_title) end as ${name}`;
const COLUMNS =
  sql.raw(`${entityColumn('banner')}, ${entityColumn('favourite')}, b.links, b.links_status as "linksStatus",
  b.links_revision as "linksRevision", b.version`);

/** What an account shows, whoever may see it. */
export const readAbout = async (db: Db, accountId: string): Promise<AboutRow> =>
  (await readRow(db, aboutRow)`select ${COLUMNS} from profile_about b where b.account_id = ${accountId}::uuid`) ??
  NOTHING;

/** The same, locked until the transaction ends. Makes the row. */
export async function lockAbout(tx: Transaction, accountId: string): Promise<AboutRow> {
  await tx.execute(
    sql`insert into profile_about (account_id) values (${accountId}::uuid) on conflict (account_id) do nothing`,
  );
  await tx.execute(sql`select 1 from profile_about where account_id = ${accountId}::uuid for no key update`);
  return readAbout(tx, accountId);
}

const personRow = z.object({ accountId: z.string(), isParted: z.boolean() });

/** What others see of a person. Refuses with `profile_not_found`. */
export async function readPublicAbout(db: Db, viewer: Viewer, uid: number): Promise<AboutRow> {
  const parted = viewer === undefined ? sql.raw('false') : sql`a.account_id in (${blockedOf(viewer.accountId)})`;
  const person = await requireRow(db, personRow, 'profile_not_found')`
    select a.account_id as "accountId", ${parted} as "isParted" from profile a
    where a.uid = ${uid}::bigint and a.status <> 'deleted'`;
  if (person.isParted) return NOTHING;
  const about = await readAbout(db, person.accountId);
  return about.linksStatus === 'allow' ? about : { ...about, links: [] };
}

/** Banner, favourite and links as the current release knows the entities. */
export async function presentPublic(
  { describeEntity }: Pick<CommunityDependencies, 'describeEntity'>,
  { banner, favourite, links }: AboutRow,
) {
  const present = async (chosen: Subject | null) => {
    if (chosen === null) return null;
    const { title, ...name } = chosen;
    const found = await describeEntity(name);
    return { ...name, title: found?.title ?? title, gone: found === undefined };
  };
  return { banner: await present(banner), favourite: await present(favourite), links };
}

/** The same with what only the owner reads. */
export const presentOwn = async (dependencies: Pick<CommunityDependencies, 'describeEntity'>, about: AboutRow) => ({
  ...(await presentPublic(dependencies, about)),
  linksStatus: about.linksStatus,
  version: about.version,
});

export type AboutChange = SentBody<typeof aboutContract.ownAboutWrite>;

/** Changes all of it. Refuses with `version_conflict`, `invalid_banner` or `invalid_favourite`. */
export async function writeAbout(
  dependencies: AboutDependencies,
  actor: Actor,
  change: AboutChange,
): Promise<AboutRow> {
  const { database } = dependencies;
  const me = actor.accountId;
  const stored = await readAbout(database.db, me);
  // Releases are read before the transaction, which then holds no lock while it waits for storage.
  const banner = await chooseEntity(dependencies, change.banner, stored.banner, 'invalid_banner');
  const favourite = await chooseEntity(dependencies, change.favourite, stored.favourite, 'invalid_favourite');
  return database.transaction(async (tx) => {
    const before = await lockAbout(tx, me);
    if (before.version !== change.version) throw new Refusal('version_conflict');
    const links = await judgeLinks(dependencies, tx, actor, before, change.links);
    await tx.execute(sql`update profile_about set ${columnsOf('banner', banner)}, ${columnsOf('favourite', favourite)},
      links = ${JSON.stringify(change.links)}::text::jsonb, links_status = ${links.status}, links_revision = ${links.revision},
      version = version + 1, updated_at = now() where account_id = ${me}::uuid`);
    return readAbout(tx, me);
  });
}

const columnsOf = (name: 'banner' | 'favourite', chosen: Subject | null): SQL => {
  const column = (part: keyof Subject): SQL => sql`${sql.raw(`${name}_${part}`)} = ${chosen?.[part] ?? null}`;
  return sql.join([column('server'), column('resource'), column('id'), column('title')], sql`, `);
};

/** The entity with its title. What was chosen before stays as it is: the release may lack it by now. */
async function chooseEntity(
  { describeEntity }: AboutDependencies,
  wanted: SubjectName | null,
  stored: Subject | null,
  refusal: 'invalid_banner' | 'invalid_favourite',
): Promise<Subject | null> {
  if (wanted === null) return null;
  const { server, resource, id } = wanted;
  if (stored !== null && stored.server === server && stored.resource === resource && stored.id === id) return stored;
  const found = await describeEntity({ server, resource, id });
  if (found === undefined || (refusal === 'invalid_banner' && found.picture === undefined)) throw new Refusal(refusal);
  return { server, resource, id, title: [...found.title].slice(0, TITLE_MAX).join('') };
}

/** All text of links that others read. */
export const textOf = (links: readonly Link[]): string => links.map(({ label, url }) => `${label}\n${url}`).join('\n');

async function judgeLinks(
  { submitText }: AboutDependencies,
  tx: Transaction,
  actor: Actor,
  before: AboutRow,
  links: readonly Link[],
): Promise<{ readonly status: AboutRow['linksStatus']; readonly revision: number }> {
  if (textOf(links) === textOf(before.links)) return { status: before.linksStatus, revision: before.linksRevision };
  const revision = before.linksRevision + 1;
  const subjectId = String(actor.uid);
  if (links.length === 0) {
    await withdrawCases(tx, 'profile-links', subjectId);
    return { status: 'allow', revision };
  }
  const { verdict } = await submitText(tx, {
    kind: 'profile-links',
    subjectId,
    revision,
    authorAccountId: actor.accountId,
    authorUid: actor.uid,
    text: textOf(links),
    readAuthor: (countAtMost) => readAuthorFacts(tx, actor.accountId, countAtMost),
  });
  return { status: verdict, revision };
}

/** Applies a later verdict to the revision that it concerns. */
export async function applyLinksDecision(
  tx: Transaction,
  { authorAccountId, revision, verdict }: Decision,
): Promise<void> {
  await tx.execute(sql`update profile_about set links_status = ${verdict}, version = version + 1, updated_at = now()
    where account_id = ${authorAccountId}::uuid and links_revision = ${revision} and links_status <> ${verdict}`);
}

/** Removes what an account showed. Idempotent. */
export async function forgetAbout(db: Queries, accountId: string): Promise<void> {
  await db.execute(sql`delete from profile_about where account_id = ${accountId}::uuid`);
}

/** Its part of an export of the account. */
export async function* exportAbout(db: Queries, accountId: string): AsyncIterable<ExportFile> {
  if (!(await hasRow(db)`select 1 from profile_about where account_id = ${accountId}::uuid`)) return;
  const { banner, favourite, links, linksStatus } = await readAbout(db, accountId);
  yield jsonFile('community/about.json', { banner, favourite, links, linksStatus });
}
