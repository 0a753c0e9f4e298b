// The text rules in force: those that administrators stored last, otherwise those of the file. Each process reads stored
// ones again when its last read is older than a second. Writes moderation_rules.
import { desc, lt } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { moderationRules } from '../../../platform/database/schema/moderation.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { parseRules, type RulesFile } from './file.ts';
import { NO_RULES, type TextRules } from './rules.ts';

export type RulesVersion = typeof moderationRules.$inferSelect;

const FRESH_MS = 1_000;
/** The version while nothing was ever stored. */
export const FILE_VERSION = 1;
/** Earlier versions stay, up to this number. */
const VERSIONS_MAX = 50;

/** Reads the text rules in force, cached for a second. */
export class RulesStore {
  /** What MODERATION_RULES names; undefined: no rules. */
  readonly file: RulesFile | undefined;
  readonly #log: Log;
  #version = FILE_VERSION;
  #rules: TextRules;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(file: RulesFile | undefined, log: Log) {
    this.file = file;
    this.#log = log;
    this.#rules = file?.rules ?? NO_RULES;
  }

  /** The rules in force a second ago at the latest. Reads through the connection of the caller, who may hold the last one. */
  async read(db: Queries | Transaction): Promise<TextRules> {
    const startedAt = performance.now();
    if (startedAt - this.#readAt < FRESH_MS) return this.#rules;
    const newest = await readNewestRules(db);
    this.#readAt = startedAt;
    const version = newest?.version ?? FILE_VERSION;
    if (version === this.#version) return this.#rules;
    this.#version = version;
    this.#rules = this.#parse(newest?.rules ?? undefined);
    return this.#rules;
  }

  /** Discards the cached rules after this process has changed them. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** Stored rules were checked, but perhaps by another version of the software. */
  #parse(yaml: string | undefined): TextRules {
    const ofFile = this.file?.rules ?? NO_RULES;
    if (yaml === undefined) return ofFile;
    try {
      return parseRules(yaml);
    } catch (error) {
      this.#log.warn('the stored text rules cannot be used; those of MODERATION_RULES apply', { error });
      return ofFile;
    }
  }
}

/** The newest stored version; undefined while nothing was ever stored. */
export async function readNewestRules(db: Queries | Transaction): Promise<RulesVersion | undefined> {
  const [row] = await db.select().from(moderationRules).orderBy(desc(moderationRules.version)).limit(1);
  return row;
}

/** Stored versions, newest first. */
export const listRulesVersions = (db: Queries): Promise<readonly RulesVersion[]> =>
  db.select().from(moderationRules).orderBy(desc(moderationRules.version)).limit(VERSIONS_MAX);

/** Stores the next version; false when somebody else has stored one since. */
export async function storeRules(
  tx: Transaction,
  actorAccountId: string,
  rules: string | null,
  version: number,
): Promise<boolean> {
  const newest = (await readNewestRules(tx))?.version ?? FILE_VERSION;
  if (newest !== version) return false;
  const made = await tx
    .insert(moderationRules)
    .values({ version: version + 1, rules, actorAccountId })
    .onConflictDoNothing()
    .returning({ version: moderationRules.version });
  if (made.length === 0) return false;
  await tx.delete(moderationRules).where(lt(moderationRules.version, version + 2 - VERSIONS_MAX));
  return true;
}
