// What a pinned page shows and the current release lacks. The page says so, and its way to the current release leads to what
// is there instead.
import type { FileTrees } from '../../../features/files/trees.ts';
import { filesPath } from './file-addresses.ts';
import { askReleaseId, type Catalog } from './reads.ts';

export interface Gone {
  readonly what: 'gone' | 'goneList' | 'goneFile';
  /** Address of the page of the current release that comes nearest. */
  readonly href: string;
}

/** The current release of a server; undefined where the page shows it, or while it cannot be read. */
async function readCurrent({ page, server, isPinned, releaseId }: Catalog): Promise<string | undefined> {
  if (!isPinned) return undefined;
  const asked = await askReleaseId(page, server.id);
  return asked.ok && asked.body !== releaseId ? asked.body : undefined;
}

/** Whether the current release lacks the resource, or the entity of it. */
export async function readGone(catalog: Catalog, resource: string, id?: string): Promise<Gone | undefined> {
  const release = await readCurrent(catalog);
  if (release === undefined) return undefined;
  const { page, server } = catalog;
  const asked = await page.askOfRelease('GET /api/v1/servers/{server}/catalog/presentation', {
    params: { server: server.id },
    query: { release },
  });
  if (!asked.ok) return undefined;
  const what = id === undefined ? 'goneList' : 'gone';
  const at = (path: string): Gone => ({ what, href: page.path(path, { release: undefined }) });
  if (!Object.hasOwn(asked.body.resources, resource)) return at(`/catalog/${server.id}`);
  if (id === undefined) return undefined;
  const params = { server: server.id, resource, id };
  const entity = await page.ask('GET /api/v1/servers/{server}/{resource}/{id}', { params, query: { release } });
  return !entity.ok && entity.status === 404 ? at(`/catalog/${server.id}/${resource}`) : undefined;
}

/** Whether the current release lacks the file or folder. */
export async function readGoneFile(
  catalog: Catalog,
  files: Pick<FileTrees, 'open'>,
  path: string,
): Promise<Gone | undefined> {
  const release = path === '' ? undefined : await readCurrent(catalog);
  if (release === undefined) return undefined;
  const tree = await files.open(catalog.server.id, release);
  const has = (one: string): boolean => tree.answering(one) !== undefined || tree.list(one) !== undefined;
  if (has(path)) return undefined;
  let nearest = path;
  while (nearest !== '' && !has(nearest)) nearest = nearest.slice(0, Math.max(0, nearest.lastIndexOf('/')));
  return { what: 'goneFile', href: filesPath({ ...catalog, isPinned: false }, nearest, { release: undefined }) };
}
