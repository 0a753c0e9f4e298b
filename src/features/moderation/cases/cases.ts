// Cases: opened when a text or file cannot simply be allowed, superseded by a later revision, and settled by the
// classifier or a person. Writes moderation_case together with hidden.ts. Rules decide inside the
// caller's transaction; nothing here uses the network. Permission to decide is in decisions.ts, the classifier in classify.ts.
import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { appeal, moderationCase } from '../../../platform/database/schema/moderation.ts';
import type { DecisionListener, MailDecision, TellDecision } from '../common/ports.ts';
import {
  type CaseKind,
  type DecisionNews,
  type FileSubmission,
  HIDDEN_BY_STAFF,
  type SettledVerdict,
  type Submitted,
  type TextKind,
  type TextSubmission,
  type Verdict,
  type WaitingReason,
} from '../common/vocabulary.ts';
import { readTextForms } from '../rules/normalize.ts';
import { countLinks, firstTextsAsked, judgeText, repetitionSeconds } from '../rules/rules.ts';
import type { RulesStore } from '../rules/store.ts';
import { endDeletion } from './deletions.ts';
import { deleteFingerprints, deleteFingerprintsOf, fingerprintOf, recordText, type Series } from './fingerprints.ts';
import { readWaiting } from './waiting.ts';

export type Case = typeof moderationCase.$inferSelect;

export interface CasesDependencies {
  readonly rules: Pick<RulesStore, 'read'>;
  /** Verdict for content that neither a rule nor the classifier decides. */
  readonly fallback: 'allow' | 'review';
  /** Enqueues a question to the classifier; undefined when there is none. */
  readonly askClassifier: ((tx: Transaction, caseId: string) => Promise<void>) | undefined;
  readonly mailDecision: MailDecision;
  /** Called in the transaction in which a case begins to wait for staff. */
  readonly onWaiting: OnWaiting;
  /** Enqueues holding the earlier copies of a text. */
  readonly flagSeries: (tx: Transaction, series: Series) => Promise<void>;
}

/** A case that begins to wait for staff. */
export type OnWaiting = (tx: Transaction, waiting: Pick<Case, 'id' | 'kind' | 'subjectId'>) => Promise<void>;

export interface Settlement {
  readonly verdict: SettledVerdict;
  readonly reasons: readonly string[];
  /** Account id of the person; undefined: the classifier or its failure. */
  readonly decidedBy: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly message?: string | undefined;
}

const EXCERPT_CHARACTERS = 200;
const OPEN = ['pending', 'review'] as const;
/** Kinds whose owner tells the author, together with others that the decision concerns. */
const TOLD_BY_OWNER: ReadonlySet<CaseKind> = new Set(['post', 'comment']);

/**
 * Opens, supersedes and settles cases. The verdict on a submission is returned in its transaction, or delivered later.
 */
export class Cases {
  readonly #dependencies: CasesDependencies;
  readonly #listeners = new Map<CaseKind, DecisionListener>();
  #tell: TellDecision | undefined;

  constructor(dependencies: CasesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Registers the owner of a kind, who receives every later decision. One owner per kind. */
  onDecision(kind: CaseKind, listener: DecisionListener): void {
    if (this.#listeners.has(kind)) throw new Error(`${kind} has an owner already`);
    this.#listeners.set(kind, listener);
  }

  /** Registers who tells people about decisions on their files, pictures and names, and about restrictions. */
  onNews(tell: TellDecision): void {
    if (this.#tell !== undefined) throw new Error('news have a listener already');
    this.#tell = tell;
  }

  /** Tells a person. */
  async tell(tx: Transaction, news: DecisionNews): Promise<void> {
    await this.#tell?.(tx, news);
  }

  /** Mails the person about a decision. */
  get mailDecision(): MailDecision {
    return this.#dependencies.mailDecision;
  }

  /** The verdict of the rules on a text; opens a case if further decisions are needed. */
  async submitText(tx: Transaction, submission: TextSubmission): Promise<Submitted> {
    const forms = readTextForms(submission.text);
    const { kind, readAuthor } = submission;
    const links = countLinks(forms);
    const rules = await this.#dependencies.rules.read(tx);
    const firstTexts = firstTextsAsked(rules, { kind, links });
    const seconds = repetitionSeconds(rules);
    const fingerprint = seconds === 0 ? '' : fingerprintOf(forms);
    const [countSameText, author] = await Promise.all([
      seconds === 0 ? () => 0 : recordText(tx, submission, fingerprint, seconds),
      firstTexts === 0 ? undefined : readAuthor?.(firstTexts),
    ]);
    const ruled = judgeText(rules, { kind, forms, links, now: Date.now(), author, countSameText });
    if (ruled.series !== undefined) {
      const { withinSeconds, reasons } = ruled.series;
      const series = { authorAccountId: submission.authorAccountId, fingerprint, withinSeconds, reasons };
      await this.#dependencies.flagSeries(tx, series);
    }
    return this.#submit(tx, submission, ruled, {
      excerpt: excerptOf(submission.text),
      body: submission.text,
      content: null,
    });
  }

  /** The same for a file, which rules cannot read. A file submitted twice keeps its first case. */
  submitFile(tx: Transaction, submission: FileSubmission): Promise<Submitted> {
    const { contentKey, mediaType, label } = submission;
    return this.#submit(
      tx,
      submission,
      { verdict: 'allow', reasons: [] },
      {
        excerpt: excerptOf(label),
        body: null,
        content: { key: contentKey, mediaType },
      },
    );
  }

  /** Lets a text that was allowed wait for staff; nothing happens where its revision has a case. */
  async holdText(
    tx: Transaction,
    { kind, subjectId, revision, authorAccountId, authorUid, text }: TextSubmission,
    reasons: readonly string[],
  ): Promise<void> {
    const [made] = await tx
      .insert(moderationCase)
      .values({
        id: Bun.randomUUIDv7(),
        kind,
        subjectId,
        subjectRevision: revision,
        authorAccountId,
        authorUid,
        status: 'review',
        verdict: 'review',
        reasons: [...reasons],
        excerpt: excerptOf(text),
        body: text,
      })
      .onConflictDoNothing()
      .returning({ id: moderationCase.id });
    if (made === undefined) return;
    await this.#listeners.get(kind)?.(tx, {
      caseId: made.id,
      kind,
      subjectId,
      revision,
      authorAccountId,
      verdict: 'review',
      reasons,
      shows: false,
      reasonCode: null,
      message: null,
    });
    await this.#dependencies.onWaiting(tx, { id: made.id, kind, subjectId });
  }

  async #submit(
    tx: Transaction,
    submission: TextSubmission | FileSubmission,
    ruled: { readonly verdict: SettledVerdict; readonly reasons: readonly string[] },
    shown: Pick<Case, 'excerpt' | 'body' | 'content'>,
  ): Promise<Submitted> {
    const { kind, subjectId, revision, authorAccountId, authorUid } = submission;
    if (!this.#listeners.has(kind)) throw new Error(`nobody owns the decisions on ${kind}`);
    if (revision > 1) await supersede(tx, and(isAbout(kind, subjectId), lt(moderationCase.subjectRevision, revision)));
    const verdict = this.#firstVerdict(ruled.verdict);
    if (verdict === 'allow') return { verdict, reasons: [] };
    const reasons =
      ruled.reasons.length > 0 ? ruled.reasons : [verdict === 'review' ? 'policy.review' : 'policy.classify'];
    const [made] = await tx
      .insert(moderationCase)
      .values({
        id: Bun.randomUUIDv7(),
        kind,
        subjectId,
        subjectRevision: revision,
        authorAccountId,
        authorUid,
        status: verdict === 'rejected' ? 'decided' : verdict,
        verdict,
        reasons: [...reasons],
        decidedAt: verdict === 'rejected' ? sql`now()` : null,
        ...shown,
      })
      .onConflictDoNothing()
      .returning({ id: moderationCase.id });
    if (made === undefined) return readSubmitted(tx, kind, subjectId, revision);
    if (verdict === 'pending') await this.#dependencies.askClassifier?.(tx, made.id);
    if (verdict === 'review') await this.#dependencies.onWaiting(tx, { id: made.id, kind, subjectId });
    return { verdict, reasons, caseId: made.id };
  }

  #firstVerdict(ruled: SettledVerdict): Verdict {
    if (ruled !== 'allow') return ruled;
    return this.#dependencies.askClassifier === undefined ? this.#dependencies.fallback : 'pending';
  }

  /** The effect of the classifier's answer. If the fallback is `review`, the classifier can reject but not allow. */
  weighAnswer(verdict: SettledVerdict): SettledVerdict {
    return verdict === 'allow' ? this.#dependencies.fallback : verdict;
  }

  /**
   * Settles a case as it was read, and notifies the owner of its subject. False when the case has changed; the caller
   * must then roll back, since the owner was already notified.
   */
  async settle(tx: Transaction, found: Case, settlement: Settlement): Promise<boolean> {
    const { verdict, reasons, decidedBy } = settlement;
    const { reasonCode = null, message = null } = settlement;
    const { id, kind, subjectId, subjectRevision, authorAccountId } = found;
    const shows = verdict === 'allow' && found.reasons.includes(HIDDEN_BY_STAFF);
    const all = [...new Set([...found.reasons, ...reasons])].filter((one) => !shows || one !== HIDDEN_BY_STAFF);
    await this.#listeners.get(kind)?.(tx, {
      caseId: id,
      kind,
      subjectId,
      revision: subjectRevision,
      authorAccountId,
      verdict,
      reasons: all,
      shows,
      reasonCode,
      message,
    });
    const waits = verdict === 'review';
    const changed = await tx
      .update(moderationCase)
      .set({
        status: waits ? 'review' : 'decided',
        verdict,
        reasons: all,
        version: found.version + 1,
        decidedBy: decidedBy ?? null,
        decidedAt: waits ? null : sql`now()`,
        reasonCode,
        message,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(moderationCase.id, id),
          eq(moderationCase.version, found.version),
          ne(moderationCase.status, 'superseded'),
        ),
      )
      .returning({ id: moderationCase.id });
    if (changed.length > 0 && (shows || (kind === 'attachment' && verdict === 'allow'))) {
      await endDeletion(tx, kind, subjectId);
    }
    if (changed.length > 0 && !waits && !TOLD_BY_OWNER.has(kind)) {
      const news = {
        accountId: authorAccountId,
        caseId: id,
        subjectKind: kind,
        subjectId,
        verdict,
        reasonCode,
        message,
      };
      await this.tell(tx, news);
    }
    if (changed.length > 0 && waits && found.status === 'pending') await this.#dependencies.onWaiting(tx, found);
    if (changed.length > 0 && verdict === 'rejected') await this.mailDecision(tx, { of: 'case', id });
    return changed.length > 0;
  }

  /** Why a revision of a text waits, as far as its author may know; empty when it does not. */
  async readWaiting(
    db: Queries | Transaction,
    kind: TextKind,
    subjectId: string,
    revision: number,
  ): Promise<readonly WaitingReason[]> {
    return readWaiting(db, await this.#dependencies.rules.read(db), kind, subjectId, revision);
  }

  /** Deletes fingerprints that are older than every rule's window. */
  async forgetFingerprints(db: Queries): Promise<void> {
    await deleteFingerprints(db, repetitionSeconds(await this.#dependencies.rules.read(db)));
  }
}

/** A case by id. */
export async function readCase(db: Queries, id: string): Promise<Case | undefined> {
  const [row] = await db.select().from(moderationCase).where(eq(moderationCase.id, id));
  return row;
}

/** The case about a revision of a subject. */
export async function findCaseOf(
  db: Queries | Transaction,
  kind: CaseKind,
  subjectId: string,
  revision: number,
): Promise<Case | undefined> {
  const [row] = await db
    .select()
    .from(moderationCase)
    .where(and(isAbout(kind, subjectId), eq(moderationCase.subjectRevision, revision)));
  return row;
}

/**
 * Counts a failure of the classifier; returns the number of failures, or undefined when the case is no longer pending.
 */
export async function countFailure(db: Queries, id: string): Promise<number | undefined> {
  const [row] = await db
    .update(moderationCase)
    .set({ attempts: sql`${moderationCase.attempts} + 1`, updatedAt: sql`now()` })
    .where(and(eq(moderationCase.id, id), eq(moderationCase.status, 'pending')))
    .returning({ attempts: moderationCase.attempts });
  return row?.attempts;
}

/** Cases that wait for the classifier and have not changed for `quietSeconds`. */
export async function listQuietCases(db: Queries, quietSeconds: number, limit: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(
      and(
        eq(moderationCase.status, 'pending'),
        lt(moderationCase.updatedAt, sql`now() - make_interval(secs => ${quietSeconds})`),
      ),
    )
    .orderBy(moderationCase.createdAt, moderationCase.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Ends the cases of a deleted subject and erases its content from them, unless an appeal is open: then later. */
export async function withdrawCases(tx: Transaction, kind: CaseKind, subjectId: string): Promise<void> {
  await supersede(tx, isAbout(kind, subjectId));
  const ofSubject = and(eq(moderationCase.kind, kind), eq(moderationCase.subjectId, subjectId));
  await tx
    .update(moderationCase)
    .set({ excerpt: '', body: null, content: null })
    .where(and(ofSubject, sql`not ${hasOpenAppeal}`));
  await tx
    .update(moderationCase)
    .set({ withdrawnAt: sql`coalesce(${moderationCase.withdrawnAt}, now())` })
    .where(and(ofSubject, hasOpenAppeal));
}

const hasOpenAppeal: SQL = sql`exists (select 1 from ${appeal}
  where ${appeal.caseId} = ${moderationCase.id} and ${appeal.status} = 'open')`;

/** Erases the content of a case whose subject was deleted while its appeal was open. */
export async function eraseWithdrawn(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(moderationCase)
    .set({ excerpt: '', body: null, content: null })
    .where(and(eq(moderationCase.id, id), sql`${moderationCase.withdrawnAt} is not null`));
}

/** Ends all cases of a subject and erases what they hold of it, also what staff wrote about it to its author. */
export async function eraseCases(tx: Transaction, kind: CaseKind, subjectId: string): Promise<void> {
  await supersede(tx, isAbout(kind, subjectId));
  await tx
    .update(moderationCase)
    .set({ excerpt: '', body: null, content: null, message: null, withdrawnAt: null })
    .where(isAbout(kind, subjectId));
}

/** The same for everything that an account created, including its fingerprints. */
export async function withdrawAuthor(tx: Transaction, accountId: string): Promise<void> {
  await supersede(tx, eq(moderationCase.authorAccountId, accountId));
  await tx
    .update(moderationCase)
    .set({ excerpt: '', body: null, content: null, message: null })
    .where(eq(moderationCase.authorAccountId, accountId));
  await deleteFingerprintsOf(tx, accountId);
}

/** Ends the open ones of these cases. */
async function supersede(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(moderationCase)
    .set({ status: 'superseded', version: sql`${moderationCase.version} + 1`, updatedAt: sql`now()` })
    .where(and(which, inArray(moderationCase.status, OPEN)));
}

/** SQL: the cases of a subject, of all its revisions. */
const isAbout = (kind: CaseKind, subjectId: string): SQL | undefined =>
  and(eq(moderationCase.kind, kind), eq(moderationCase.subjectId, subjectId));

async function readSubmitted(tx: Transaction, kind: CaseKind, subjectId: string, revision: number): Promise<Submitted> {
  const row = await findCaseOf(tx, kind, subjectId, revision);
  if (row === undefined) throw new Error('the standing case is not there');
  return { verdict: row.verdict, reasons: row.reasons, caseId: row.id };
}

/** The beginning of a text on one line, without characters that hide or reorder others. */
export function excerptOf(text: string): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const characters = [...line.slice(0, EXCERPT_CHARACTERS * 2)];
  return characters.length <= EXCERPT_CHARACTERS && line.length <= EXCERPT_CHARACTERS * 2
    ? line
    : `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`;
}
