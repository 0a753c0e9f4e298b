// Names of the level server's routes: prefixes, file URLs and item types. Documents use one prefix only; their URLs are
// relative to the server address, so they work under both prefixes.

/** Prefix of every URL in documents. */
const LEVEL_PREFIX = '/levelserver';

/** Item types of the pack and the engines, in plural as in URLs. */
export const STATIC_TYPES = ['engines', 'skins', 'backgrounds', 'effects', 'particles'] as const;
export type StaticType = (typeof STATIC_TYPES)[number];

/** A reference to a file by its SHA-1. */
export interface FileLink {
  readonly hash?: string;
  readonly url?: string;
}

export const repositoryLink = (sha1: string): FileLink => ({
  hash: sha1,
  url: `${LEVEL_PREFIX}/repository/${sha1}`,
});

export const levelDataUrl = (name: string, id: string): string => `${LEVEL_PREFIX}/levels/${name}/data/${id}`;
