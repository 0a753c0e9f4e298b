// Rooms are the folders of a feature or floor. This test reads every import between two rooms and compares it with the list
// below: a new edge fails until it is listed, an unused edge fails, and so does a cycle.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listRoutes } from '../../src/app/surface.ts';
import { shipped } from './sources.ts';

/**
 * Folder → room → the rooms of this folder that it may import from. `.` means the folder's own files. Those of a feature may
 * import every room, and no room imports them.
 */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  app: {
    '.': ['doctor', 'telemetry'],
    telemetry: [],
    commands: ['.', 'doctor', 'installation', 'serve'],
    doctor: [],
    installation: ['.'],
    serve: ['.'],
  },
  'app/commands': {
    '.': ['accounts', 'elsewhere', 'output', 'pull', 'releases'],
    accounts: [],
    elsewhere: ['output'],
    output: [],
    pull: [],
    releases: ['elsewhere'],
  },
  'features/accounts': {
    belongings: ['common', 'mail', 'profile', 'sign-in'],
    common: [],
    confirmation: ['common', 'factors', 'mail', 'passwords', 'sign-in'],
    doors: ['common'],
    factors: ['common', 'mail', 'sign-in'],
    leaving: ['belongings', 'common', 'factors', 'profile', 'sign-in'],
    links: ['common', 'mail'],
    mail: ['common'],
    pages: ['common', 'factors', 'links', 'mail', 'passwords', 'registration', 'sign-in'],
    passwords: ['common'],
    profile: ['common'],
    registration: ['common', 'doors', 'links', 'mail', 'profile'],
    'sign-in': ['common', 'doors', 'links', 'mail', 'passwords', 'profile', 'registration'],
    staff: ['belongings', 'common', 'factors', 'links', 'mail'],
  },
  'features/administration': {
    accounts: ['common'],
    audit: [],
    common: [],
    health: ['common'],
    jobs: [],
    overview: ['common'],
    registrations: ['common'],
    releases: ['common'],
  },
  'features/community': {
    about: ['common', 'notifications', 'people'],
    comments: ['common', 'notifications', 'posts'],
    common: [],
    deletions: ['comments', 'common', 'drafts', 'lists', 'notifications', 'posts', 'staff', 'tags'],
    drafts: ['common'],
    entities: ['common'],
    feeds: ['common'],
    files: ['common', 'posts'],
    lists: ['common', 'notifications', 'people'],
    live: ['common'],
    notifications: ['common', 'live'],
    people: ['common', 'notifications'],
    'post-page': ['comments', 'common', 'posts', 'subscriptions'],
    posts: ['common', 'notifications', 'tags'],
    preview: ['common'],
    reactions: ['common', 'notifications', 'posts'],
    removals: ['comments', 'common', 'lists', 'posts', 'staff'],
    reports: ['comments', 'common', 'lists', 'posts'],
    staff: ['comments', 'common', 'lists', 'notifications', 'posts'],
    search: ['common', 'feeds', 'people'],
    subscriptions: ['common', 'notifications', 'people', 'posts'],
    syndication: ['common', 'feeds', 'people', 'posts'],
    tags: ['common'],
  },
  'features/levels': {
    charts: ['common', 'publish', 'serve'],
    common: [],
    publish: ['common'],
    serve: ['common', 'publish'],
  },
  'features/instance': {
    checklist: ['common'],
    common: [],
    invites: [],
    serve: ['common'],
    settings: ['common'],
    setup: ['common', 'settings'],
  },
  'features/moderation': {
    appeals: ['cases', 'common'],
    cases: ['common', 'rules'],
    common: [],
    desk: ['cases', 'common', 'rules', 'staff'],
    'rule-settings': ['common', 'rules'],
    rules: ['common'],
    staff: ['cases', 'common'],
    standing: ['appeals', 'common'],
  },
  'features/presentation': {
    common: [],
    serve: ['common'],
  },
  'features/provider': {
    common: [],
    mirror: [],
    projections: ['common'],
    serve: ['common', 'mirror', 'projections'],
  },
  'features/query': {
    common: [],
    database: ['common'],
    language: ['common'],
    order: ['database'],
    processes: ['common', 'language'],
    serve: ['database', 'language', 'processes'],
  },
  'features/release': {
    common: [],
    history: ['common', 'serve', 'store'],
    publish: ['common', 'snapshot', 'store'],
    serve: ['store'],
    snapshot: ['common'],
    store: ['common', 'snapshot'],
  },
  'features/release/snapshot': {
    '.': ['tables'],
    tables: [],
  },
  'features/search': {
    titles: [],
  },
  'features/uploads': {
    common: [],
    examination: ['common'],
    transfer: ['common', 'examination'],
    upkeep: ['common', 'examination'],
  },
  http: {
    answer: ['content', 'gates', 'routing'],
    content: [],
    dispatch: ['answer', 'content', 'gates', 'routing'],
    gates: ['content'],
    openapi: ['answer', 'gates', 'routing'],
    routing: ['gates'],
  },
  kernel: {
    '.': [],
    concurrency: [],
  },
  web: {
    '.': [
      'account',
      'bundle',
      'catalog',
      'community',
      'compose',
      'entry',
      'front',
      'lists',
      'people',
      'play',
      'reference',
      'search',
      'settings',
      'share',
      'shell',
      'staff',
    ],
    account: ['forms', 'islands', 'messages', 'shell', 'ui'],
    bundle: [],
    catalog: ['client', 'forms', 'islands', 'lists', 'markdown', 'messages', 'share', 'shell', 'ui'],
    client: [],
    community: ['client', 'forms', 'islands', 'markdown', 'messages', 'share', 'shell', 'ui'],
    compose: ['forms', 'islands', 'messages', 'shell', 'ui'],
    entry: ['forms', 'islands', 'messages', 'shell', 'ui'],
    front: ['client', 'forms', 'islands', 'markdown', 'messages', 'share', 'shell', 'ui'],
    islands: ['client', 'markdown', 'messages', 'ui'],
    lists: ['client', 'community', 'forms', 'islands', 'messages', 'settings', 'shell', 'ui'],
    markdown: [],
    messages: [],
    people: ['client', 'community', 'forms', 'islands', 'lists', 'markdown', 'messages', 'share', 'shell', 'ui'],
    play: ['forms', 'islands', 'messages', 'shell', 'ui'],
    reference: ['forms', 'islands', 'messages', 'shell', 'ui'],
    forms: ['messages', 'shell', 'ui'],
    search: ['client', 'forms', 'messages', 'shell', 'ui'],
    settings: ['client', 'community', 'forms', 'islands', 'messages', 'shell', 'ui'],
    share: ['bundle', 'client', 'markdown', 'messages', 'shell'],
    shell: ['bundle', 'client', 'islands', 'markdown', 'messages', 'ui'],
    staff: ['client', 'forms', 'islands', 'markdown', 'messages', 'shell', 'ui'],
    ui: [],
  },
  'web/staff': {
    '.': [
      'accounts',
      'audit',
      'backups',
      'deletions',
      'doors',
      'health',
      'invites',
      'jobs',
      'moderation',
      'overview',
      'registrations',
      'releases',
      'rules',
      'settings',
      'setup',
      'tokens',
      'webhooks',
    ],
    accounts: ['common'],
    audit: ['common'],
    backups: ['common'],
    common: [],
    deletions: ['common'],
    doors: ['common'],
    health: ['common'],
    invites: ['common'],
    jobs: ['common'],
    moderation: ['common'],
    overview: ['common'],
    registrations: ['common'],
    releases: ['common'],
    rules: ['common'],
    settings: ['common'],
    setup: [],
    tokens: ['common'],
    webhooks: ['common'],
  },
  'web/settings': {
    '.': ['about', 'common', 'drafts', 'files', 'notifications', 'security', 'standing'],
    about: [],
    common: [],
    drafts: ['common'],
    files: ['common'],
    notifications: ['common'],
    security: ['common'],
    standing: ['common'],
  },
  'web/client': {
    '.': [],
    search: ['.'],
    sliders: [],
    sound: [],
  },
  'web/ui': {
    '.': [],
    dialogs: ['.'],
    diff: ['text'],
    play: ['.'],
    posts: ['.'],
    text: [],
  },
  'web/islands': {
    '.': [
      'account',
      'avatar-parts',
      'catalog-parts',
      'community',
      'community-parts',
      'composer-parts',
      'lists',
      'moderation-parts',
      'reference-parts',
      'song',
      'thread',
    ],
    account: [],
    'avatar-parts': [],
    'catalog-parts': [],
    community: ['community-parts', 'composer-parts'],
    'community-parts': [],
    'composer-parts': ['community-parts'],
    lists: ['community-parts'],
    'moderation-parts': [],
    'reference-parts': [],
    song: ['song-parts'],
    'song-parts': [],
    thread: ['community-parts', 'thread-parts'],
    'thread-parts': ['community', 'community-parts'],
  },
  'web/islands/composer-parts': {
    common: [],
    draft: ['common'],
    files: ['common', 'draft'],
    publish: ['common'],
    text: ['common'],
  },
  'web/community': {
    '.': ['common', 'post'],
    common: [],
    post: ['common'],
  },
  'web/catalog': {
    '.': ['calendar', 'common', 'compare', 'entity', 'files', 'home', 'list', 'mirror', 'releases', 'search', 'song'],
    home: ['common'],
    calendar: ['common'],
    compare: ['common'],
    common: [],
    entity: ['common', 'song'],
    files: ['common'],
    list: ['common'],
    mirror: ['common', 'entity', 'list', 'song'],
    releases: ['common'],
    search: ['common'],
    song: ['common'],
  },
  platform: {
    config: ['files', 'outside'],
    database: ['config', 'files', 'telemetry'],
    files: [],
    jobs: ['database', 'telemetry'],
    media: ['config', 'files', 'system'],
    objects: ['config', 'files', 'outside', 'telemetry'],
    outside: ['files'],
    shared: ['telemetry'],
    system: [],
    telemetry: ['config'],
  },
  'platform/database': {
    '.': ['embedded'],
    embedded: [],
    schema: [],
  },
  'platform/media': {
    '.': ['confinement'],
    confinement: [],
    picture: ['.', 'confinement'],
    video: ['.', 'confinement', 'picture'],
  },
  'platform/objects': {
    '.': [],
    cache: ['.'],
    disk: ['.', 'ingest'],
    ingest: ['.'],
    s3: ['.', 'cache', 'ingest'],
  },
};

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly where: string;
}

/** Room of a file below a folder. */
const roomOf = (folder: string, path: string): string => {
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length === 0 ? '.' : room;
};

const isBelow = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);

/** Imports that lead from one room of a folder to another. */
const edgesOf = (folder: string): readonly Edge[] =>
  shipped
    .filter(({ path }) => isBelow(folder, path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((other) => isBelow(folder, other))
        .map((other) => ({ from: roomOf(folder, path), to: roomOf(folder, other), where: `${path} → ${other}` })),
    )
    .filter(({ from, to }) => from !== to);

const isFeature = (folder: string): boolean => folder.startsWith('features/');

for (const [folder, rooms] of Object.entries(ROOMS)) {
  test(`${folder}: rooms import each other along the listed edges only`, () => {
    const edges = edgesOf(folder);
    const isListed = ({ from, to }: Edge): boolean =>
      (from === '.' && isFeature(folder)) || (rooms[from] ?? []).includes(to);
    expect(edges.filter((edge) => !isListed(edge)).map(({ where }) => where)).toEqual([]);
    const used = new Set(edges.map(({ from, to }) => `${from} → ${to}`));
    const unused = Object.entries(rooms).flatMap(([from, targets]) =>
      targets.map((to) => `${from} → ${to}`).filter((edge) => !used.has(edge)),
    );
    expect(unused).toEqual([]);
  });

  test(`${folder}: no cycle between rooms`, () => {
    const cycles: string[] = [];
    const visit = (room: string, trail: readonly string[]): void => {
      if (trail.includes(room)) cycles.push([...trail.slice(trail.indexOf(room)), room].join(' → '));
      else for (const other of rooms[room] ?? []) visit(other, [...trail, room]);
    };
    for (const room of Object.keys(rooms)) visit(room, []);
    expect(cycles).toEqual([]);
  });
}

test('no files import each other in a circle, not even types', () => {
  const files = new Map(shipped.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || done.has(path)) return;
    for (const other of files.get(path) ?? []) visit(other, [...trail, path]);
    done.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

test('every folder with rooms is on the list, with all of its rooms', () => {
  const found = new Map<string, Set<string>>();
  for (const { path } of shipped) {
    const parts = dirname(path).split('/');
    // Rooms of rooms are listed where there are any: platform/objects and its like.
    for (let depth = parts[0] === 'features' ? 2 : 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      found.set(folder, (found.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  const listed = Object.entries(ROOMS).map(([folder, rooms]) => [
    folder,
    Object.keys(rooms)
      .filter((room) => room !== '.')
      .sort(),
  ]);
  const all = [...found].map(([folder, rooms]) => [folder, [...rooms].sort()]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(all));
});

test('features are composed by their entries', () => {
  // Types may come from inside a feature. Values come from its open.ts, so that compose.ts reads as a list of features.
  const inner = shipped
    .filter(({ path }) => path === 'app/compose.ts' || path === 'app/community-plane.ts')
    .flatMap(({ path, loads }) => loads.filter((other) => other.startsWith('features/')).map((other) => [path, other]));
  expect(inner.length).toBeGreaterThan(15);
  expect(inner.filter(([, other]) => !other?.endsWith('/open.ts'))).toEqual([]);
});

const page = readFileSync(join(import.meta.dir, '../../docs/ARCHITECTURE.md'), 'utf8');

test('the page on architecture names every room', () => {
  const rows = new Map(
    [...page.matchAll(/^\| `([a-z-]+)\/` \| (.*) \|$/gm)].map(([, folder = '', cell = '']) => [folder, cell]),
  );
  const missing = Object.entries(ROOMS)
    .filter(([folder]) => /^(?:features\/)?[a-z-]+$/.test(folder) && folder !== 'web')
    .flatMap(([folder, rooms]) =>
      Object.keys(rooms)
        .filter((room) => room !== '.' && !rows.get(folder.replace('features/', ''))?.includes(`\`${room}\``))
        .map((room) => `${folder}: ${room}`),
    );
  expect(missing).toEqual([]);
});

test('the page on architecture names every feature', () => {
  const features = new Set(shipped.flatMap(({ path }) => /^features\/([a-z-]+)\//.exec(path)?.[1] ?? []));
  expect(features.size).toBeGreaterThan(20);
  expect([...features].filter((feature) => !page.includes(`\`${feature}/\``))).toEqual([]);
});

test('the page on architecture names only files that exist', () => {
  const named = [...page.matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9-]+\.tsx?)`/g)].map(([, path = '']) =>
    path.replace(/^src\//, ''),
  );
  const isThere = (path: string): boolean => shipped.some((file) => `/${file.path}`.endsWith(`/${path}`));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !path.startsWith('tests/') && !isThere(path))).toEqual([]);
});

test('the walks through routes name routes that exist and have at most six hops', () => {
  const ids = new Set(listRoutes().map(({ id }) => id));
  const walks = [...page.matchAll(/^\| `([A-Za-z]+)`[^|]*\| (`[^|]* → [^|]*) \|$/gm)].map(([, id = '', walk = '']) => ({
    id,
    hops: walk.split(' → ').length,
  }));
  expect(walks).toHaveLength(6);
  expect(walks.filter(({ id, hops }) => !ids.has(id) || hops > 6)).toEqual([]);
});
