// Wiring of the community: posts, comments, feeds, people, notifications. What it needs of moderation and accounts is
// handed over here; what others need of it (who may read a file, what becomes of a deleted account) is handed out.

import { endSessions } from '../features/accounts/accounts.ts';
import { requireAnotherAdministrator } from '../features/accounts/administrators.ts';
import type { AccountDeletedListener } from '../features/accounts/deletion.ts';
import type { ExportSource } from '../features/accounts/export.ts';
import type { ReadActor } from '../features/accounts/sessions.ts';
import { readPersonByUid, readPersonsByIds, searchPersons } from '../features/accounts/staff-directory.ts';
import { mayReadThroughPost } from '../features/community/attachments.ts';
import { applyCommentDecision } from '../features/community/comments.ts';
import { commentsContract } from '../features/community/contract-comments.ts';
import { peopleContract } from '../features/community/contract-people.ts';
import { postActionsContract } from '../features/community/contract-post-actions.ts';
import { postsContract } from '../features/community/contract-posts.ts';
import { tagsContract } from '../features/community/contract-tags.ts';
import { bindCommunitySweep, exportCommunity, removeAuthor } from '../features/community/farewell.ts';
import { commentsHandlers } from '../features/community/handlers-comments.ts';
import { peopleHandlers } from '../features/community/handlers-people.ts';
import { postActionsHandlers } from '../features/community/handlers-post-actions.ts';
import { postsHandlers } from '../features/community/handlers-posts.ts';
import { tagsHandlers } from '../features/community/handlers-tags.ts';
import { KeptPages } from '../features/community/kept-pages.ts';
import type { CommunityParts } from '../features/community/parts.ts';
import { applyPostDecision } from '../features/community/posts.ts';
import { bindRankingJob } from '../features/community/ranking.ts';
import { Faces } from '../features/community/rows.ts';
import { Streams } from '../features/community/stream.ts';
import type { Cases } from '../features/moderation/cases.ts';
import type { AnonymousReads } from '../http/anonymous-reads.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import type { DatabaseStamps } from '../platform/database-stamps.ts';
import type { BoundJob } from '../platform/jobs.ts';

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
