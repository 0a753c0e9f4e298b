// Facts about each current release for the home page: its names and a few working links. Links to damaged documents are left out; their own routes report the
// damage.

import { UI_MARKS_PATH } from '../features/catalog/formats.ts';
import type { CatalogReader } from '../features/catalog/reader.ts';
import { GAME_CLIENT_MANIFEST_PATH } from '../features/files/formats.ts';
import type { OpenedRelease } from '../features/release/serve/opened.ts';
import type { Releases } from '../features/release/serve/releases.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { VerifiedObjects } from '../platform/objects/verified.ts';
import type { ReleaseFacts, ReleaseLink } from '../web/catalog/developer-releases.tsx';

/** Facts about all current releases in registry order. Computed once per release. */
export function createSiteFacts(
  releases: Releases,
  reader: CatalogReader,
  verified: VerifiedObjects,
): () => Promise<readonly ReleaseFacts[]> {
  const cache = new WeakMap<OpenedRelease, readonly ReleaseLink[]>();

  async function linksOf(release: OpenedRelease): Promise<readonly ReleaseLink[]> {
    const known = cache.get(release);
    if (known !== undefined) return known;
    const found = await findLinks(reader, verified, release);
    cache.set(release, found);
    return found;
  }

  return () => {
    const current = new Map(releases.currentReleases().map((release) => [release.server, release]));
    return Promise.all(
      releases.listing.flatMap(({ id, displayName, region }) => {
        const release = current.get(id);
        if (release === undefined) return [];
        const { releaseId, sourceId } = release;
        return [linksOf(release).then((links) => ({ id, displayName, region, releaseId, sourceId, links }))];
      }),
    );
  };
}

/** Server and beginning of the source id of the sample that an empty instance publishes. */
export const SAMPLE_SERVER = 'demo';
const SAMPLE_SOURCE = 'demo-';

const isSample = ({ server, sourceId }: OpenedRelease): boolean =>
  server === SAMPLE_SERVER && sourceId.startsWith(SAMPLE_SOURCE);

/** The server of the sample, while it is published. */
export const findSample = (releases: Releases): string | undefined => releases.currentReleases().find(isSample)?.server;

/** Whether nothing is published but the sample. */
export function isSampleOnly(releases: Releases): boolean {
  const current = releases.currentReleases();
  return releases.listing.length === 1 && current.length === 1 && current.every(isSample);
}

async function findLinks(
  reader: CatalogReader,
  verified: VerifiedObjects,
  release: OpenedRelease,
): Promise<readonly ReleaseLink[]> {
  const root = `/api/v1/servers/${release.server}`;
  const found = await Promise.all([
    orNothing(() => findCatalog(reader, release, root)),
    orNothing(() => findMark(verified, release)),
    orNothing(() => findGameClient(release)),
  ]);
  return [
    { label: 'Every file', path: `${root}/release` },
    ...found.flat(),
    { label: 'History of releases', path: `${root}/release/history` },
    { label: 'Feed of changes', path: `${root}/release/feed.atom` },
  ];
}

/** Returns no links when the lookup is refused (missing, damaged, unavailable). */
async function orNothing(find: () => Promise<readonly ReleaseLink[]>): Promise<readonly ReleaseLink[]> {
  try {
    return await find();
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

/** Links to the manifest, the summary, and the index and one entity of the first non-empty collection. */
async function findCatalog(
  reader: CatalogReader,
  release: OpenedRelease,
  root: string,
): Promise<readonly ReleaseLink[]> {
  const catalog = await reader.open(release);
  const links: ReleaseLink[] = [
    { label: 'Catalog', path: `${root}/catalog` },
    { label: 'Summary', path: `${root}/catalog/summary` },
  ];
  for (const { name, entities } of catalog.values()) {
    const [shardName] = entities?.shards ?? [];
    if (entities === undefined || shardName === undefined) continue;
    const shard = await reader.openShard(release, entities, shardName);
    const [id] = shard.values.keys();
    if (id === undefined) continue;
    links.push({ label: `All of ${name}`, path: `${root}/${name}` });
    links.push({ label: `One of ${name}`, path: `${root}/${name}/${id}` });
    links.push({ label: `Ask for ${name}`, path: `${root}/catalog/query/${name}?limit=3` });
    links.push({ label: `All of ${name} as a table`, path: `${root}/catalog/export/${name}.csv` });
    links.push({ label: `Schema of ${name}`, path: `${root}/catalog/schema/${name}` });
    break;
  }
  return links;
}

/** A media file, found through the UI marks, a small document that names some. */
async function findMark(verified: VerifiedObjects, release: OpenedRelease): Promise<readonly ReleaseLink[]> {
  const file = await release.readFile(UI_MARKS_PATH);
  if (file === undefined) return [];
  const marks: unknown = await new Response(await verified.open(file.identity, 0, file.identity.bytes)).json();
  const [path] = typeof marks === 'object' && marks !== null ? Object.values(marks) : [];
  if (typeof path !== 'string' || (await release.readFile(path)) === undefined) return [];
  const [tree = '', ...rest] = path.split('/').map(encodeURIComponent);
  return [{ label: 'A media file', path: `/${tree}/${release.server}/${rest.join('/')}` }];
}

async function findGameClient(release: OpenedRelease): Promise<readonly ReleaseLink[]> {
  const file = await release.readFile(GAME_CLIENT_MANIFEST_PATH);
  return file === undefined ? [] : [{ label: 'Game client', path: `/game-client/${release.server}/manifest.json` }];
}
