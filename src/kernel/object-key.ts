// Every kind of stored object and its key; nobody else builds one (reference sheet, 9.1).
//
//   servers/{server}/current.json                               pointer: the current release, history, registry facts
//   servers/{server}/releases/{releaseId}/release.json          full release manifest
//   servers/{server}/releases/{releaseId}/release-identity.json four-key identity
//   servers/{server}/releases/{releaseId}/side.json             digests, prepared codings, blocks (outside the release id)
//   servers/{server}/releases/{releaseId}/index/{hh}.json       256 path-index shards
//   servers/{server}/sources/{sourceId}/source.json             source descriptor (artifacts)
//   servers/{server}/uploads/{lease}.json                       lease of a publication in progress
//   cas/v1/sha256/{2 hex}/{64 hex}                              content
//   avatars/v1/{avatar id}/original                             an avatar as it was uploaded, until it is decoded
//   avatars/v1/{avatar id}/picture.webp                         the same, re-encoded
//   attachments/v1/{attachment id}/original                     a file as it was uploaded
//   attachments/v1/{attachment id}/{run}/{name}                 what one run of the work on it made
//   parts/v1/{upload}/{part}                                    parts of files that are being uploaded (disk alone)
//   imports/v1/unfinished.json                                  an import in progress, which bars serving
//   probes/v1/{random}                                          what a look at the store writes and removes again

export const CAS_PREFIX = 'cas/v1/sha256';
export const SERVERS_PREFIX = 'servers/';

export const contentKey = (sha256: string): string => `${CAS_PREFIX}/${sha256.slice(0, 2)}/${sha256}`;
const CONTENT_KEY = new RegExp(`^${CAS_PREFIX}/[0-9a-f]{2}/([0-9a-f]{64})$`);
/** The digest that content under this key must have; undefined for other keys. */
export const contentDigestOf = (key: string): string | undefined => CONTENT_KEY.exec(key)?.[1];
export const contentShardPrefix = (shard: string): string => `${CAS_PREFIX}/${shard}/`;
export const pointerKey = (server: string): string => `servers/${server}/current.json`;
export const isPointerKey = (key: string): boolean => /^servers\/[^/]+\/current\.json$/.test(key);
export const releasesPrefix = (server: string): string => `servers/${server}/releases/`;
export const releasePrefix = (server: string, releaseId: string): string => `servers/${server}/releases/${releaseId}/`;
export const releaseManifestKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}release.json`;
export const releaseIdentityKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}release-identity.json`;
export const sideManifestKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}side.json`;
export const isSideManifestKey = (key: string): boolean => /^servers\/[^/]+\/releases\/[^/]+\/side\.json$/.test(key);
export const releaseIndexPrefix = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}index/`;
export const releaseIndexKey = (server: string, releaseId: string, shard: string): string =>
  `${releaseIndexPrefix(server, releaseId)}${shard}.json`;
export const sourcesPrefix = (server: string): string => `servers/${server}/sources/`;
export const sourceManifestKey = (server: string, sourceId: string): string =>
  `${sourcesPrefix(server)}${sourceId}/source.json`;
export const leasesPrefix = (server: string): string => `servers/${server}/uploads/`;
export const leaseKey = (server: string, lease: string): string => `${leasesPrefix(server)}${lease}.json`;

export const AVATARS_PREFIX = 'avatars/v1/';
export const avatarOriginalKey = (avatarId: string): string => `${AVATARS_PREFIX}${avatarId}/original`;
export const avatarPictureKey = (avatarId: string): string => `${AVATARS_PREFIX}${avatarId}/picture.webp`;

export const ATTACHMENTS_PREFIX = 'attachments/v1/';
export const attachmentPrefix = (attachmentId: string): string => `${ATTACHMENTS_PREFIX}${attachmentId}/`;
export const attachmentOriginalKey = (attachmentId: string): string => `${attachmentPrefix(attachmentId)}original`;
/** `run` names one try, so that a try that was overtaken never replaces what another made. */
export const attachmentVariantKey = (attachmentId: string, run: string, name: string): string =>
  `${attachmentPrefix(attachmentId)}${run}/${name}`;
export const PARTS_PREFIX = 'parts/v1/';
export const partsPrefix = (upload: string): string => `${PARTS_PREFIX}${upload}/`;
export const partKey = (upload: string, part: string): string => `${partsPrefix(upload)}${part}`;

/** Stands while an import is not finished. */
export const IMPORT_MARKER_KEY = 'imports/v1/unfinished.json';
/** What belongs to this store alone and is never carried to another: leases, and parts of files on their way. */
export const isCarriedKey = (key: string): boolean =>
  CARRIED_PREFIXES.some((prefix) => key.startsWith(prefix)) && !/^servers\/[^/]+\/uploads\//.test(key);
/** Where everything lies that an export takes along, in the order in which it is listed. */
export const CARRIED_PREFIXES = [`${CAS_PREFIX}/`, SERVERS_PREFIX, AVATARS_PREFIX, ATTACHMENTS_PREFIX] as const;

export const probeKey = (random: string): string => `probes/v1/${random}`;
