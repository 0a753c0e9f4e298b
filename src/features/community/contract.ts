// All routes of the community, in the order of the documentation.
import { aboutContract } from './about/contract.ts';
import { commentsContract } from './comments/contract.ts';
import { deletionsContract, listDeletionContract } from './deletions/contract.ts';
import { draftsContract } from './drafts/contract.ts';
import { entitiesContract } from './entities/contract.ts';
import { feedsContract } from './feeds/contract.ts';
import { filesContract } from './files/contract.ts';
import { listsContract } from './lists/contract.ts';
import { liveContract } from './live/contract.ts';
import { notificationsContract } from './notifications/contract.ts';
import { peopleContract } from './people/contract.ts';
import { postPageContract } from './post-page/contract.ts';
import { postsContract } from './posts/contract.ts';
import { previewContract } from './preview/contract.ts';
import { reactionsContract } from './reactions/contract.ts';
import { removalsContract } from './removals/contract.ts';
import { reportsContract } from './reports/contract.ts';
import { staffContract } from './staff/contract.ts';
import { subscriptionsContract } from './subscriptions/contract.ts';
import { syndicationContract } from './syndication/contract.ts';
import { tagsContract } from './tags/contract.ts';

const { postCreate, ...otherPosts } = postsContract;

export const communityContract = {
  ...feedsContract,
  postCreate,
  ...postPageContract,
  ...otherPosts,
  ...reactionsContract,
  ...commentsContract,
  ...previewContract,
  ...filesContract,
  ...entitiesContract,
  ...listsContract,
  ...tagsContract,
  ...peopleContract,
  ...aboutContract,
  ...reportsContract,
  ...notificationsContract,
  ...liveContract,
  ...subscriptionsContract,
  ...draftsContract,
  ...syndicationContract,
  ...staffContract,
  ...removalsContract,
  ...deletionsContract,
  ...listDeletionContract,
} as const;
