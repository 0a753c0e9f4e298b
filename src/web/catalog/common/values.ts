// What the values of entities are and how they are read: texts and dates in slots, files of the release, keys. Pure.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { MalformedText, parsePath, readPath } from '../../../kernel/field-path.ts';
import type { ServerRegion } from '../../../kernel/names.ts';

/** A text with its language, where the data tells it. */
export interface Text {
  readonly text: string;
  readonly lang?: string | undefined;
}

export interface TextInLanguage extends Text {
  readonly lang: string;
}

/** How values in slots are read: the languages of the slots, the reader's language, the region of the server. */
export interface Slots {
  readonly locales: readonly string[];
  /** The reader's own language, unless the address chooses another of the data. */
  readonly reader: string;
  /** The language of the page, where the address chooses another. */
  readonly page?: string | undefined;
  readonly region: ServerRegion;
}

const CHINESE: Readonly<Record<string, string>> = { 'zh-TW': 'zh-CN', 'zh-CN': 'zh-TW' };
const REGION_LOCALES: Readonly<Record<ServerRegion, string | undefined>> = {
  global: undefined,
  jp: 'ja',
  kr: 'ko',
  tw: 'zh-TW',
  cn: 'zh-CN',
  en: 'en',
};

const PATHS_KEPT = 4096;
const PATH_CHARACTERS = 200;

/** A function of paths that keeps its results: an entity has a hundred fields, and all of a resource have the same. */
export function cacheByPath<T>(make: (path: string) => T): (path: string) => T {
  const cache = new BoundedCache<string, T>(PATHS_KEPT);
  return (path) => {
    const known = cache.read(path);
    if (known !== undefined) return known;
    const made = make(path);
    if (path.length <= PATH_CHARACTERS) cache.store(path, made, 1);
    return made;
  };
}

const keysOfPath = cacheByPath(parsePath);

/** The value at a path as answers name it; undefined where there is none. */
export function valueAt(entity: unknown, path: string | null): unknown {
  if (path === null) return undefined;
  try {
    return readPath(entity, keysOfPath(path)) ?? undefined;
  } catch (error) {
    if (error instanceof MalformedText) return undefined;
    throw error;
  }
}

/** The last key of a path. */
export const lastKey = (path: string): string => keysOfPath(path).at(-1) ?? path;

export const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Whether a value is one text in several languages. */
export function isSlottedText(value: unknown, { locales }: Slots): value is readonly (string | null)[] {
  return (
    Array.isArray(value) &&
    value.length === locales.length &&
    value.length > 1 &&
    value.every((slot) => slot === null || typeof slot === 'string') &&
    value.some(isFilled)
  );
}

/** The filled slots of a text. */
export function listTexts(value: readonly (string | null)[], { locales }: Slots): readonly TextInLanguage[] {
  return value.flatMap((text, slot) => (isFilled(text) ? [{ text, lang: locales[slot] ?? '' }] : []));
}

/** The text that a reader of this language gets; undefined when the value is no text. */
export function textOf(value: unknown, slots: Slots): Text | undefined {
  if (isFilled(value)) return { text: value };
  if (typeof value === 'number' || typeof value === 'boolean') return { text: String(value) };
  if (!isSlottedText(value, slots)) return undefined;
  const filled = listTexts(value, slots);
  const wanted = [slots.reader, CHINESE[slots.reader], slots.page, 'en', 'ja'];
  for (const locale of wanted) {
    const found = filled.find(({ lang }) => lang === locale);
    if (found !== undefined) return found;
  }
  return filled[0];
}

/** A moment in milliseconds: of the server's region, else of the reader's language, else the first. */
export function momentOf(
  value: unknown,
  { locales, reader, region }: Slots,
  read: (one: unknown) => number | undefined = asMoment,
): number | undefined {
  const own = read(value);
  if (own !== undefined) return own;
  if (!Array.isArray(value) || value.length !== locales.length) return undefined;
  const order = [REGION_LOCALES[region], reader].map((locale) => (locale === undefined ? -1 : locales.indexOf(locale)));
  return [...order.map((slot) => value[slot]), ...value].map(read).find((at) => at !== undefined);
}

const asMoment = (value: unknown): number | undefined => (isMoment(value) ? value : undefined);

/** Whether `Date` can show the number. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15;

type FileKind = 'picture' | 'sound' | 'film' | 'other';

const FILE = /^(assets|runtime|objects)\/(.+)$/;
const KINDS: readonly (readonly [FileKind, RegExp])[] = [
  // An SVG of a release is a download, which no page can show.
  ['picture', /\.(?:png|jpe?g|webp|gif|avif|svg)$/i],
  ['sound', /\.(?:mp3|m4a|aac|ogg|opus|wav|flac)$/i],
  ['film', /\.(?:mp4|webm|mov)$/i],
];

/** First segment of the paths of the mirror's pages, where servers have their id. */
export const MIRROR_ROOT = '~provider';
/** Files of the mirror, as its documents name them. */
const MIRROR_FILE = /^\/api\/v1\/game\/provider\/[a-z]+\/(?:media\/([a-z-]+)|raw)\/.+$/;
const MIRROR_KINDS: Readonly<Record<string, FileKind>> = {
  jacket: 'picture',
  'jacket-thumb': 'picture',
  'stage-challenge': 'picture',
  sound: 'sound',
  mv: 'film',
};

export interface ReleaseFile {
  readonly kind: FileKind;
  readonly name: string;
  /** Path in the release; of the mirror, the path of its interface. */
  readonly releasePath: string;
  /** Path below the base path, encoded. */
  readonly path: string;
}

/** The file that a value names; undefined when the value is no path of a release. */
export function fileOf(value: unknown, server: string): ReleaseFile | undefined {
  const first = Array.isArray(value) ? value.find((item) => typeof item === 'string') : value;
  if (server.startsWith(`${MIRROR_ROOT}/`)) return mirroredFile(first);
  const [, root, rest] = typeof first === 'string' ? (FILE.exec(first) ?? []) : [];
  if (root === undefined || rest === undefined) return undefined;
  return {
    releasePath: `${root}/${rest}`,
    kind: kindOf(rest),
    name: rest.slice(rest.lastIndexOf('/') + 1),
    path: `/${root}/${server}/${rest.split('/').map(encodeURIComponent).join('/')}`,
  };
}

function mirroredFile(value: unknown): ReleaseFile | undefined {
  const found = typeof value === 'string' ? MIRROR_FILE.exec(value) : null;
  if (found === null) return undefined;
  const [path, route] = found;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const kind = MIRROR_KINDS[route ?? ''] ?? kindOf(name);
  return { kind, path, releasePath: path, name: decodeURIComponent(name) };
}

const kindOf = (name: string): FileKind => KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';

/** `1:05`, a length of sound. */
export function minutesOf(length: number): string {
  const seconds = Math.round(length);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Keys that a value of a reference names. */
export function keysOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((item) =>
    (typeof item === 'string' && item !== '') || Number.isSafeInteger(item) ? [String(item)] : [],
  );
}

/** Whether a field names something by number, so that its digits are not grouped. */
export const isIdPath = (path: string): boolean =>
  /(?:^ids?$|Ids?$|_ids?$|(?:^|[a-z0-9_])IDs?$|[Yy]ear$|[Cc]ode$)/.test(lastKey(path));

/** `cardType` and `red` → `card-type-red`, the name of a UI mark. */
export function markName(path: string, value: string): string {
  const field = lastKey(path).replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-');
  return `${field}-${value}`.toLowerCase();
}

const DIFFICULTIES = 'easy|normal|hard|expert|special|master|append|extreme|basic|advanced';
const DIFFICULTY = new RegExp(`(?:^|\\.)(${DIFFICULTIES})\\.(?:rating|level|playLevel)$`, 'i');
const CHART_FORMAT = new RegExp(`(?:^|\\.)(?:${DIFFICULTIES})\\.(?:format|file|path|url)$`, 'i');

const DIFFICULTY_NAME = new RegExp(`^(?:${DIFFICULTIES})$`, 'i');

/** Whether a key is the name of a difficulty. */
export const isDifficulty = (key: string): boolean => DIFFICULTY_NAME.test(key);

/** Whether a field has keys of entities, which say nothing to people. */
export const isKeyPath = (path: string): boolean => /(?:^ids?$|Ids?$|_ids?$|(?:^|[a-z0-9_])IDs?$)/.test(lastKey(path));

/** The difficulty whose level a field is. */
export const difficultyOf = (path: string): string | undefined => DIFFICULTY.exec(path)?.[1];

/** Whether a field says how the chart of a difficulty is stored. */
export const isChartFormat = (path: string): boolean => CHART_FORMAT.test(path);
