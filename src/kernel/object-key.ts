// The keys of every kind of stored object. No other file builds an object key (reference sheet, 9.1).
//
//   servers/{server}/current.json                               pointer: the current release, history, registry facts
//   servers/{server}/promotions.json                            when which release became current, and who was retired
//   servers/{server}/releases/{releaseId}/release.json          full release manifest
//   servers/{server}/releases/{releaseId}/release-identity.json four-key identity
//   servers/{server}/releases/{releaseId}/side.json             digests, prepared codings, blocks (outside the release id)
//   servers/{server}/releases/{releaseId}/query-v3.json         names the SQLite file for queries (outside the release id)
//   servers/{server}/releases/{releaseId}/inputs-v1.json        what a release from elsewhere was made of (outside the release id)
//   servers/{server}/releases/{releaseId}/index/{hh}.json       256 path-index shards
//   servers/{server}/sources/{sourceId}/source.json             source descriptor (artifacts)
//   servers/{server}/uploads/{lease}.json                       lease of a publication in progress
//   publications/v1/{publication}/plan.json                     descriptor and files of a publication from elsewhere, until it ends
//   cas/v1/sha256/{2 hex}/{64 hex}                              content, addressed by its digest
//   avatars/v1/{avatar id}/original                             an uploaded avatar, kept until it is re-encoded
//   avatars/v1/{avatar id}/picture.webp                         the re-encoded avatar
//   attachments/v1/{attachment id}/original                     an uploaded file, unchanged
//   attachments/v1/{attachment id}/{run}/{name}                 output of one processing run
//   parts/v1/{upload}/{part}                                    parts of uploads in progress (disk store only)
//   imports/v1/unfinished.json                                  marks an import in progress; the service does not start
//   maintenance/v1/state.json                                  exists during maintenance
//   probes/v1/{random}                                          written and removed by store health checks

export const CAS_PREFIX = 'cas/v1/sha256';
export const SERVERS_PREFIX = 'servers/';

export const contentKey = (sha256: string): string => `${CAS_PREFIX}/${sha256.slice(0, 2)}/${sha256}`;
const CONTENT_KEY = new RegExp(`^${CAS_PREFIX}/[0-9a-f]{2}/([0-9a-f]{64})$`);
/** The SHA-256 that the content under this key must have; undefined for keys outside the content-addressed store. */
export const contentDigestOf = (key: string): string | undefined => CONTENT_KEY.exec(key)?.[1];
export const contentShardPrefix = (shard: string): string => `${CAS_PREFIX}/${shard}/`;
export const pointerKey = (server: string): string => `servers/${server}/current.json`;
export const isPointerKey = (key: string): boolean => /^servers\/[^/]+\/current\.json$/.test(key);
export const promotionsKey = (server: string): string => `servers/${server}/promotions.json`;
export const isPromotionsKey = (key: string): boolean => /^servers\/[^/]+\/promotions\.json$/.test(key);
export const releasesPrefix = (server: string): string => `servers/${server}/releases/`;
export const releasePrefix = (server: string, releaseId: string): string => `servers/${server}/releases/${releaseId}/`;
export const releaseManifestKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}release.json`;
export const releaseIdentityKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}release-identity.json`;
export const sideManifestKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}side.json`;
export const queryRecordKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}query-v3.json`;
/** Of files of layout 2, which are read until there is one of this layout. */
export const earlierQueryRecordKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}query-v2.json`;
/** Of every version: a record of an earlier layout stays until its release goes, and its file is collected. */
const QUERY_RECORD_KEY = /^servers\/[^/]+\/releases\/[^/]+\/query-v\d+\.json$/;
export const inputRecordKey = (server: string, releaseId: string): string =>
  `${releasePrefix(server, releaseId)}inputs-v1.json`;
const INPUT_RECORD_KEY = /^servers\/[^/]+\/releases\/[^/]+\/inputs-v\d+\.json$/;
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

export const PUBLICATIONS_PREFIX = 'publications/v1/';
export const publicationPrefix = (id: string): string => `${PUBLICATIONS_PREFIX}${id}/`;
export const publicationPlanKey = (id: string): string => `${publicationPrefix(id)}plan.json`;

export const AVATARS_PREFIX = 'avatars/v1/';
export const avatarOriginalKey = (avatarId: string): string => `${AVATARS_PREFIX}${avatarId}/original`;
export const avatarPictureKey = (avatarId: string): string => `${AVATARS_PREFIX}${avatarId}/picture.webp`;

export const ATTACHMENTS_PREFIX = 'attachments/v1/';
export const attachmentPrefix = (attachmentId: string): string => `${ATTACHMENTS_PREFIX}${attachmentId}/`;
export const attachmentOriginalKey = (attachmentId: string): string => `${attachmentPrefix(attachmentId)}original`;
/** `run` names one processing attempt, so an attempt that lost its lease never overwrites the output of another. */
export const attachmentVariantKey = (attachmentId: string, run: string, name: string): string =>
  `${attachmentPrefix(attachmentId)}${run}/${name}`;
export const PARTS_PREFIX = 'parts/v1/';
export const partsPrefix = (upload: string): string => `${PARTS_PREFIX}${upload}/`;
export const partKey = (upload: string, part: string): string => `${partsPrefix(upload)}${part}`;

/** Exists while an import is unfinished. */
export const IMPORT_MARKER_KEY = 'imports/v1/unfinished.json';
/**
 * Whether an export includes the key. Leases and parts of unfinished uploads belong to this store only, and so do the
 * records of SQLite files: the service opens no SQLite file that was made elsewhere. Records of inputs stay with them: they
 * only save time.
 */
export const isCarriedKey = (key: string): boolean =>
  CARRIED_PREFIXES.some((prefix) => key.startsWith(prefix)) &&
  !/^servers\/[^/]+\/uploads\//.test(key) &&
  !QUERY_RECORD_KEY.test(key) &&
  !INPUT_RECORD_KEY.test(key);
/** Prefixes of everything an export contains, in the order in which they are listed. */
export const CARRIED_PREFIXES = [`${CAS_PREFIX}/`, SERVERS_PREFIX, AVATARS_PREFIX, ATTACHMENTS_PREFIX] as const;

/** Exists during maintenance. */
export const MAINTENANCE_KEY = 'maintenance/v1/state.json';

/** What the last look for a newer version found. */
export const UPDATE_STATE_KEY = 'updates/v1/state.json';

export const probeKey = (random: string): string => `probes/v1/${random}`;
