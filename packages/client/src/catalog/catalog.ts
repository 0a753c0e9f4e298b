// The catalog of a server, current or pinned to a release: its resources by name, its description, and addresses of files.
import type { CallOptions, Connection } from '../calls/connection.ts';
import { callOperation, encodePath, type LooseInput } from '../calls/operations.ts';
import { openPages, type Paged } from '../calls/pages.ts';
import type { Answer, OperationId } from '../calls/types.ts';
import type { AnyCollection } from './declared.ts';
import { Collection, type ResourceOf } from './resource.ts';

/** Options of `fileUrl`. */
export interface FileUrlOptions {
  /** Width of a picture, which is then WebP and smaller. */
  readonly width?: 96 | 192 | 384 | 768;
}

/** An entity that a search of all collections found. */
export type Hit = Answer<'catalogSearch'>['items'][number];

/** Options of `search`. */
export interface SearchOptions extends CallOptions {
  /** Only of these collections. */
  readonly resources?: readonly string[];
  /** Language of titles and subtitles. */
  readonly locale?: string;
  /** Entities of one page; default 100. */
  readonly pageSize?: number;
}

/** What every catalog has. A resource with one of these names is reached by `resource(name)`. */
export interface CatalogTools<R> {
  readonly server: string;
  /** The pinned release; undefined: the current one of each read. */
  readonly pinned: string | undefined;
  /** A resource by name. */
  resource<Name extends keyof R & string>(name: Name): ResourceOf<R[Name]>;
  /** The same catalog in one release, whose answers never change. */
  pin(releaseId: string): Catalog<R>;
  /** The same catalog in the release that is current now. */
  pinCurrent(options?: CallOptions): Promise<Catalog<R>>;
  /** Which release and source this is. */
  release(options?: CallOptions): Promise<Answer<'releaseRead'>>;
  /** Finds entities of all collections by their texts, the best first, page by page. */
  search(words: string, options?: SearchOptions): Paged<Hit, Answer<'catalogSearch'>>;
  manifest(options?: CallOptions): Promise<Answer<'catalogRead'>>;
  /** How resources are shown: titles, pictures, facets, columns. */
  presentation(options?: CallOptions): Promise<Answer<'catalogPresentation'>>;
  /** TypeScript declarations of all resources, for `connect<…>()`. */
  declarations(options?: CallOptions): Promise<string>;
  /** Address of a file by its path in the release, as entities name it: `assets/…`, `runtime/…`, `objects/…`. */
  fileUrl(path: string, options?: FileUrlOptions): string;
}

/** A catalog; each resource is a property. */
export type Catalog<R> = CatalogTools<R> & {
  readonly [Name in Exclude<keyof R & string, keyof CatalogTools<R>>]: ResourceOf<R[Name]>;
};

const FILE = /^\/?(assets|runtime|objects)\/(.+)$/;

/** The catalog of a server. */
export function openCatalog<R>(connection: Connection, server: string, pinned?: string): Catalog<R> {
  const place: LooseInput = { server, release: pinned };
  const call = <Result>(id: OperationId, input: LooseInput, options?: CallOptions): Promise<Result> =>
    callOperation(connection, id, { ...place, ...input }, options);
  const resource = (name: string) => new Collection<AnyCollection>(connection, { ...place, resource: name });
  const release = (options?: CallOptions): Promise<Answer<'releaseRead'>> =>
    call('releaseRead', { projection: 'identity' }, options);
  const tools = {
    server,
    pinned,
    resource,
    release,
    pin: (releaseId: string): Catalog<R> => openCatalog(connection, server, releaseId),
    pinCurrent: async (options?: CallOptions): Promise<Catalog<R>> =>
      openCatalog(connection, server, (await release(options)).releaseId),
    search: (q: string, { resources, locale, pageSize = 100, ...options }: SearchOptions = {}) =>
      openPages<Hit, Answer<'catalogSearch'>>(
        {},
        ({ cursor }) => call('catalogSearch', { q, resource: resources, locale, limit: pageSize, cursor }, options),
        ({ items }) => items,
        ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
        options.signal,
      ),
    manifest: (options?: CallOptions) => call('catalogRead', {}, options),
    presentation: (options?: CallOptions) => call('catalogPresentation', {}, options),
    declarations: (options?: CallOptions) => call('catalogTypes', {}, options),
    fileUrl: (path: string, options?: FileUrlOptions) => connection.base + filePath(path, server, pinned, options),
  };
  return new Proxy(Object.create(tools), {
    get: (_, name) => {
      if (typeof name === 'symbol') return undefined;
      // A promise may resolve to a catalog, so `then` is no resource here.
      if (Object.hasOwn(tools, name)) return Reflect.get(tools, name);
      return name === 'then' ? undefined : resource(name);
    },
  });
}

function filePath(path: string, server: string, release: string | undefined, { width }: FileUrlOptions = {}): string {
  const [, root, rest] = FILE.exec(path) ?? [];
  if (root === undefined || rest === undefined) {
    throw new TypeError(`${path} is no path of a release: those begin with assets/, runtime/ or objects/`);
  }
  const place = encodeURIComponent(server);
  const address =
    width === undefined
      ? `/${root}/${place}/${encodePath(rest)}`
      : `/pictures/${place}/${width}/${root}/${encodePath(rest)}`;
  return release === undefined ? address : `${address}?release=${encodeURIComponent(release)}`;
}
