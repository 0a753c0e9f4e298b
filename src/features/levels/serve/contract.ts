// Routes of the level server (specification, "Level server"; decisions, "Level server"). Every route exists twice with
// the same handler: under our own prefix and under the prefix that real clients use.
import { z } from 'zod';
import {
  ANY_MEDIA_TYPE,
  type Contract,
  defineContract,
  type Parameter,
  type Route,
} from '../../../http/routing/contract.ts';
import { integer, NUMBER } from '../../../http/routing/wire-type.ts';
import { SHA1 } from '../common/formats.ts';
import { STATIC_TYPES } from '../common/names.ts';

const base = {
  method: 'GET',
  section: 'Level server',
  dialect: 'level',
  cors: 'level',
  hot: true,
} as const;

/** Clients send arbitrary parameters. The first of a repeated one is used; invalid values are ignored. */
const word = (description: string) =>
  ({
    schema: z.string().describe(description),
    refusal: 'invalid_query',
    many: true,
    firstCounts: true,
  }) as const satisfies Parameter;
const localization = {
  localization: word('Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language'),
};
const infoQuery = {
  ...localization,
  type: word('`random`, or `provider` for the provider songs'),
  source: word('`provider` for the provider songs'),
};
const listQuery = {
  ...infoQuery,
  page: { ...word('Zero-based; anything else counts as 0'), wire: integer(0, undefined, 0) },
  keywords: word('Search: every term, in the text of any locale'),
  difficulties: word('Search: names of difficulties, joined by commas'),
  ratingMin: { ...word('Search: lowest rating'), wire: NUMBER },
  ratingMax: { ...word('Search: highest rating'), wire: NUMBER },
};

const itemName = (description: string) =>
  ({
    schema: z
      .string()
      .regex(/^[A-Za-z0-9._~-]{1,255}$/)
      .describe(description),
    refusal: 'level_document_not_found',
  }) as const satisfies Parameter;
const digest = {
  schema: z.string().regex(SHA1).describe('SHA-1, 40 lowercase hex digits'),
  refusal: 'level_document_not_found',
} as const satisfies Parameter;
const itemType = {
  schema: z.enum(STATIC_TYPES).describe('Type of item'),
  refusal: 'level_document_not_found',
} as const satisfies Parameter;

const form = z.looseObject({ type: z.string(), title: z.string(), requireConfirmation: z.boolean() });
const section = z.looseObject({ title: z.string(), itemType: z.string(), items: z.array(z.looseObject({})) });
const infoSchema = z
  .looseObject({
    title: z.string(),
    buttons: z.array(z.looseObject({ type: z.string() })),
    configuration: z.looseObject({ options: z.array(z.looseObject({})) }),
  })
  .meta({ id: 'LevelServerInfo' });
const itemInfoSchema = z
  .looseObject({ searches: z.array(form).optional(), sections: z.array(section) })
  .meta({ id: 'LevelItemInfo' });
const listSchema = z
  .looseObject({ pageCount: z.int(), items: z.array(z.looseObject({ name: z.string() })) })
  .meta({ id: 'LevelItemList' });
const detailsSchema = z
  .looseObject({
    item: z.looseObject({ name: z.string() }),
    actions: z.array(form),
    hasCommunity: z.boolean(),
    leaderboards: z.array(z.looseObject({})),
    sections: z.array(section),
  })
  .meta({ id: 'LevelItemDetails' });

const document = (description: string, schema: z.ZodType) => ({
  200: { description, schema },
  304: { description: 'Not modified' },
});
const bytes = {
  200: { description: 'The bytes, never with a content coding', mediaType: ANY_MEDIA_TYPE },
  206: { description: 'The part that `Range` names', mediaType: ANY_MEDIA_TYPE },
  304: { description: 'Not modified' },
} as const;

/** Reads the songs of the current releases, or of the provider. */
const catalogRead = { ...base, refusals: ['level_catalog_unavailable'] } as const;

export const levelServerContract = defineContract({
  levelServerRoot: {
    ...base,
    path: '/levelserver',
    summary: 'Redirect to the URL with a trailing slash',
    answers: { 308: { description: 'See `Location`' } },
  },
  levelServerHome: {
    ...base,
    path: '/levelserver/',
    summary: 'The server info document',
    query: localization,
    answers: document('Server info', infoSchema),
  },
  levelServerInfo: {
    ...base,
    path: '/levelserver/info',
    summary: 'The server info document',
    query: localization,
    answers: document('Server info', infoSchema),
  },
  levelInfo: {
    ...catalogRead,
    path: '/levelserver/levels/info',
    summary: 'Sections and search forms of levels',
    description: 'Contains a random section and is never cached.',
    query: infoQuery,
    answers: document('Item info', itemInfoSchema),
  },
  levelList: {
    ...catalogRead,
    path: '/levelserver/levels/list',
    summary: 'A page of levels',
    description: '`type=random` returns one level and is never cached. A page past the end is empty.',
    query: listQuery,
    answers: document('20 levels at most', listSchema),
  },
  levelResultInfo: {
    ...base,
    path: '/levelserver/levels/result/info',
    summary: 'Submission of results, which is not supported',
    query: localization,
    answers: document('An empty object', z.looseObject({})),
  },
  levelRead: {
    ...catalogRead,
    path: '/levelserver/levels/{levelName}',
    summary: 'A level',
    params: { levelName: itemName('Name exactly as lists and infos give it') },
    query: localization,
    answers: document('Item details', detailsSchema),
  },
  levelDataRead: {
    ...catalogRead,
    path: '/levelserver/levels/{levelName}/data/{digest}',
    summary: 'Data of a level, as its item names them',
    description: 'JSON in a gzip file. The data of every kept release stay served.',
    params: { levelName: itemName('Name of the level'), digest },
    answers: bytes,
  },
  playlistInfo: {
    ...catalogRead,
    path: '/levelserver/playlists/info',
    summary: 'Sections and search forms of playlists',
    description: 'Contains a random section and is never cached.',
    query: infoQuery,
    answers: document('Item info', itemInfoSchema),
  },
  playlistList: {
    ...catalogRead,
    path: '/levelserver/playlists/list',
    summary: 'A page of playlists: one per song',
    query: listQuery,
    answers: document('20 playlists at most', listSchema),
  },
  playlistRead: {
    ...catalogRead,
    path: '/levelserver/playlists/{playlistName}',
    summary: 'A playlist with its levels',
    params: { playlistName: itemName('Name exactly as lists and infos give it') },
    query: localization,
    answers: document('Item details', detailsSchema),
  },
  levelItemInfo: {
    ...base,
    path: '/levelserver/{itemType}/info',
    summary: 'Sections of engines, skins, backgrounds, effects or particles',
    params: { itemType },
    query: localization,
    answers: document('Item info', itemInfoSchema),
  },
  levelItemList: {
    ...base,
    path: '/levelserver/{itemType}/list',
    summary: 'A page of engines, skins, backgrounds, effects or particles',
    params: { itemType },
    query: { ...localization, page: listQuery.page },
    answers: document('20 items at most', listSchema),
  },
  levelItemRead: {
    ...base,
    path: '/levelserver/{itemType}/{itemName}',
    summary: 'An engine, skin, background, effect or particle',
    params: { itemType, itemName: itemName('Name of the item') },
    query: localization,
    answers: document('Item details', detailsSchema),
  },
  levelFileRead: {
    ...catalogRead,
    path: '/levelserver/repository/{digest}',
    summary: 'A file that items name: cover, sound, engine data, texture and so on',
    params: { digest },
    answers: bytes,
  },
});

/** Paths of the same routes under the protocol's own prefix. */
const PROTOCOL_PATHS: Readonly<Record<keyof typeof levelServerContract, string>> = {
  levelServerRoot: '/sonolus',
  levelServerHome: '/sonolus/',
  levelServerInfo: '/sonolus/info',
  levelInfo: '/sonolus/levels/info',
  levelList: '/sonolus/levels/list',
  levelResultInfo: '/sonolus/levels/result/info',
  levelRead: '/sonolus/levels/{levelName}',
  levelDataRead: '/sonolus/levels/{levelName}/data/{digest}',
  playlistInfo: '/sonolus/playlists/info',
  playlistList: '/sonolus/playlists/list',
  playlistRead: '/sonolus/playlists/{playlistName}',
  levelItemInfo: '/sonolus/{itemType}/info',
  levelItemList: '/sonolus/{itemType}/list',
  levelItemRead: '/sonolus/{itemType}/{itemName}',
  levelFileRead: '/sonolus/repository/{digest}',
};

const protocolPaths: ReadonlyMap<string, string> = new Map(Object.entries(PROTOCOL_PATHS));

/** The same route under the protocol's own prefix, answered by the same handler. */
export function twinOf(route: Route): Route {
  const path = protocolPaths.get(route.id);
  if (path === undefined) throw new Error(`${route.id} is not a route of the level server`);
  const id = `sonolus${route.id.charAt(0).toUpperCase()}${route.id.slice(1)}`;
  return { ...route, id, path, handledAs: route.id };
}

/** All routes again, under the protocol's own prefix. */
export const protocolContract: Contract = Object.fromEntries(
  Object.values(levelServerContract).map((route: Route) => [twinOf(route).id, twinOf(route)]),
);
