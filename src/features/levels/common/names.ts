// Names of the level server's surface: its prefixes, the address of each file, and the words of its item types. The bodies
// name one prefix only; addresses in them are relative to the server's address, so they serve both.

/** Prefix of every address in documents. */
export const LEVEL_PREFIX = '/levelserver';
/** The same server under the protocol's own name. */
export const PROTOCOL_PREFIX = '/sonolus';

/** Item types of the pack and the engines, in the plural of addresses. */
export const STATIC_TYPES = ['engines', 'skins', 'backgrounds', 'effects', 'particles'] as const;
export type StaticType = (typeof STATIC_TYPES)[number];

/** What a body refers to: a file by its SHA-1. */
export interface FileLink {
  readonly hash?: string;
  readonly url?: string;
}

export const repositoryLink = (sha1: string): FileLink => ({
  hash: sha1,
  url: `${LEVEL_PREFIX}/repository/${sha1}`,
});

export const levelDataUrl = (name: string, id: string): string => `${LEVEL_PREFIX}/levels/${name}/data/${id}`;
