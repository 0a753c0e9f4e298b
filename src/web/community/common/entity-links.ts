// Entities of this instance's catalogs that a text links to, and how pages of the community read their cards.
import { isEntityKey, isResourceName, isServerId } from '../../../kernel/names.ts';
import { type TreeNode, walkTree } from '../../markdown/tree.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { LinkedEntity } from '../../ui/linked-entity.tsx';

export interface EntityName {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

/** Cards of entities by `server/resource/id`; what cannot be read is left out. */
export type ReadEntities = (
  page: PageContext,
  names: readonly EntityName[],
) => Promise<ReadonlyMap<string, LinkedEntity>>;

export const entityKey = ({ server, resource, id }: EntityName): string => `${server}/${resource}/${id}`;

const ENTITY = /^\/catalog\/([^/]+)\/([^/]+)\/([^/]+)$/;
/** Pages that stand where a resource has its name. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['files', 'releases']);

/** The entities that a text links to, in its order, each once. */
export function listEntityLinks(page: PageContext, tree: readonly TreeNode[], most: number): readonly EntityName[] {
  const homes = [page.address, page.publicAddress];
  const found = new Map<string, EntityName>();
  for (const node of walkTree(tree)) {
    const name = typeof node !== 'string' && node.type === 'link' ? readAddress(homes, node.href) : undefined;
    if (name !== undefined) found.set(entityKey(name), name);
    if (found.size >= most) break;
  }
  return [...found.values()];
}

function readAddress(homes: readonly string[], href: string | undefined): EntityName | undefined {
  const home = homes.find((one) => href?.startsWith(`${one}/`));
  if (href === undefined || home === undefined) return undefined;
  const [path = ''] = href.slice(home.length).split(/[?#]/);
  const [, server = '', resource = '', encoded = ''] = ENTITY.exec(path) ?? [];
  const id = decode(encoded);
  const isEntity = isServerId(server) && isResourceName(resource) && !OTHER_PAGES.has(resource);
  return isEntity && id !== undefined && isEntityKey(id) ? { server, resource, id } : undefined;
}

/** The entity that a person names: `server/resource/id`, or the path or address of its page. */
export function readEntityText(page: PageContext, text: string): EntityName | undefined {
  const typed = text.trim();
  const homes = [page.address, page.publicAddress];
  if (/^https?:\/\//i.test(typed)) return readAddress(homes, typed);
  if (typed.startsWith('/')) return readAddress(homes, `${page.address}${typed.slice(page.basePath.length)}`);
  const [server = '', resource = '', id = '', ...more] = typed.split('/');
  const isEntity = isServerId(server) && isResourceName(resource) && isEntityKey(id) && more.length === 0;
  return isEntity ? { server, resource, id } : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
