// All that a page knows of its request: language, colours, viewer, words, addresses. Opened once per request.

import type { InstanceFacts } from '../../features/instance/common/settings.ts';
import type { LevelPages } from '../../features/levels/charts/song-levels.ts';
import type { Maintenance } from '../../features/maintenance/store.ts';
import type { CallInside, InsideCall } from '../../http/dispatch/inside-calls.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Actor, Role } from '../../http/gates/guard.ts';
import type { OwnAddress } from '../../http/gates/own-address.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { LOCALES, type Locale } from '../../kernel/names.ts';
import type { AnswerBody, Endpoint, Given, Outcome } from '../client/endpoints.ts';
import { createRelativeTime } from '../client/relative-time.ts';
import { sayRecent, sayUntil } from '../client/times.ts';
import { type Messages, type OwnWords, type SayKey, sayFrom, wordsOf } from '../messages/say.ts';
import type { HiddenValues } from '../ui/hidden-fields.tsx';
import { asLocale, readDisplay, type Theme } from './display.ts';

/** The reader's own account, as pages show it. */
export interface Viewer {
  readonly uid: number;
  readonly handle: string | null;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly avatarSeed: string;
  readonly role: Role;
  /** The language that the account prefers. */
  readonly locale: Locale | null;
  /** Registrations that wait for an administrator, up to a hundred; zero for others. */
  readonly registrations: number;
}

/** This installation, with its name and texts. */
export type Instance = InstanceFacts;

/** The text in the language of the page, else of the instance, else English, else the first; undefined: there is none. */
export function chooseText(
  { locale, instance }: Pick<PageContext, 'locale' | 'instance'>,
  texts: Instance['about'],
): { readonly lang: Locale; readonly text: string } | undefined {
  for (const lang of [locale, instance.locale, 'en' as const, ...LOCALES]) {
    const text = texts[lang];
    if (text !== undefined && text.trim() !== '') return { lang, text };
  }
  return undefined;
}

/** Values of a query; undefined ones are left out, lists are repeated. */
export type Query = HiddenValues;

/** An answer with the cookies that the route sets, which a form passes on. */
type Asked<B> =
  | Extract<Outcome<B>, { ok: false }>
  | (Extract<Outcome<B>, { ok: true }> & { readonly cookies: readonly string[] });

export interface PageContext {
  readonly request: RequestContext;
  readonly actor: Actor | undefined;
  /** Undefined for strangers, and while the database is away. */
  readonly viewer: Viewer | undefined;
  readonly instance: Instance;
  /** When the page was opened: everything on it is of this moment. */
  readonly now: number;
  /** Undefined: there is none. */
  readonly maintenance: Maintenance | undefined;
  /** What the operator calls services to sign in with, by name. */
  readonly providerLabels: Readonly<Record<string, string>>;
  readonly locale: Locale;
  /** `?lang=`, which all links of the page keep. */
  readonly forcedLocale: Locale | undefined;
  /** The release that the address of a page of the catalog names, which links within the catalog keep. */
  readonly pin: string | undefined;
  /** Undefined: as the device. */
  readonly theme: Theme | undefined;
  /** Path of the instance below its origin, without trailing slash. */
  readonly basePath: string;
  /** Address of the instance without trailing slash, for links that must be whole. */
  readonly address: string;
  /** The same as the instance itself says it, whatever the request was sent to. */
  readonly publicAddress: string;
  /** Path and query of the page itself, below the base path. */
  readonly own: string;
  /** Words of the instance, which replace those of a table. */
  readonly ownWords: OwnWords;
  /** Says the texts of a table by their keys. */
  sayFrom<K extends string>(messages: Messages<K>): SayKey<K>;
  /**
   * Writes a link: base path, the forced language, and within the catalog the pinned release. The path is below the base
   * path, with its parameters encoded.
   */
  path(path: string, query?: Query): string;
  /** The same to the part of a list that begins at a cursor; undefined at the end of the list. */
  older(path: string, cursor: string | null, query?: Query): string | undefined;
  /** Whether pages lead to this path, as its contract writes it: the service has it, and there is something to see. */
  hasPage(path: string): boolean;
  /** Reads or writes as the reader, by a route of the service: same gates, same answer. Never throws for a refusal. */
  readonly ask: ReturnType<typeof createAsk>;
  /**
   * The same for public reads that name a release and never change for it. The answer is kept and shared: it must not be
   * changed, and does not tell whether the release still stands.
   */
  readonly askOfRelease: ReturnType<typeof createAsk>;
  readonly numbers: Intl.NumberFormat;
  /** A date in UTC, as `Time` wants it; the browser writes it in the reader's zone. */
  date(at: number): string;
  /**
   * How long ago it was, or the date, as the browser will write it in a `Time` of the form `ago`, so that nothing moves. Only
   * for pages that are rendered at every request.
   */
  ago(at: number): string;
  /** How long it is until a moment. */
  readonly until: (at: number) => string;
}

/** Props of a component that knows its page. */
export interface PageProps {
  readonly page: PageContext;
}

/** The address of a picture of the service; null where there is none. */
export const pictureAddress = ({ basePath }: PageContext, path: string | null): string | null =>
  path === null ? null : `${basePath}${path}`;

/** Whether the reader is a moderator or an administrator. */
export const isStaff = ({ viewer }: Pick<PageContext, 'viewer'>): boolean =>
  viewer !== undefined && viewer.role !== 'member';

export interface PageContextDependencies {
  readonly callInside: CallInside;
  /** Puts the cache before a caller, for reads that never change for a release. */
  readonly cacheOfRelease: (callInside: CallInside) => CallInside;
  readonly ownAddress: OwnAddress;
  readonly chooseLocale: (accepted: string | null, preferred?: string | null) => Locale;
  /** The account of a session, as pages show it; undefined when it cannot be read now. */
  readonly readViewer: (context: RequestContext, actor: Actor) => Promise<Viewer | undefined>;
  readonly readInstance: () => Instance;
  readonly providerLabels: Readonly<Record<string, string>>;
  readonly readMaintenance: () => Maintenance | undefined;
  /** Paths of all pages, as contracts write them. */
  readonly pages: ReadonlySet<string>;
  readonly songs: Pick<LevelPages, 'hasSongs'>;
}

/** The page about playing is led to when there is a level to play. */
export const createHasPage =
  ({ pages, songs }: Pick<PageContextDependencies, 'pages' | 'songs'>) =>
  (path: string): boolean =>
    pages.has(path) && (path !== '/play' || songs.hasSongs());

/** `Intl` values are slow to make, so that each language has one. */
const formats = new Map<Locale, Pick<PageContext, 'numbers' | 'date' | 'ago' | 'until'>>();

const DAY_MS = 86_400_000;
/** Of each language. */
const KEPT_DAYS = 1024;

/** Writes dates in UTC. A list has the same few days again and again, and writing one costs as much as ten elements. */
function createDate(locale: Locale): (at: number) => string {
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = new BoundedCache<number, string>(KEPT_DAYS);
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    const known = days.read(day);
    if (known !== undefined) return known;
    const text = dates.format(at);
    days.store(day, text, 1);
    return text;
  };
}

function formatsOf(locale: Locale) {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const date = createDate(locale);
  const relative = createRelativeTime(locale);
  const made = {
    numbers: new Intl.NumberFormat(locale),
    date,
    ago: (at: number) => sayRecent(relative, at) ?? date(at),
    until: (at: number) => sayUntil(relative, at),
  };
  formats.set(locale, made);
  return made;
}

/** Whether a page shows one release: the list of releases and their comparisons name theirs themselves. */
const takesPin = (path: string): boolean => /^\/catalog\/(?![^/]+\/releases(?:\/|$))/.test(path);

/** Opens the context of a page. Never refuses: without the database everybody is a stranger. */
export async function openPageContext(
  dependencies: PageContextDependencies,
  request: RequestContext,
  actor: Actor | undefined,
): Promise<PageContext> {
  const { ownAddress, chooseLocale } = dependencies;
  const viewer = actor && (await dependencies.readViewer(request, actor));
  const query = new URLSearchParams(request.search);
  const forcedLocale = asLocale(query.get('lang'));
  const display = readDisplay(request.request);
  const preferred = forcedLocale ?? viewer?.locale ?? display.locale;
  const locale = chooseLocale(request.request.headers.get('accept-language'), preferred);
  const basePath = new URL(ownAddress.public()).pathname.replace(/\/$/, '');
  const pin = takesPin(request.path) ? (query.get('release') ?? undefined) : undefined;
  const { numbers, date, ago, until } = formatsOf(locale);
  const instance = dependencies.readInstance();
  const callOne = oneQueryAtOnce(dependencies.callInside);
  const ownWords = ownWordsOf(instance, locale);
  const pathTo: PageContext['path'] = (path, given = {}) => {
    const kept = {
      ...(pin !== undefined && takesPin(path) ? { release: pin } : {}),
      ...given,
      ...(forcedLocale === undefined ? {} : { lang: forcedLocale }),
    };
    return `${basePath}${path}${writeQuery(kept)}`;
  };
  return {
    request,
    actor,
    viewer,
    now: Date.now(),
    locale,
    forcedLocale,
    pin,
    basePath,
    numbers,
    instance,
    maintenance: dependencies.readMaintenance(),
    providerLabels: dependencies.providerLabels,
    theme: display.theme,
    address: ownAddress.linksFor(request.request),
    publicAddress: ownAddress.public(),
    own: `${request.path}${request.search === '' ? '' : `?${request.search}`}`,
    ownWords,
    sayFrom: (messages) => sayFrom(wordsOf(messages, locale, ownWords), locale),
    path: pathTo,
    older: (path, cursor, given) => (cursor === null ? undefined : pathTo(path, { ...given, cursor })),
    ask: createAsk(callOne, request),
    askOfRelease: createAsk(dependencies.cacheOfRelease(callOne), request),
    hasPage: createHasPage(dependencies),
    date,
    ago,
    until,
  };
}

/** What reasons say here, under the keys that tables have for them. */
function ownWordsOf({ reasons }: Instance, locale: Locale): OwnWords {
  const said = Object.entries(reasons).map(([code, texts]) => [`reason_${code}`, texts?.[locale] ?? ''] as const);
  return Object.fromEntries(said.filter(([, text]) => text !== ''));
}

/** Queries of a catalog share few places by client: a page takes one of its reader's at a time, so that several pages fit. */
function oneQueryAtOnce(callInside: CallInside): CallInside {
  let before: Promise<unknown> = Promise.resolve();
  return (request, call) => {
    if (!/\/catalog\/(?:query|search)\b/.test(call.endpoint)) return callInside(request, call);
    const answer = before.then(() => callInside(request, call));
    before = answer.catch(() => undefined);
    return answer;
  };
}

/** The answer is what the route's own handler presented, so its type is that of the route's schema. */
const createAsk =
  (callInside: CallInside, request: RequestContext) =>
  async <E extends Endpoint>(
    endpoint: E,
    given: Given<E> & Pick<InsideCall, 'cookies'>,
  ): Promise<Asked<AnswerBody<E>>> => {
    const { params, query, body, cookies, file }: Omit<InsideCall, 'endpoint'> = given;
    const answer = await callInside(request, { endpoint, params, query, body, cookies, file });
    return answer.ok ? { ...answer, body: answer.body as AnswerBody<E> } : answer;
  };

/** `?a=1&b=2`, or nothing. */
export function writeQuery(query: Query): string {
  if (Object.keys(query).length === 0) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const item of value) search.append(name, item);
    else search.append(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
