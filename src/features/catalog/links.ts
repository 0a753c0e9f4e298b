// `Link` headers (RFC 8288) of catalog documents: where a program finds what describes them, how to ask them, other forms, and
// what changed. Targets are relative, so that they hold behind any address, and lead to the release of the answer, so that a
// description fits what it describes. Pure.

interface Target {
  readonly path: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
  /** Whether the target takes `release`. */
  readonly isPinned?: true;
}

const JSON_TYPE = 'application/json';
const FEED: Target = { path: 'release/feed.atom', rel: 'alternate', type: 'application/atom+xml' };
const HISTORY: Target = { path: 'release/history', rel: 'version-history', type: JSON_TYPE };

/** Links of the manifest and the summary. `up` leads from the document's folder to the one of the server. */
export const catalogLinks = (releaseId: string, up: '' | '../'): string =>
  writeLinks(releaseId, up, [
    { path: '../../../../openapi.json', rel: 'service-desc', type: JSON_TYPE },
    { path: 'catalog/presentation', rel: 'describedby', type: JSON_TYPE, isPinned: true },
    { path: 'catalog/types.d.ts', rel: 'describedby', type: 'application/typescript', isPinned: true },
    { path: 'catalog/database.sqlite', rel: 'alternate', type: 'application/vnd.sqlite3', isPinned: true },
    HISTORY,
    { path: 'release/changes', rel: 'related', type: JSON_TYPE, title: 'changes' },
    FEED,
  ]);

/** Links of the index and the pages of a resource. */
export function resourceLinks(releaseId: string, resource: string, isDocument: boolean): string {
  const schema = `catalog/schema/${resource}`;
  const changes = `release/changes?resource=${resource}`;
  return writeLinks(releaseId, '', [
    { path: 'catalog', rel: 'up', type: JSON_TYPE, isPinned: true },
    { path: schema, rel: 'describedby', type: 'application/schema+json', isPinned: true },
    ...(isDocument ? [] : collectionTargets(resource)),
    HISTORY,
    { path: changes, rel: 'related', type: JSON_TYPE, title: 'changes' },
    FEED,
  ]);
}

const collectionTargets = (resource: string): readonly Target[] => [
  { path: `catalog/query/${resource}`, rel: 'search', type: JSON_TYPE, isPinned: true },
  { path: `catalog/query/${resource}/fields`, rel: 'describedby', type: JSON_TYPE, isPinned: true },
  { path: `catalog/export/${resource}.ndjson`, rel: 'alternate', type: 'application/x-ndjson', isPinned: true },
  { path: `catalog/export/${resource}.csv`, rel: 'alternate', type: 'text/csv', isPinned: true },
];

function writeLinks(releaseId: string, up: string, targets: readonly Target[]): string {
  return targets
    .map(({ path, rel, type, title, isPinned }) => {
      const query = isPinned ? `?release=${releaseId}` : '';
      const named = title === undefined ? '' : `; title="${title}"`;
      return `<${up}${path}${query}>; rel="${rel}"; type="${type}"${named}`;
    })
    .join(', ');
}
