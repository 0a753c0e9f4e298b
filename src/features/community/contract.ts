// All routes of the community, in the order of the documentation.
import { commentsContract } from './comments/contract.ts';
import { entitiesContract } from './entities/contract.ts';
import { feedsContract } from './feeds/contract.ts';
import { filesContract } from './files/contract.ts';
import { notificationsContract } from './notifications/contract.ts';
import { peopleContract } from './people/contract.ts';
import { postPageContract } from './post-page/contract.ts';
import { postsContract } from './posts/contract.ts';
import { previewContract } from './preview/contract.ts';
import { reactionsContract } from './reactions/contract.ts';
import { reportsContract } from './reports/contract.ts';
import { staffContract } from './staff/contract.ts';
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
  ...tagsContract,
  ...peopleContract,
  ...reportsContract,
  ...notificationsContract,
  ...syndicationContract,
  ...staffContract,
} as const;
