// Opens the community: posts, comments, feeds, people, notifications. Provides what other features need: who may read a
// file, removal of a deleted account's content, and its part of an export.

import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { AnonymousReads } from '../../http/gates/anonymous-reads.ts';
import type { Actor } from '../../http/gates/guard.ts';
import type { OwnAddress } from '../../http/gates/own-address.ts';
import type { ExportSource } from '../../kernel/export-file.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DatabaseStamps } from '../../platform/database/stamps.ts';
import type { BoundJob } from '../../platform/jobs/jobs.ts';
import type { SharedCounters } from '../../platform/shared/counters.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { ReadActor } from '../accounts/sign-in/sessions.ts';
import { STAFF_DIRECTORY } from '../accounts/staff/directory.ts';
import type { Cases } from '../moderation/cases/cases.ts';
import type { Arrival } from '../moderation/deciders.ts';
import { applyLinksDecision } from './about/about.ts';
import { aboutContract } from './about/contract.ts';
import { aboutHandlers } from './about/handlers.ts';
import { bindCommunitySweep, exportCommunity, removeAuthor } from './account-erasure.ts';
import { applyCommentDecision } from './comments/comments.ts';
import { commentsContract } from './comments/contract.ts';
import { commentsHandlers } from './comments/handlers.ts';
import { CachedPages } from './common/cached-pages.ts';
import { MarkdownTrees } from './common/markdown-tree.ts';
import type { CommunityDependencies } from './common/parts.ts';
import { Faces } from './common/rows.ts';
import type { DescribeEntity } from './common/subject.ts';
import { deletionsContract, listDeletionContract } from './deletions/contract.ts';
import { deletionsHandlers, listDeletionHandlers } from './deletions/handlers.ts';
import { bindDeletionSweep } from './deletions/sweep.ts';
import { draftsContract } from './drafts/contract.ts';
import { draftsHandlers } from './drafts/handlers.ts';
import { entitiesContract } from './entities/contract.ts';
import { entitiesHandlers } from './entities/handlers.ts';
import { bindActivityJob } from './feeds/activity.ts';
import { feedsContract } from './feeds/contract.ts';
import { feedsHandlers } from './feeds/handlers.ts';
import { bindRankingJob } from './feeds/ranking.ts';
import { Recommendations } from './feeds/recommended.ts';
import { filesContract } from './files/contract.ts';
import { filesHandlers } from './files/handlers.ts';
import { listsContract } from './lists/contract.ts';
import { readListedIds } from './lists/entries.ts';
import { listsHandlers } from './lists/handlers.ts';
import { applyListDecision } from './lists/lists.ts';
import { liveContract } from './live/contract.ts';
import { liveHandlers } from './live/handlers.ts';
import { StrangerStreams } from './live/stranger-streams.ts';
import { LiveThreads } from './live/threads.ts';
import { notificationsContract } from './notifications/contract.ts';
import { notificationsHandlers } from './notifications/handlers.ts';
import { bindNotificationMails, type NotificationMailDependencies } from './notifications/mails.ts';
import { announce, noticeOfNews } from './notifications/notifications.ts';
import { bindStaffNotices, enqueueStaffNotice } from './notifications/staff-notices.ts';
import { Streams } from './notifications/stream.ts';
import { openUnsubscribe, type Unsubscribe } from './notifications/unsubscribe.ts';
import { peopleContract } from './people/contract.ts';
import { peopleHandlers } from './people/handlers.ts';
import { postPageContract } from './post-page/contract.ts';
import { postPageHandlers } from './post-page/handlers.ts';
import { mayReadThroughPost } from './posts/attachments.ts';
import { postsContract } from './posts/contract.ts';
import { postsHandlers } from './posts/handlers.ts';
import { applyPostDecision } from './posts/posts.ts';
import { openPostWriting, type PostWriting } from './posts/writing.ts';
import { previewContract } from './preview/contract.ts';
import { previewHandlers } from './preview/handlers.ts';
import { reactionsContract } from './reactions/contract.ts';
import { reactionsHandlers } from './reactions/handlers.ts';
import { removalsContract } from './removals/contract.ts';
import { removalsHandlers } from './removals/handlers.ts';
import { bindRemovalWork } from './removals/removal-work.ts';
import { reportsContract } from './reports/contract.ts';
import { reportsHandlers } from './reports/handlers.ts';
import { type CommunitySearch, openCommunitySearch } from './search/search.ts';
import { CONTENT_CONTEXTS } from './staff/content-contexts.ts';
import { staffContract } from './staff/contract.ts';
import { staffHandlers } from './staff/handlers.ts';
import { subscriptionsContract } from './subscriptions/contract.ts';
import { bindFanOut, enqueueFanOut } from './subscriptions/fan-out.ts';
import { subscriptionsHandlers } from './subscriptions/handlers.ts';
import { syndicationContract } from './syndication/contract.ts';
import { type SyndicationDependencies, syndicationHandlers } from './syndication/handlers.ts';
import { openSitemapPosts, type SitemapPosts } from './syndication/sitemap.ts';
import { tagsContract } from './tags/contract.ts';
import { tagsHandlers } from './tags/handlers.ts';

/** What moderation reads of the community. These functions take a database handle, so the community need not be open. */
export const COMMUNITY_READS = { contexts: CONTENT_CONTEXTS } as const;

export interface Community {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  readonly mayReadThroughPost: typeof mayReadThroughPost;
  /** What the page of the composer reads and writes. */
  readonly writing: PostWriting;
  /** Ids of the entities of a collection on a list of one's own. Refuses with `list_not_found`. */
  readonly readListedIds: (
    actor: Actor,
    list: string,
    collection: { readonly server: string; readonly resource: string },
  ) => Promise<readonly string[]>;
  /** Ends mails by the link in them. */
  readonly unsubscribe: Unsubscribe;
  /** Its part of the search of the instance. */
  readonly search: CommunitySearch;
  /** Public posts for search engines. */
  readonly sitemapPosts: SitemapPosts;
  /** Removes the community data of a deleted account. Idempotent. */
  accountDeleted(accountId: string, signal: AbortSignal): Promise<void>;
  readonly exportSource: ExportSource;
  /** Notifies who may decide what came in, after the transaction. */
  notifyStaff(tx: Transaction, kind: Arrival, id: string): Promise<void>;
  /** Ends the open streams. */
  drain(): void;
  /** Ends the open streams, and writes what is still to be written. */
  close(): Promise<void>;
}

export interface CommunityFeatureDependencies
  extends Pick<CommunityDependencies, 'onPublished' | 'onReported'>,
    Pick<SyndicationDependencies, 'chooseLocale' | 'findThumbnail'>,
    Pick<NotificationMailDependencies, 'sendNotifications' | 'unsubscribeKey' | 'enqueue'> {
  readonly config: Pick<Config, 'lists' | 'quotas' | 'recommendationWeights'>;
  readonly database: Database;
  readonly stamps: DatabaseStamps;
  /** Counters of all processes; undefined: each counts by itself. */
  readonly shared: SharedCounters | undefined;
  readonly log: Log;
  readonly reads: AnonymousReads;
  readonly cases: Pick<
    Cases,
    'submitText' | 'readWaiting' | 'onDecision' | 'onNews' | 'mailDecision' | 'tell' | 'settle'
  >;
  readonly readActor: ReadActor;
  readonly ownAddress: OwnAddress;
  /** Looks an entity up in the current release of its server. */
  readonly describeEntity: DescribeEntity;
  /** Name of the instance. */
  readonly siteName: () => string;
  /** Key of the seeds of placeholder pictures. */
  readonly identityKey: string;
  /** Called in the transaction with the id of what was erased, so that other features forget it. */
  readonly onErased: (tx: Transaction, id: string) => Promise<void>;
}

/** Opens the community. The database may still be starting. */
export function openCommunity(dependencies: CommunityFeatureDependencies): Community {
  const { config, database, stamps, reads, cases, readActor, identityKey } = dependencies;
  const faces = new Faces(identityKey);
  const threads = new LiveThreads({ database, log: dependencies.log });
  const streams = new Streams({ database, faces, threads, shared: dependencies.shared, log: dependencies.log });
  const strangerStreams = new StrangerStreams(threads);
  const closeStreams = (): void => {
    streams.close();
    strangerStreams.close();
  };
  const parts: CommunityDependencies = {
    database,
    faces,
    pages: new CachedPages(stamps, reads),
    trees: new MarkdownTrees(),
    quotas: config.quotas,
    weights: config.recommendationWeights,
    describeEntity: dependencies.describeEntity,
    submitText: (tx, submission) => cases.submitText(tx, submission),
    readWaiting: async (db, kind, { id, revision, moderationStatus }) =>
      moderationStatus === 'pending' || moderationStatus === 'review' ? cases.readWaiting(db, kind, id, revision) : [],
    mailDecision: (tx, decision) => cases.mailDecision(tx, decision),
    people: STAFF_DIRECTORY,
    readActor,
    wake: (accountIds) => streams.wake(accountIds),
    onPublished: dependencies.onPublished,
    tellSubscribers: (tx, kind, id) => enqueueFanOut(dependencies.enqueue, tx, kind, id),
    onReported: dependencies.onReported,
  };
  const weights = config.recommendationWeights;
  const { enqueue, onErased } = dependencies;
  const deletions = { ...parts, decisions: cases, enqueue, onErased, lists: config.lists };
  const recommendations = new Recommendations({ database, stamps, weights, log: dependencies.log });
  cases.onDecision('post', async (tx, decision) => {
    await applyPostDecision(parts, tx, decision);
  });
  cases.onDecision('comment', async (tx, decision) => {
    await applyCommentDecision(parts, tx, decision);
  });
  cases.onDecision('list', applyListDecision);
  cases.onDecision('profile-links', applyLinksDecision);
  cases.onNews(async (tx, news) => {
    await announce(tx, [noticeOfNews(news)]);
  });
  return {
    routes: [
      ...bindRoutes(feedsContract, feedsHandlers({ ...parts, recommendations })),
      ...bindRoutes(postPageContract, postPageHandlers(parts)),
      ...bindRoutes(postsContract, postsHandlers(parts)),
      ...bindRoutes(reactionsContract, reactionsHandlers(parts)),
      ...bindRoutes(commentsContract, commentsHandlers(parts)),
      ...bindRoutes(previewContract, previewHandlers()),
      ...bindRoutes(filesContract, filesHandlers(parts)),
      ...bindRoutes(entitiesContract, entitiesHandlers(parts)),
      ...(config.lists ? bindRoutes(listsContract, listsHandlers(parts)) : []),
      ...bindRoutes(tagsContract, tagsHandlers(parts)),
      ...bindRoutes(peopleContract, peopleHandlers(parts)),
      ...bindRoutes(aboutContract, aboutHandlers(parts)),
      ...bindRoutes(reportsContract, reportsHandlers(parts)),
      ...bindRoutes(notificationsContract, notificationsHandlers({ ...parts, streams })),
      ...bindRoutes(liveContract, liveHandlers(strangerStreams)),
      ...bindRoutes(subscriptionsContract, subscriptionsHandlers(parts)),
      ...bindRoutes(draftsContract, draftsHandlers(parts)),
      ...bindRoutes(
        syndicationContract,
        syndicationHandlers({
          ...parts,
          ownAddress: dependencies.ownAddress,
          siteName: dependencies.siteName,
          chooseLocale: dependencies.chooseLocale,
          findThumbnail: dependencies.findThumbnail,
        }),
      ),
      ...bindRoutes(staffContract, staffHandlers(parts)),
      ...bindRoutes(deletionsContract, deletionsHandlers(deletions)),
      ...(config.lists ? bindRoutes(listDeletionContract, listDeletionHandlers(deletions)) : []),
      ...bindRoutes(
        removalsContract,
        removalsHandlers({ database, people: STAFF_DIRECTORY, cases, enqueue: dependencies.enqueue }),
      ),
    ],
    jobs: [
      bindActivityJob(database),
      bindRankingJob(database, config.recommendationWeights),
      bindCommunitySweep(database),
      bindRemovalWork({ ...parts, enqueue: dependencies.enqueue, decisions: cases }),
      bindDeletionSweep({ database, enqueue, onErased }),
      bindStaffNotices(parts),
      bindFanOut(parts),
      ...bindNotificationMails({
        database,
        people: STAFF_DIRECTORY,
        enqueue: dependencies.enqueue,
        sendNotifications: dependencies.sendNotifications,
        unsubscribeKey: dependencies.unsubscribeKey,
      }),
    ],
    mayReadThroughPost,
    writing: openPostWriting(parts),
    readListedIds: async (actor, list, collection) => {
      if (!config.lists) throw new Refusal('list_not_found');
      return readListedIds(database.db, actor, list, collection);
    },
    unsubscribe: openUnsubscribe({ database, people: STAFF_DIRECTORY, key: dependencies.unsubscribeKey }),
    search: openCommunitySearch(database, faces),
    sitemapPosts: openSitemapPosts(database),
    accountDeleted: (accountId, signal) => removeAuthor(database, accountId, signal),
    exportSource: (accountId) => exportCommunity(database, accountId),
    notifyStaff: (tx, kind, id) => enqueueStaffNotice(dependencies.enqueue, tx, kind, id),
    drain: closeStreams,
    close: async () => {
      closeStreams();
      await recommendations.impressions.close();
    },
  };
}
