// The profile as its owner sees and changes it: handle, bio, and the display name with its moderation. Owns the public
// columns of `profile`; role and status belong to roles.ts, deletion to deletion.ts.
//
// A display name is public only after the verdict `allow`. Any other verdict leaves the previous name public and stores
// the new one as the candidate of a revision. A later verdict applies only to that revision.
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { onUnique } from '../../../platform/database/errors.ts';
import { account, avatar, profile } from '../../../platform/database/schema/accounts.ts';
import { withdrawCases } from '../../moderation/cases/cases.ts';
import type { Decision, Submitted, TextSubmission } from '../../moderation/common/vocabulary.ts';
import type { Profile, Reader } from '../common/accounts.ts';
import { generateDisplayName } from '../common/display-names.ts';
import type { ProfileView } from './contract.ts';
import { normalizeBio, normalizeDisplayName, normalizeHandle } from './names.ts';
import { avatarSeedOf, avatarUrlOf } from './public-identity.ts';

export interface ProfileDependencies {
  readonly database: Database;
  /** Submits a text to moderation, in the transaction that stores it. */
  readonly submitText: (tx: Transaction, submission: TextSubmission) => Promise<Submitted>;
  /** Key of the seeds of placeholder pictures. */
  readonly identityKey: string;
  /** Whether a name could be mistaken for the service's staff (reserved-names.ts). */
  readonly isReservedName: (name: string) => boolean;
}

/** Refuses with `profile_unavailable` when the row is missing. */
export async function readProfileView(db: Reader, identityKey: string, accountId: string): Promise<ProfileView> {
  const [row] = await db
    .select({ name: account.name, profile, publicId: avatar.publicId })
    .from(profile)
    .innerJoin(account, eq(account.id, profile.accountId))
    .leftJoin(avatar, and(eq(avatar.accountId, profile.accountId), eq(avatar.status, 'ready')))
    .where(eq(profile.accountId, accountId));
  if (row === undefined) throw new Refusal('profile_unavailable');
  return {
    accountName: row.name,
    avatarSeed: avatarSeedOf(identityKey, accountId),
    avatarUrl: avatarUrlOf(row.publicId),
    bio: row.profile.bio,
    candidateDisplayName: row.profile.candidateDisplayName,
    displayName: row.profile.displayName,
    displayNameRevision: row.profile.displayNameRevision,
    displayNameStatus: row.profile.displayNameStatus,
    handle: row.profile.handle,
    profileStatus: row.profile.status,
    publicUid: row.profile.uid,
    role: row.profile.role,
    version: row.profile.version,
  };
}

/** A patch with checked types. */
export interface ProfilePatch {
  readonly displayName?: string | undefined;
  readonly handle?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly version?: number | undefined;
}

/** Normalises the fields; refuses the first invalid one. */
export function planProfilePatch(patch: ProfilePatch): ProfilePatch {
  return {
    version: patch.version,
    displayName: patch.displayName === undefined ? undefined : requireDisplayName(patch.displayName),
    handle: typeof patch.handle === 'string' ? requireHandle(patch.handle) : patch.handle,
    bio: typeof patch.bio === 'string' ? requireBio(patch.bio) : patch.bio,
  };
}

function requireDisplayName(text: string): string {
  return required(normalizeDisplayName(text), 'invalid_display_name');
}

function requireHandle(text: string): string {
  return required(normalizeHandle(text), 'invalid_handle');
}

function requireBio(text: string): string | null {
  const outcome = normalizeBio(text);
  if (outcome.kind === 'bio') return outcome.bio;
  throw new Refusal(outcome.kind === 'unsafe' ? 'unsafe_bio' : 'invalid_bio');
}

/**
 * How a requested display name relates to the current state: no change, back to the public name, or a new one to
 * submit.
 */
export type NameStep = 'keep' | 'return' | 'submit';

export function planNameStep(
  row: Pick<Profile, 'displayName' | 'candidateDisplayName'>,
  wanted: string | undefined,
): NameStep {
  if (wanted === undefined || wanted === row.candidateDisplayName) return 'keep';
  if (wanted !== row.displayName) return 'submit';
  return row.candidateDisplayName === null ? 'keep' : 'return';
}

type Changes = Partial<typeof profile.$inferInsert>;

/** Changes the profile. `isPending` when a display name, submitted now or earlier, awaits a verdict. */
export async function patchProfile(
  dependencies: ProfileDependencies,
  actor: Actor,
  patch: ProfilePatch,
): Promise<{ readonly view: ProfileView; readonly isPending: boolean }> {
  const { accountId } = actor;
  const planned = planProfilePatch(patch);
  return dependencies.database
    .transaction(async (tx) => {
      const row = await lockProfile(tx, accountId);
      if (planned.version !== undefined && planned.version !== row.version) throw new Refusal('profile_conflict');
      requireFreeNames(dependencies, row, planned);
      const changes = {
        ...(planned.handle === undefined || planned.handle === row.handle ? {} : { handle: planned.handle }),
        ...(planned.bio === undefined || planned.bio === row.bio ? {} : { bio: planned.bio }),
        ...(await planNameChanges(dependencies, tx, row, planned.displayName)),
      };
      if (Object.keys(changes).length > 0) await writeProfile(tx, row, changes);
      const view = await readProfileView(tx, dependencies.identityKey, accountId);
      const waits = view.displayNameStatus === 'pending' || view.displayNameStatus === 'review';
      return { view, isPending: planned.displayName !== undefined && waits };
    })
    .catch(onUnique('profile_handle_unique', 'handle_unavailable'));
}

/** Reserved names are for staff. A member who already has one keeps it. */
function requireFreeNames({ isReservedName }: ProfileDependencies, row: Profile, planned: ProfilePatch): void {
  if (row.role !== 'member') return;
  const { handle, displayName } = planned;
  const isNewHandle = typeof handle === 'string' && handle !== row.handle;
  const isNewName = displayName !== undefined && planNameStep(row, displayName) === 'submit';
  if ((isNewHandle && isReservedName(handle)) || (isNewName && isReservedName(displayName))) {
    throw new Refusal('handle_unavailable');
  }
}

/** Locks and returns the profile row, which serialises changes of one profile. */
export async function lockProfile(tx: Transaction, accountId: string): Promise<Profile> {
  const [row] = await tx.select().from(profile).where(eq(profile.accountId, accountId)).for('update');
  if (row === undefined) throw new Refusal('profile_unavailable');
  if (row.status === 'deleted') throw new Refusal('account_deleted');
  return row;
}

async function writeProfile(tx: Transaction, row: Profile, changes: Changes): Promise<void> {
  const written = await tx
    .update(profile)
    .set({ ...changes, version: row.version + 1, updatedAt: sql`now()` })
    .where(and(eq(profile.accountId, row.accountId), eq(profile.version, row.version)))
    .returning({ version: profile.version });
  if (written.length === 0) throw new Refusal('profile_conflict');
}

async function planNameChanges(
  { submitText }: ProfileDependencies,
  tx: Transaction,
  row: Profile,
  wanted: string | undefined,
): Promise<Changes> {
  const step = planNameStep(row, wanted);
  if (wanted === undefined || step === 'keep') return {};
  const revision = row.displayNameRevision + 1;
  if (step === 'return') {
    await withdrawCases(tx, 'profile-name', String(row.uid));
    return { candidateDisplayName: null, displayNameStatus: 'allow', displayNameRevision: revision };
  }
  const { verdict } = await submitText(tx, {
    kind: 'profile-name',
    subjectId: String(row.uid),
    revision,
    authorAccountId: row.accountId,
    authorUid: row.uid,
    text: wanted,
  });
  if (verdict === 'allow') {
    return {
      displayName: wanted,
      candidateDisplayName: null,
      displayNameStatus: 'allow',
      displayNameRevision: revision,
    };
  }
  return {
    candidateDisplayName: wanted,
    // The owner sees `pending` both for the classifier and for a review by a person (decisions, "Accounts").
    displayNameStatus: verdict === 'review' ? 'pending' : verdict,
    displayNameRevision: revision,
  };
}

/**
 * Applies a later verdict to a name if it is still the current revision. If a public name is rejected later, it is
 * replaced by a generated one.
 */
export async function applyNameDecision(tx: Transaction, decision: Decision): Promise<void> {
  const [row] = await tx
    .select()
    .from(profile)
    .where(
      and(
        eq(profile.accountId, decision.authorAccountId),
        eq(profile.displayNameRevision, decision.revision),
        ne(profile.status, 'deleted'),
      ),
    )
    .for('update');
  if (row === undefined) return;
  const changes = planNameVerdict(row, decision.verdict);
  if (changes !== undefined) await writeProfile(tx, row, changes);
}

/** What a verdict changes, or undefined. */
export function planNameVerdict(
  row: Pick<Profile, 'displayName' | 'candidateDisplayName' | 'displayNameStatus'>,
  verdict: Decision['verdict'],
): Changes | undefined {
  const candidate = row.candidateDisplayName;
  if (candidate === null) {
    if (verdict !== 'rejected') return undefined;
    return {
      displayName: generateDisplayName(),
      candidateDisplayName: row.displayName,
      displayNameStatus: 'rejected',
    };
  }
  if (verdict === 'allow') {
    return { displayName: candidate, candidateDisplayName: null, displayNameStatus: 'allow' };
  }
  return row.displayNameStatus === verdict ? undefined : { displayNameStatus: verdict };
}
