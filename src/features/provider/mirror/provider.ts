// The provider as other features use it: documents and media of a region, read from the mirror. Owns its parts and
// closes them. Routes and the level server read through it.

import type { AnswerStyle } from '../../../http/answer/headers.ts';
import type { Content } from '../../../http/content/bytes.ts';
import { INTERFACE_VERSION } from '../../../kernel/names.ts';
import type { Config } from '../../../platform/config/config.ts';
import { type CacheFolder, openCacheFolder } from '../../../platform/objects/cache/folder.ts';
import { openUpstream } from '../../../platform/outside/upstream.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { EVICTED_LAST } from './cache-spaces.ts';
import { createReadyDocuments, type DocumentPlan, type Ready, type ReadyDocuments } from './documents.ts';
import { createMediaFiles, type MediaOptions } from './media.ts';
import { createMirror, type Mirror, type Want } from './mirror.ts';

/** Our response must be sent within eight seconds (decisions, "Provider"). */
const PATIENCE_MS = 7500;

export interface Provider {
  readonly mirror: Mirror;
  readonly documents: ReadyDocuments;
  readonly cache: CacheFolder;
  /** Ready bytes of a document; synchronous when in memory. Refuses like the routes. */
  readDocument(plan: DocumentPlan): Ready | Promise<Ready>;
  /** The first of these files that exists. Refuses like the routes. */
  requireMedia(wants: readonly Want[], options: MediaOptions): Promise<Content>;
  close(): void;
}

export type ProviderConfig = Pick<Config, 'providerUrl' | 'providerConcurrency' | 'cacheDirectory' | 'cacheBytes'>;

/** Opens the mirror. Sends nothing to upstream before the first read. */
export function openProvider(config: ProviderConfig, style: Pick<AnswerStyle, 'cors'>, log: Log): Provider {
  const cache = openCacheFolder({
    root: config.cacheDirectory,
    maxBytes: config.cacheBytes,
    evictedLast: EVICTED_LAST,
  });
  const upstream =
    config.providerUrl === undefined
      ? undefined
      : openUpstream({
          baseUrl: config.providerUrl,
          concurrency: config.providerConcurrency,
          userAgent: `Livehouse/${INTERFACE_VERSION}`,
        });
  const mirror = createMirror({ cache, upstream, log });
  const documents = createReadyDocuments(mirror, cache, style, log);
  const media = createMediaFiles(mirror, style);
  return {
    mirror,
    documents,
    cache,
    readDocument: (plan) => documents.read(plan, PATIENCE_MS),
    requireMedia: (wants, options) => media.require(wants, options, Date.now() + PATIENCE_MS),
    close: () => {
      upstream?.close();
      media.close();
    },
  };
}
