// Grammars and limits of every identifier in the contract, as pure predicates over raw strings. Code that parses
// outside input uses these and no pattern of its own.

/** Interface version (specification, "Versioning", rule 1). */
export const INTERFACE_VERSION = '2026-09-30';

export const BATCH_IDS_MAX = 100;
export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 50;
/** Highest version of a row: an `integer` of PostgreSQL. */
export const VERSION_MAX = 2_147_483_647;
export const GAME_CLIENT_FILE_NAME_MAX = 512;

/** Public regions of a release server, in registry order (reference sheet, 2.1). */
export const SERVER_REGIONS = ['global', 'jp', 'kr', 'tw', 'cn', 'en'] as const;
export type ServerRegion = (typeof SERVER_REGIONS)[number];

/** Languages of data of games, in slot order of five-slot arrays. A fixed part of the contract, whatever languages pages have. */
export const SLOT_LOCALES = ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'] as const;
export type SlotLocale = (typeof SLOT_LOCALES)[number];

/** Languages of pages and mails, in the order in which people choose one. Each has a folder in `src/web/messages`. */
export const LOCALES = ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language of data for a page in a language: the same, else English. */
export const slotLocaleOf = (locale: Locale): SlotLocale => SLOT_LOCALES.find((slot) => slot === locale) ?? 'en';

/** First path segments under a server that can never be resource names. */
const RESERVED_RESOURCES: ReadonlySet<string> = new Set(['catalog', 'release', 'sources', 'ui-marks']);

/** The "engine-object prefix" of `/objects`. */
export const ENGINE_OBJECT_PREFIX = 'unity/';

const SERVER_ID = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const RELEASE_ID = /^r-[0-9a-f]{20}$/;
const SOURCE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const RESOURCE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const PART_NAME = /^[a-z](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ENTITY_KEY = /^[A-Za-z0-9._:~-]{1,256}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const SHARD = /^[0-9a-f]{2}$/;
const MASTER_FILE = /^Master[A-Za-z0-9_]{0,200}\.bin$/;
const PLATFORM = /^[A-Za-z0-9_-]{1,32}$/;
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

export const isServerId = (text: string): boolean => SERVER_ID.test(text);
export const isReleaseId = (text: string): boolean => RELEASE_ID.test(text);
export const isSourceId = (text: string): boolean => SOURCE_ID.test(text);
/** 1–64 lowercase letters and digits with inner hyphens, and not a reserved word. */
export const isResourceName = (text: string): boolean => RESOURCE_NAME.test(text) && !RESERVED_RESOURCES.has(text);
/** Names of views and relations: like resource names, but starting with a letter. */
export const isPartName = (text: string): boolean => PART_NAME.test(text);
/** Route key grammar (specification, "Conventions"); `.` and `..` alone are refused. */
export const isEntityKey = (text: string): boolean => ENTITY_KEY.test(text) && text !== '.' && text !== '..';
/** In the form in which the service writes them. */
export const isUuid = (text: string): boolean => UUID.test(text);
export const isSha256 = (text: string): boolean => SHA256.test(text);
export const isShardName = (text: string): boolean => SHARD.test(text);
export const isMasterFileName = (text: string): boolean => MASTER_FILE.test(text);
export const isPlatform = (text: string): boolean => PLATFORM.test(text);
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text);

/**
 * A path inside a release: relative, `/`-separated, 1–1024 UTF-8 bytes, no empty, `.` or `..` segment, no backslash, no
 * control character, well-formed Unicode.
 */
export function isReleasePath(path: string): boolean {
  if (path.length === 0 || path.length > 1024 || !path.isWellFormed() || Buffer.byteLength(path) > 1024) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused.
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** Folders of a release whose files entities refer to. */
export const FILE_TREES = ['assets', 'objects', 'runtime'] as const;

/** Whether a release path leads to a file that entities refer to. */
export const isFilePath = (path: string): boolean => FILE_TREES.some((tree) => path.startsWith(`${tree}/`));
