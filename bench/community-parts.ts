// The parts of a community as a service without settings composes them, for benches that call its functions themselves.
import { join } from 'node:path';
import { STAFF_DIRECTORY } from '../src/features/accounts/staff/directory.ts';
import { CachedPages } from '../src/features/community/common/cached-pages.ts';
import { MarkdownTrees } from '../src/features/community/common/markdown-tree.ts';
import type { CommunityDependencies } from '../src/features/community/common/parts.ts';
import { Faces } from '../src/features/community/common/rows.ts';
import { Cases } from '../src/features/moderation/cases/cases.ts';
import { readRulesFile } from '../src/features/moderation/rules/file.ts';
import { tellEvent } from '../src/features/webhooks/deliveries.ts';
import { AnonymousReads } from '../src/http/gates/anonymous-reads.ts';
import type { Actor } from '../src/http/gates/guard.ts';
import { PACKAGE_ROOT } from '../src/platform/config/package-root.ts';
import { RECOMMENDATION_WEIGHTS } from '../src/platform/config/recommendation.ts';
import type { Database } from '../src/platform/database/database.ts';
import { DatabaseStamps } from '../src/platform/database/stamps.ts';

const SHIPPED_RULES = join(PACKAGE_ROOT, 'config', 'moderation.yaml');

/** Without quotas and without a classifier; with the rules that are shipped. */
export function openParts(database: Database): CommunityDependencies {
  const { rules } = readRulesFile(SHIPPED_RULES);
  const cases = new Cases({
    rules: { read: async () => rules },
    fallback: 'allow',
    askClassifier: undefined,
    onWaiting: async () => undefined,
    mailDecision: async () => undefined,
    flagSeries: async () => undefined,
  });
  cases.onDecision('post', async () => undefined);
  cases.onDecision('comment', async () => undefined);
  return {
    database,
    faces: new Faces('bench'),
    trees: new MarkdownTrees(),
    quotas: false,
    pages: new CachedPages(new DatabaseStamps(database), new AnonymousReads(false)),
    weights: RECOMMENDATION_WEIGHTS,
    describeEntity: async () => undefined,
    submitText: (tx, submission) => cases.submitText(tx, submission),
    readWaiting: async () => [],
    people: STAFF_DIRECTORY,
    readActor: async () => undefined,
    wake: () => undefined,
    onPublished: (tx, { postId, ...post }) =>
      tellEvent(async () => undefined, tx, { type: 'post.created', data: { postId, ...post, url: postId } }),
    onReported: async () => undefined,
    tellSubscribers: async () => undefined,
    mailDecision: async () => undefined,
  };
}

/** A member in good standing. */
export const memberOf = ({ id, uid }: { readonly id: string; readonly uid: number }): Actor => ({
  accountId: id,
  uid,
  role: 'member',
  status: 'active',
  emailVerified: true,
  restrictions: [],
  via: { kind: 'token', tokenId: '', scopes: [], servers: [], ownerRole: 'member' },
});
