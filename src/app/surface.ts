// All contracts of the service, and checks over all routes: unique ids, no duplicate paths, declared parameters.
// Knows no handlers, so that documents can be generated without opening engines.

import { accountsContract } from '../features/accounts/contract.ts';
import { administrationContract } from '../features/administration/contract.ts';
import { backupsContract } from '../features/backups/contract.ts';
import { catalogContract } from '../features/catalog/contract.ts';
import { communityContract } from '../features/community/contract.ts';
import { filesContract } from '../features/files/contract.ts';
import { instanceContract } from '../features/instance/contract.ts';
import { levelsContract } from '../features/levels/contract.ts';
import { maintenanceContract } from '../features/maintenance/contract.ts';
import { moderationContract } from '../features/moderation/contract.ts';
import { picturesContract } from '../features/pictures/contract.ts';
import { presentationContract } from '../features/presentation/contract.ts';
import { providerContract } from '../features/provider/contract.ts';
import { publicationsContract } from '../features/publications/contract.ts';
import { queryContract } from '../features/query/contract.ts';
import { releaseContract } from '../features/release/contract.ts';
import { searchContract } from '../features/search/contract.ts';
import { siteContract } from '../features/site/contract.ts';
import { uploadsContract } from '../features/uploads/contract.ts';
import { webhooksContract } from '../features/webhooks/contract.ts';
import type { Fallback } from '../http/dispatch/dispatch.ts';
import type { Contract, Cors, Route } from '../http/routing/contract.ts';
import { parameterNames } from '../http/routing/pattern.ts';
import { webContract } from '../web/contract.ts';

/** Feature folder → contract, in the order of the documentation. */
export const CONTRACTS: Readonly<Record<string, Contract>> = {
  release: releaseContract,
  catalog: catalogContract,
  presentation: presentationContract,
  query: queryContract,
  publications: publicationsContract,
  files: filesContract,
  pictures: picturesContract,
  provider: providerContract,
  levels: levelsContract,
  accounts: accountsContract,
  moderation: moderationContract,
  uploads: uploadsContract,
  community: communityContract,
  search: searchContract,
  webhooks: webhooksContract,
  instance: instanceContract,
  administration: administrationContract,
  backups: backupsContract,
  maintenance: maintenanceContract,
  site: siteContract,
  web: webContract,
};

/** All routes of the service. Throws when two routes collide or a declaration is inconsistent. */
export function listRoutes(): readonly Route[] {
  const routes: Route[] = [];
  const seenIds = new Set<string>();
  const seenShapes = new Map<string, string>();
  for (const contract of Object.values(CONTRACTS)) {
    for (const route of Object.values(contract)) {
      if (seenIds.has(route.id)) throw new Error(`two routes are called ${route.id}`);
      seenIds.add(route.id);
      const shape = `${route.method} ${route.path.replace(/(?<=\{)[A-Za-z]+(?=(?:\.\.\.)?\})/g, '')}`;
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

const PLAIN_ROOTS = ['/assets', '/runtime', '/objects', '/artifacts', '/game-client', '/pictures'];

const LEVEL_ROOTS = ['/levelserver', '/sonolus'];

/** Classes of addresses below `/api/v1` that match no route. The first root decides. */
const CORS_ROOTS: readonly (readonly [root: string, cors: Cors])[] = [
  ['/api/v1/admin', 'credentials'],
  ['/api/v1/moderation', 'credentials'],
  ['/api/v1/account', 'tokens'],
  ['/api/v1/me', 'tokens'],
  ['/api/v1/publications', 'tokens'],
  ['/api/v1/community', 'community'],
  ['/api/v1/search', 'community'],
  ['/api/v1', 'public'],
];

/** Roots of interfaces for programs; their errors are never pages. */
const PROGRAM_ROOTS = ['/api', '/levels', '/web', '/share'];

/**
 * How a path that matches no route is refused: in the dialect of the routes below the same root, and elsewhere as a page
 * to those who prefer one.
 */
export function fallbackOf(path: string): Fallback {
  const isBelow = (root: string): boolean => path === root || path.startsWith(`${root}/`);
  if (LEVEL_ROOTS.some(isBelow)) return { dialect: 'level', cors: 'level', code: 'level_document_not_found' };
  return PLAIN_ROOTS.some(isBelow)
    ? { dialect: 'plain', cors: 'public', code: 'not_found' }
    : {
        dialect: PROGRAM_ROOTS.some(isBelow) ? 'api' : 'page',
        cors: CORS_ROOTS.find(([root]) => isBelow(root))?.[1] ?? 'none',
        code: path.startsWith('/api/auth/') ? 'auth_route_not_found' : 'route_not_found',
      };
}
