// Handlers of file routes: media trees with the localized fallback, artifacts by source, game-client files by role.
// Bytes are verified by release answers. Damage is 502; a missing file is the plain `not found`.

import { z } from 'zod';
import { answerTagged } from '../../http/answer/json.ts';
import { answerContent } from '../../http/content/bytes.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { CacheClass } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { cursorsOf, nameList } from '../../kernel/cursor.ts';
import { JSON_TYPE, OCTET_STREAM } from '../../kernel/media-type.ts';
import { ENGINE_OBJECT_PREFIX, isMasterFileName, isReleaseId } from '../../kernel/names.ts';
import { sourceManifestKey } from '../../kernel/object-key.ts';
import { shardOf } from '../../kernel/partition.ts';
import { isRefusal, Refusal, required } from '../../kernel/refusal.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import { type ChosenRelease, keepHeaders, type ReleaseAnswers, withRelease } from '../release/serve/answers.ts';
import type { OpenedRelease, ReleaseFile } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';
import { openSealed, parseDocument, type SourceManifest, sourceManifestSchema } from '../release/store/formats.ts';
import { FILES_LIMIT_DEFAULT, type filesContract } from './contract.ts';
import {
  type ClientFileRole,
  clientFileKey,
  GAME_CLIENT_MANIFEST_PATH,
  gameClientIndexPath,
  gameClientManifestSchema,
  masterFilePath,
  readClientFiles,
  VERSION_FILE,
} from './formats.ts';
import { readLocalized } from './localized.ts';
import type { FileTrees } from './trees.ts';

type Answer = Response | Promise<Response>;

/** A page stays on the release of the page before. */
const fileCursors = cursorsOf(
  z.strictObject({ list: z.string(), releaseId: z.string().refine(isReleaseId), after: z.string() }),
);

const CLIENT_DOCUMENT_BYTES = 16 * 1024 * 1024;
const SOURCES_KEPT = 64;

interface CachedSource {
  readonly files: ReadonlyMap<string, ReleaseFile>;
  /** Fingerprint of the stored manifest when its files were read. */
  readonly fingerprint: string;
}

export interface FilesDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly trees: FileTrees;
}

export function filesHandlers(dependencies: FilesDependencies): Handlers<typeof filesContract> {
  const { releases, answers, objects, verified, trees } = dependencies;
  const manifests = verified.createCache({
    memoryBytes: CLIENT_DOCUMENT_BYTES,
    weight: 4,
    make: (bytes) => requireParsed(parseDocument(gameClientManifestSchema, bytes)),
  });
  const indexes = verified.createCache({
    memoryBytes: CLIENT_DOCUMENT_BYTES,
    weight: 4,
    make: (bytes) => requireParsed(readClientFiles(bytes)),
  });
  const sources = new BoundedCache<string, CachedSource>(SOURCES_KEPT);

  function answerMedia(context: RequestContext, server: string, pin: string | undefined, path: string): Answer {
    return withRelease(releases, answers, server, pin, (chosen) => {
      const answerFile = (file: ReleaseFile): Answer =>
        answerContent(
          context,
          answers.content(chosen.release, file, {
            cache: chosen.pinned ? 'pinned' : 'current',
            kind: 'file',
            isFresh: () => releases.isStanding(chosen.release, chosen.pinned),
          }),
        );
      const exact = chosen.release.readFile(path);
      if (exact !== undefined && !(exact instanceof Promise)) return answerFile(exact);
      return readLocalized(chosen.release, path, exact).then(answerFile);
    });
  }

  async function answerArtifact(
    context: RequestContext,
    server: string,
    sourceId: string,
    name: string,
  ): Promise<Response> {
    // A retired or unknown server serves no artifacts. A damaged pointer does not affect them.
    try {
      releases.requireCurrent(server);
    } catch (error) {
      if (isRefusal(error, 'server_not_found')) throw new Refusal('not_found');
      if (!isRefusal(error, 'release_invalid')) throw error;
    }
    const file = (await requireSource(server, sourceId)).get(name);
    const answer = (found: ReleaseFile | undefined): Answer =>
      keepHeaders(
        () => answers.releaseHeaders({ sourceId }),
        () => {
          if (found === undefined) throw new Refusal('not_found');
          const content = answers.makeContent({ sourceId }, found, {
            cache: 'pinned',
            kind: 'file',
            mediaType: OCTET_STREAM,
            fileName: name,
          });
          return answerContent(context, content);
        },
      );
    try {
      return await answer(file);
    } catch (error) {
      if (!isRefusal(error, 'object_corrupt')) throw error;
      // A collection removes a source before its content, so missing content may belong to a source that no longer
      // exists.
      const now = (await readSource(server, sourceId)).get(name);
      if (now?.identity.sha256 === file?.identity.sha256) throw error;
      return answer(now);
    }
  }

  /** The artifacts of a source by name, from its currently stored manifest. */
  async function requireSource(server: string, sourceId: string): Promise<ReadonlyMap<string, ReleaseFile>> {
    const key = sourceManifestKey(server, sourceId);
    const local = await objects.local(key);
    if (local === undefined) {
      sources.drop(key);
      throw new Refusal('not_found');
    }
    const cached = sources.read(key);
    if (cached?.fingerprint === local.fingerprint) return cached.files;
    const files = await readSource(server, sourceId);
    sources.store(key, { files, fingerprint: local.fingerprint }, 1);
    return files;
  }

  async function readSource(server: string, sourceId: string): Promise<ReadonlyMap<string, ReleaseFile>> {
    const manifest = openSealed(
      sourceManifestSchema,
      required(await objects.read(sourceManifestKey(server, sourceId)), 'not_found'),
    );
    if (manifest === undefined || manifest.server !== server || manifest.sourceId !== sourceId) {
      throw new Refusal('release_invalid', { headers: answers.releaseHeaders({ sourceId }) });
    }
    return artifactFiles(manifest);
  }

  async function requireManifest(release: OpenedRelease) {
    const file = await release.readFile(GAME_CLIENT_MANIFEST_PATH, 'game_client_manifest_missing');
    if (file === undefined) throw new Refusal('not_found');
    return { file, manifest: await manifests.open(file.identity) };
  }

  /** Cache class by role: files that never change under their name are immutable; others are revalidated. */
  function clientCache(chosen: ChosenRelease, role: ClientFileRole | undefined, name: string): CacheClass {
    if (chosen.pinned) return 'pinned';
    const immutable = (role === 'unity-bundle' || role === 'catalog') && /[0-9a-f]{32}/i.test(name);
    return immutable ? 'pinned' : 'game-client';
  }

  async function answerClientDocument(context: RequestContext, chosen: ChosenRelease, path: string): Promise<Response> {
    const damage = path === GAME_CLIENT_MANIFEST_PATH ? 'game_client_manifest_missing' : 'game_client_index_invalid';
    const file = required(await chosen.release.readFile(path, damage), 'not_found');
    // A document is validated before it is served as JSON.
    if (path === GAME_CLIENT_MANIFEST_PATH) await manifests.open(file.identity);
    else await indexes.open(file.identity);
    return answerContent(
      context,
      answers.content(chosen.release, file, {
        cache: clientCache(chosen, undefined, path),
        kind: 'document',
        mediaType: JSON_TYPE,
      }),
    );
  }

  async function answerMaster(context: RequestContext, chosen: ChosenRelease, name: string): Promise<Response> {
    if (name !== VERSION_FILE && !isMasterFileName(name)) throw new Refusal('not_found');
    const { manifest } = await requireManifest(chosen.release);
    if (name !== VERSION_FILE && !manifest.master.tables.some((table) => table.file === name))
      throw new Refusal('not_found');
    const file = required(await chosen.release.readFile(masterFilePath(name)), 'object_corrupt');
    return answerContent(
      context,
      answers.content(chosen.release, file, { cache: clientCache(chosen, undefined, name), kind: 'file' }),
    );
  }

  async function answerClientFile(
    context: RequestContext,
    chosen: ChosenRelease,
    platform: string,
    name: string,
  ): Promise<Response> {
    const { release } = chosen;
    const { manifest } = await requireManifest(release);
    if (name === '' || manifest.bundles.platform !== platform) throw new Refusal('not_found');
    const path = gameClientIndexPath(shardOf(clientFileKey(platform, name)));
    const index = required(await release.readFile(path, 'game_client_index_invalid'), 'game_client_index_invalid');
    const [sha256, bytes, role] = required((await indexes.open(index.identity)).get(name), 'not_found');
    const file: ReleaseFile = {
      path: `game-client/${platform}/${name}`,
      mediaType: OCTET_STREAM,
      identity: release.expect(sha256, bytes),
      br: undefined,
      gzip: undefined,
    };
    return answerContent(
      context,
      answers.content(release, file, { cache: clientCache(chosen, role, name), kind: 'file' }),
    );
  }

  return {
    releaseFileList: ({ context, params, query }) => {
      const { prefix = '', limit = FILES_LIMIT_DEFAULT } = query;
      const list = `files ${params.server} ${nameList(prefix)}`;
      const place = fileCursors.read(list, query.cursor);
      const pin = place?.releaseId ?? query.release;
      if (query.release !== undefined && pin !== query.release) throw new Refusal('invalid_cursor');
      return withRelease(releases, answers, params.server, pin, async ({ release, pinned }) => {
        const { releaseId } = release;
        const found = (await trees.of(release)).page(prefix, place?.after, limit);
        const files = found.map(({ path, mediaType, bytes, sha256 }) => ({ path, mediaType, bytes, sha256 }));
        const last = found.length === limit ? found.at(-1)?.path : undefined;
        const nextCursor = fileCursors.write(list, last === undefined ? undefined : { releaseId, after: last });
        return answerTagged(
          context,
          new Blob([JSON.stringify({ files, nextCursor })]),
          [releaseId, 'releaseFileList', list, String(limit), place?.after ?? ''],
          answers.template(release, JSON_TYPE, pinned ? 'pinned-computed' : 'current'),
        );
      });
    },
    assetRead: ({ context, params, query }) => {
      const rooted = params.path.startsWith('Assets/') || params.path.startsWith('Packages/');
      return answerMedia(context, params.server, query.release, rooted ? `assets/${params.path}` : '');
    },
    runtimeRead: ({ context, params, query }) =>
      answerMedia(context, params.server, query.release, params.path === '' ? '' : `runtime/${params.path}`),
    objectRead: ({ context, params, query }) => {
      const rooted = params.path.startsWith(ENGINE_OBJECT_PREFIX);
      return answerMedia(context, params.server, query.release, rooted ? `objects/${params.path}` : '');
    },
    artifactRead: ({ context, params }) => answerArtifact(context, params.server, params.sourceId, params.fileName),
    clientManifest: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerClientDocument(context, chosen, GAME_CLIENT_MANIFEST_PATH),
      ),
    clientIndex: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerClientDocument(context, chosen, gameClientIndexPath(params.shard)),
      ),
    clientMaster: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerMaster(context, chosen, params.fileName),
      ),
    clientAsset: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerClientFile(context, chosen, params.platform, params.fileName),
      ),
  };
}

function artifactFiles(manifest: SourceManifest): ReadonlyMap<string, ReleaseFile> {
  return new Map(
    manifest.files.map(({ originalFilename, path, sha256, bytes }) => [
      originalFilename,
      {
        path,
        mediaType: OCTET_STREAM,
        identity: { sha256, bytes, blocks: manifest.blocks[sha256] },
        br: undefined,
        gzip: undefined,
      },
    ]),
  );
}

function requireParsed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the document is malformed');
  return value;
}
