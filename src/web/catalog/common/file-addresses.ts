// Public addresses of files of a release, and paths of their pages. Pure.
import type { Query } from '../../shell/page-context.ts';
import type { Catalog } from './reads.ts';

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Path of the file itself, below the base path: `assets/Assets/x.png` → `/assets/demo/Assets/x.png`. */
export function fileAddress(server: string, path: string): string {
  const slash = path.indexOf('/');
  const [root, rest] = [path.slice(0, slash), path.slice(slash + 1)];
  // Files of a platform have a word before them that their release path lacks.
  const isClientFile = root === 'game-client' && !/^(?:master\/|bundles\/|manifest\.json$)/.test(rest);
  return `/${root}/${server}/${isClientFile ? 'asset/' : ''}${encoded(rest)}`;
}

/** Path of the page of a folder or a file. */
export const filesPath = ({ page, server, isPinned, releaseId }: Catalog, path: string, query: Query = {}): string =>
  page.path(`/catalog/${server.id}/files${path === '' ? '' : `/${encoded(path)}`}`, {
    ...query,
    ...(isPinned ? { release: releaseId } : {}),
  });

/** The last segment of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
