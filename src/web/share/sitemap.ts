// Sitemaps (sitemaps.org): an index, and parts of at most 50,000 addresses. Parts of a resource are whole shards, so that a
// part is found without counting what comes before it; parts of posts begin at a post.

import type { CatalogReader } from '../../features/catalog/reader.ts';
import type { SitemapPosts } from '../../features/community/syndication/sitemap.ts';
import type { OpenedRelease } from '../../features/release/serve/opened.ts';
import type { Releases } from '../../features/release/serve/releases.ts';

/** Limit of the protocol. */
const ADDRESSES_MAX = 50_000;
/** Shards of a resource differ in size by chance. */
const ADDRESSES_PLANNED = 40_000;

export interface SitemapSources {
  readonly releases: Releases;
  readonly reader: CatalogReader;
  readonly posts: SitemapPosts;
  /** Whether the service has a page at this path, as its contract writes it. */
  readonly hasPage: (path: string) => boolean;
}

/** Pages that are the same on every instance. */
const PAGES = [
  '/',
  '/catalog',
  '/community',
  '/community/tags',
  '/about',
  '/rules',
  '/privacy',
  '/play',
  '/developers',
  '/docs',
];

/** Names of all parts. */
export async function listSitemapParts({ releases, reader, posts }: SitemapSources): Promise<readonly string[]> {
  const resources = await Promise.all(
    releases.currentReleases().map(async (release) => {
      const catalog = await openQuietly(reader, release);
      return [...catalog.values()].flatMap(({ name, entities }) =>
        Array.from(
          { length: partsOf(entities?.count ?? 0) },
          (_, at) => `entities.${release.server}.${name}.${at + 1}`,
        ),
      );
    }),
  );
  // While the database is away the rest is listed.
  const starts = await posts.listStarts().catch(() => []);
  return ['site', ...resources.flat(), ...starts.map((id) => `posts.${id}`)];
}

/** Paths of a part; undefined: there is no such part. */
export async function readSitemapPart(sources: SitemapSources, name: string): Promise<readonly string[] | undefined> {
  const [kind, server = '', resource = '', number = ''] = name.split('.');
  if (name === 'site') return listSite(sources);
  if (kind === 'posts') {
    const ids = await sources.posts.listFrom(server, ADDRESSES_MAX);
    return ids?.map((id) => `/community/posts/${id}`);
  }
  return kind === 'entities' ? listEntities(sources, server, resource, Number(number)) : undefined;
}

async function listSite({ releases, reader, hasPage }: SitemapSources): Promise<readonly string[]> {
  const lists = await Promise.all(
    releases.currentReleases().map(async (release) => {
      const catalog = await openQuietly(reader, release);
      const root = `/catalog/${release.server}`;
      return [root, `${root}/releases`, ...[...catalog.keys()].map((name) => `${root}/${encodeURIComponent(name)}`)];
    }),
  );
  return [...PAGES.filter(hasPage), ...lists.flat()].slice(0, ADDRESSES_MAX);
}

async function listEntities({ releases, reader }: SitemapSources, server: string, name: string, number: number) {
  const release = releases.currentReleases().find((one) => one.server === server);
  const catalog = release && (await openQuietly(reader, release));
  const entities = catalog?.get(name)?.entities;
  if (release === undefined || entities === undefined) return undefined;
  const parts = partsOf(entities.count);
  if (!Number.isSafeInteger(number) || number < 1 || number > parts) return undefined;
  const shards = [...entities.shards].sort();
  const own = shards.slice(
    Math.floor(((number - 1) * shards.length) / parts),
    Math.floor((number * shards.length) / parts),
  );
  const keys: string[] = [];
  for (const shard of own) keys.push(...(await reader.openShard(release, entities, shard)).values.keys());
  const root = `/catalog/${server}/${encodeURIComponent(name)}`;
  return keys.slice(0, ADDRESSES_MAX).map((key) => `${root}/${encodeURIComponent(key)}`);
}

const partsOf = (count: number): number => Math.ceil(count / ADDRESSES_PLANNED);

/** The catalog of a release; nothing of it when it has none or is damaged, which its own routes say. */
async function openQuietly(reader: CatalogReader, release: OpenedRelease) {
  try {
    return await reader.open(release);
  } catch {
    return new Map<string, never>();
  }
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The index as XML. */
export const writeSitemapIndex = (address: string, parts: readonly string[]): string =>
  `${HEAD}<sitemapindex xmlns="${NAMESPACE}">${parts
    .map((part) => `<sitemap><loc>${Bun.escapeHTML(`${address}/sitemap-${part}.xml`)}</loc></sitemap>`)
    .join('\n')}</sitemapindex>\n`;

/** A part as XML. */
export const writeSitemap = (address: string, paths: readonly string[]): string =>
  `${HEAD}<urlset xmlns="${NAMESPACE}">${paths
    .map((path) => `<url><loc>${Bun.escapeHTML(`${address}${path}`)}</loc></url>`)
    .join('\n')}</urlset>\n`;
