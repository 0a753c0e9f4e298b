// All contracts of the service together, and what the surface as a whole must keep: unique ids, no path declared twice,
// parameters declared, keys equal to ids. Knows no handlers, so that documents can be made without opening engines.

import { confirmationContract } from '../features/accounts/confirmation/contract.ts';
import { profileContract } from '../features/accounts/profile/contract.ts';
import { belongingsContract } from '../features/accounts/profile/contract-belongings.ts';
import { authContract } from '../features/accounts/sign-in/contract.ts';
import { catalogContract } from '../features/catalog/contract.ts';
import { commentsContract } from '../features/community/comments/contract.ts';
import { peopleContract } from '../features/community/people/contract.ts';
import { postsContract } from '../features/community/posts/contract.ts';
import { postActionsContract } from '../features/community/reactions/contract.ts';
import { tagsContract } from '../features/community/tags/contract.ts';
import { filesContract } from '../features/files/contract.ts';
import { levelsContract, protocolContract } from '../features/levels/serve/contract.ts';
import { moderationContract } from '../features/moderation/contract.ts';
import { providerContract } from '../features/provider/serve/contract.ts';
import { releaseContract } from '../features/release/serve/contract.ts';
import { siteContract } from '../features/site/contract.ts';
import { uploadPageContract } from '../features/uploads/page/contract.ts';
import { uploadsContract } from '../features/uploads/transfer/contract.ts';
import type { Fallback } from '../http/dispatch/dispatch.ts';
import type { Contract, Route } from '../http/routing/contract.ts';
import { parameterNames } from '../http/routing/pattern.ts';

/** Feature folder → its contract; the order is the order of the documentation. */
export const CONTRACTS: Readonly<Record<string, Contract>> = {
  release: releaseContract,
  catalog: catalogContract,
  files: filesContract,
  provider: providerContract,
  levels: { ...levelsContract, ...protocolContract },
  accounts: { ...authContract, ...confirmationContract, ...profileContract, ...belongingsContract },
  moderation: moderationContract,
  uploads: { ...uploadsContract, ...uploadPageContract },
  community: { ...postsContract, ...postActionsContract, ...commentsContract, ...tagsContract, ...peopleContract },
  site: siteContract,
};

/** Every route of the service. Throws when two routes collide or a declaration contradicts itself. */
export function listRoutes(): readonly Route[] {
  const routes: Route[] = [];
  const seenIds = new Set<string>();
  const seenShapes = new Map<string, string>();
  for (const contract of Object.values(CONTRACTS)) {
    for (const [key, route] of Object.entries(contract)) {
      if (key !== route.id) throw new Error(`contract key ${key} differs from its id ${route.id}`);
      if (seenIds.has(route.id)) throw new Error(`two routes are called ${route.id}`);
      seenIds.add(route.id);
      const shape = `${route.method} ${route.path.replace(/\{[A-Za-z]+(\.\.\.)?\}/g, '{}$1')}`;
      const other = seenShapes.get(shape);
      if (other !== undefined) throw new Error(`${route.id} and ${other} have one path`);
      seenShapes.set(shape, route.id);
      const names = parameterNames(route.path);
      const declared = Object.keys(route.params ?? {});
      if (names.join() !== declared.join()) throw new Error(`${route.id} declares other parameters than its path has`);
      routes.push(route);
    }
  }
  return routes;
}

const PLAIN_ROOTS = ['/assets', '/runtime', '/objects', '/artifacts', '/game-client'];

const LEVEL_ROOTS = ['/levelserver', '/sonolus'];

const PUBLIC_ROOTS = ['/api/v1/servers', '/api/v1/game/provider'];

/** How a path that no route matches is refused: in the dialect of the routes it would have belonged to. */
export function fallbackOf(path: string): Fallback {
  const isBelow = (root: string): boolean => path === root || path.startsWith(`${root}/`);
  if (LEVEL_ROOTS.some(isBelow)) return { dialect: 'level', cors: 'level', code: 'level_document_not_found' };
  return PLAIN_ROOTS.some(isBelow)
    ? { dialect: 'plain', cors: 'public', code: 'not_found' }
    : {
        dialect: 'api',
        cors: PUBLIC_ROOTS.some((root) => path.startsWith(root)) ? 'public' : 'none',
        code: path.startsWith('/api/auth/') ? 'auth_route_not_found' : 'route_not_found',
      };
}
