// All routes of the community, in the order of the documentation.
import { commentsContract } from './comments/contract.ts';
import { peopleContract } from './people/contract.ts';
import { postsContract } from './posts/contract.ts';
import { reactionsContract } from './reactions/contract.ts';
import { tagsContract } from './tags/contract.ts';

export const communityContract = {
  ...postsContract,
  ...reactionsContract,
  ...commentsContract,
  ...tagsContract,
  ...peopleContract,
} as const;
