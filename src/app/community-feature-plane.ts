// Wiring of the community: posts, comments, feeds, people, notifications. What it needs of moderation and accounts is
// handed over here; what others need of it (who may read a file, what becomes of a deleted account) is handed out.

import { endSessions } from '../features/accounts/common/accounts.ts';
import { requireAnotherAdministrator } from '../features/accounts/common/administrators.ts';
import type { ReadActor } from '../features/accounts/sign-in/sessions.ts';
import type { AccountDeletedListener } from '../features/accounts/upkeep/deletion.ts';
import type { ExportSource } from '../features/accounts/upkeep/export.ts';
import { readPersonByUid, readPersonsByIds, searchPersons } from '../features/accounts/upkeep/staff-directory.ts';
import { applyCommentDecision } from '../features/community/comments/comments.ts';
import { commentsContract } from '../features/community/comments/contract.ts';
import { commentsHandlers } from '../features/community/comments/handlers.ts';
import { KeptPages } from '../features/community/common/kept-pages.ts';
import type { CommunityParts } from '../features/community/common/parts.ts';
import { Faces } from '../features/community/common/rows.ts';
import { bindCommunitySweep, exportCommunity, removeAuthor } from '../features/community/farewell.ts';
import { bindRankingJob } from '../features/community/feeds/ranking.ts';
import { Streams } from '../features/community/notifications/stream.ts';
import { peopleContract } from '../features/community/people/contract.ts';
import { peopleHandlers } from '../features/community/people/handlers.ts';
import { mayReadThroughPost } from '../features/community/posts/attachments.ts';
import { postsContract } from '../features/community/posts/contract.ts';
import { postsHandlers } from '../features/community/posts/handlers.ts';
import { applyPostDecision } from '../features/community/posts/posts.ts';
import { postActionsContract } from '../features/community/reactions/contract.ts';
import { postActionsHandlers } from '../features/community/reactions/handlers.ts';
import { tagsContract } from '../features/community/tags/contract.ts';
import { tagsHandlers } from '../features/community/tags/handlers.ts';
import type { Cases } from '../features/moderation/cases.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import type { AnonymousReads } from '../http/gates/anonymous-reads.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseStamps } from '../platform/database/stamps.ts';
import type { BoundJob } from '../platform/jobs/jobs.ts';

export interface CommunityFeature {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  readonly mayReadThroughPost: typeof mayReadThroughPost;
  readonly accountDeleted: AccountDeletedListener;
  readonly exportSource: ExportSource;
  /** Ends the open streams. */
  close(): void;
}

export interface CommunityFeatureOptions {
  readonly config: Pick<Config, 'quotas' | 'recommendationWeights'>;
  readonly database: Database;
  readonly stamps: DatabaseStamps;
  readonly reads: AnonymousReads;
  readonly cases: Pick<Cases, 'submitText' | 'onDecision'>;
  readonly readActor: ReadActor;
  /** Key of the seeds of stand-in pictures. */
  readonly identityKey: string;
}

/** Wires the community on a database that may still be starting. */
export function openCommunityFeature(options: CommunityFeatureOptions): CommunityFeature {
  const { config, database, stamps, reads, cases, readActor, identityKey } = options;
  const faces = new Faces(identityKey);
  const streams = new Streams(database.db, faces);
  const parts: CommunityParts = {
    database,
    faces,
    pages: new KeptPages(stamps, reads),
    quotas: config.quotas,
    weights: config.recommendationWeights,
    submitText: (tx, submission) => cases.submitText(tx, submission),
    people: {
      readByUid: readPersonByUid,
      readByIds: readPersonsByIds,
      search: searchPersons,
      endSessions,
      requireAnotherAdministrator,
    },
    readActor,
    wake: (accountIds) => streams.wake(accountIds),
  };
  cases.onDecision('post', async (tx, decision) => {
    await applyPostDecision(tx, decision);
  });
  cases.onDecision('comment', async (tx, decision) => {
    await applyCommentDecision(tx, decision);
  });
  return {
    routes: [
      ...bindRoutes(postsContract, postsHandlers(parts)),
      ...bindRoutes(postActionsContract, postActionsHandlers(parts)),
      ...bindRoutes(commentsContract, commentsHandlers(parts)),
      ...bindRoutes(tagsContract, tagsHandlers(parts)),
      ...bindRoutes(peopleContract, peopleHandlers({ ...parts, streams })),
    ],
    jobs: [bindRankingJob(database, config.recommendationWeights), bindCommunitySweep(database)],
    mayReadThroughPost,
    accountDeleted: (accountId, signal) => removeAuthor(database, accountId, signal),
    exportSource: (accountId) => exportCommunity(database, accountId),
    close: () => streams.close(),
  };
}
