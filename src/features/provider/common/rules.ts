// Regions, dates, ids and grammars of the provider: pure rules shared by projections and routes (specification,
// "Provider projections"; decisions, "Provider").

/** Regions in the order of five-slot arrays. */
export const REGIONS = ['jp', 'en', 'tw', 'cn', 'kr'] as const;
export type Region = (typeof REGIONS)[number];

export const DIFFICULTIES = ['easy', 'normal', 'hard', 'expert', 'special'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export const LIVE2D_IDS_MAX = 64;

const UNPUBLISHED_FROM_MS = Date.UTC(2100, 0, 1);
const BUNDLE_PATH_MAX = 768;
const BUNDLE_SEGMENTS_MAX = 16;
const BUNDLE_SEGMENT_MAX = 160;

export const isRegion = (text: string): text is Region => REGIONS.some((region) => region === text);
export const slotOf = (region: Region): number => REGIONS.indexOf(region);

/** Regions to try for a file: the wanted ones, jp, then the rest. */
export function chainFrom(...wanted: readonly Region[]): readonly Region[] {
  return [...new Set<Region>([...wanted, 'jp', ...REGIONS])];
}

/** Five dates in milliseconds; null where the item is not released (no slot, not a number, or the year 2100). */
export type Dates = readonly (number | null)[];

/** Reads a date slot: milliseconds as string or number. */
export function readDate(value: unknown): number | null {
  const date = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof date === 'number' && Number.isSafeInteger(date) && date >= 0 && date < UNPUBLISHED_FROM_MS
    ? date
    : null;
}

/** Reads a five-slot array of dates. Missing slots are tolerated. */
export function readDates(value: unknown): Dates {
  const slots: readonly unknown[] = Array.isArray(value) ? value : [];
  return REGIONS.map((_, slot) => readDate(slots[slot]));
}

/** Whether an item is released in a region. Only the date slot decides; a title does not. */
export const isReleased = (dates: Dates, region: Region): boolean => typeof dates[slotOf(region)] === 'number';
export const isReleasedAnywhere = (dates: Dates): boolean => dates.some((date) => date !== null);

/** The first region of the chain in which an item is released, else the wanted one. */
export function releaseRegion(dates: Dates, region: Region): Region {
  return chainFrom(region).find((candidate) => isReleased(dates, candidate)) ?? region;
}

/** Decimal ids of provider collections. */
export const isProviderId = (text: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(text);
export const isLive2dId = (text: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(text);
/** A jacket's file name without suffix. Names may contain spaces. */
export const isImageName = (text: string): boolean =>
  /^[\p{L}\p{N} _.()'!&+,~-]{1,160}$/u.test(text) && !/^\.+$/.test(text) && !/\.(?:png|jpe?g|webp|gif)$/i.test(text);
export const isVideoFileName = (text: string): boolean =>
  /^[A-Za-z0-9_().-]{1,160}\.mp4$/.test(text) && !text.startsWith('.');

/** The story that an id names. */
export type StoryName =
  | { readonly kind: 'event'; readonly eventId: string; readonly episode: number }
  | { readonly kind: 'band'; readonly scenarioId: string }
  | { readonly kind: 'main'; readonly id: string }
  | { readonly kind: 'afterlive'; readonly id: string }
  | { readonly kind: 'card'; readonly resourceSet: string; readonly scenarioId: string };

const SCENARIO = /^[A-Za-z0-9_-]{1,96}$/;

/** Parses a story id; undefined when it is malformed. */
export function readStoryId(text: string): StoryName | undefined {
  const [kind, first = '', second, ...more] = text.split('.');
  if (more.length > 0) return undefined;
  if (kind === 'card') {
    return second !== undefined && SCENARIO.test(first) && SCENARIO.test(second)
      ? { kind, resourceSet: first, scenarioId: second }
      : undefined;
  }
  if (second !== undefined) return undefined;
  switch (kind) {
    case 'event': {
      const match = /^([1-9]\d{0,8})-([1-9]\d{0,2})$/.exec(first);
      return match?.[1] === undefined ? undefined : { kind, eventId: match[1], episode: Number(match[2]) };
    }
    case 'band':
      return SCENARIO.test(first) ? { kind, scenarioId: first } : undefined;
    case 'main':
    case 'afterlive':
      return isProviderId(first) ? { kind, id: first } : undefined;
    default:
      return undefined;
  }
}

/** Whether a decoded explorer path is within the limits of size and characters. */
export function isBundlePath(path: string): boolean {
  const segments = path.split('/');
  return (
    path.length <= BUNDLE_PATH_MAX &&
    segments.length <= BUNDLE_SEGMENTS_MAX &&
    segments.every((segment) => segment.length <= BUNDLE_SEGMENT_MAX && isPathSegment(segment))
  );
}

/**
 * Whether a decoded path may be served raw: files of this region, the site's icons, and static JSON documents. Anything
 * else on the host (pages, dynamic routes) is refused.
 */
export function isRawPath(path: string, region: Region): boolean {
  if (path.length > 1024 || !path.split('/').every(isPathSegment)) return false;
  const [root, second, third] = path.split('/');
  if (root === 'assets') return second === region && third !== undefined;
  if (root === 'res') return second !== undefined;
  if (root !== 'api' || !path.endsWith('.json')) return false;
  return second !== 'explorer' || third === region;
}

/** No dot segment, control character, backslash, or escape that a second decoding would decode. */
function isPathSegment(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    !/[\p{Cc}\p{Cs}\\/?#]/u.test(segment) &&
    !/%[0-9A-Fa-f]{2}/.test(segment)
  );
}
