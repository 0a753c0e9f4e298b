// Reads every import of src and compares it with the page on architecture: floors and edges between features. Also checks
// what only one file may do: read the environment, build object keys.
import { expect, test } from 'bun:test';
import { shipped } from './sources.ts';

const FLOORS = ['kernel', 'platform', 'http', 'features', 'web', 'app'];
/** Feature → features that it may import from; the whole list. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  catalog: ['release'],
  presentation: ['release', 'catalog'],
  query: ['release', 'catalog', 'presentation'],
  drafting: ['release', 'catalog', 'presentation'],
  files: ['release'],
  pictures: ['release', 'files'],
  levels: ['release', 'provider'],
  accounts: ['audit', 'moderation'],
  administration: ['accounts', 'audit', 'moderation', 'release'],
  moderation: ['audit'],
  uploads: ['moderation'],
  community: ['accounts', 'audit', 'uploads', 'moderation'],
  search: ['accounts', 'release', 'catalog', 'presentation', 'query', 'community'],
  webhooks: ['release', 'audit'],
  moving: ['release'],
  backups: ['moving', 'release', 'audit'],
  instance: ['accounts', 'audit', 'moderation'],
  maintenance: ['audit'],
  updates: ['release'],
  publications: ['release', 'audit'],
};

/**
 * Types that a floor or a feature declares and one that it may not import supplies: the composition passes the value. Declaring
 * file and type → supplier.
 */
const PORTS: Readonly<Record<string, string>> = {
  'http/answer/headers.ts PresentRefusal': 'web',
  'features/accounts/common/instance.ts Invites': 'features/instance',
  'features/accounts/leaving/deletion.ts AccountDeletedListener': 'features/community',
  'features/audit/events.ts FindConcerning': 'features/moderation',
  'features/catalog/reader.ts ReadOrder': 'features/query',
  'features/community/common/subject.ts DescribeEntity': 'features/presentation',
  'features/community/syndication/handlers.ts FindThumbnail': 'features/pictures',
  'features/moderation/appeals/appeals.ts OnAppealed': 'features/webhooks',
  'features/moderation/common/content-context.ts ContentContexts': 'features/community',
  'features/moderation/common/ports.ts DecisionListener': 'features/community',
  'features/moderation/common/ports.ts MailDecision': 'features/accounts',
  'features/moderation/common/ports.ts People': 'features/accounts',
  'features/moderation/common/ports.ts TellDecision': 'features/community',
  'features/release/history/field-types.ts ReadFieldTypes': 'features/query',
  'features/release/history/comparisons.ts ReadResources': 'features/catalog',
  'features/release/history/entity-documents.ts LocateEntity': 'features/catalog',
  'features/release/publish/derivation.ts Derivation': 'features/presentation',
  'features/release/publish/query-file-maker.ts OpenQueryFileMaker': 'features/query',
  'features/release/publish/query-file-maker.ts ReadQueriedFields': 'features/query',
  'features/uploads/transfer/content.ts MayReadThroughPost': 'features/community',
};

/**
 * Code for clients stands below all floors; who may import it is checked in client-package.test.ts. Texts stand above the kernel,
 * since mails and defaults have texts, too.
 */
const floorOf = (path: string): number =>
  path.startsWith('../packages/')
    ? 0
    : path.startsWith('web/messages/')
      ? 0.5
      : path.includes('/')
        ? FLOORS.indexOf(path.split('/')[0] ?? '')
        : FLOORS.length;
const featureOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1];

test('imports point down only', () => {
  const upward = shipped.flatMap(({ path, imports }) =>
    imports
      .filter((other) => floorOf(other) < 0 || floorOf(other) > floorOf(path))
      .map((other) => `${path} → ${other}`),
  );
  expect(shipped.length).toBeGreaterThan(50);
  expect(upward).toEqual([]);
});

test('what the composition passes against the direction of imports is listed, and could not be imported', () => {
  for (const [port, supplier] of Object.entries(PORTS)) {
    const [path = '', type = ''] = port.split(' ');
    const text = shipped.find((file) => file.path === path)?.text ?? '';
    expect([port, new RegExp(`export (?:type|interface) ${type}\\b`).test(text)]).toEqual([port, true]);
    const own = featureOf(path);
    const other = supplier.replace('features/', '');
    const isImportable = FLOORS.includes(other)
      ? FLOORS.indexOf(other) <= floorOf(path)
      : own !== undefined && (EDGES[own] ?? []).includes(other);
    expect([port, supplier, isImportable]).toEqual([port, supplier, false]);
  }
});

test('features import each other along the allowed edges only', () => {
  const foreign = shipped.flatMap(({ path, imports }) => {
    const own = featureOf(path);
    if (own === undefined) return [];
    return imports
      .filter((other) => {
        const feature = featureOf(other);
        return feature !== undefined && feature !== own && !(EDGES[own] ?? []).includes(feature);
      })
      .map((other) => `${path} → ${other}`);
  });
  expect(foreign).toEqual([]);
});

const offenders = (pattern: RegExp, allowed: readonly string[] = []): readonly string[] =>
  shipped
    .filter(({ path, text }) => !allowed.includes(path) && pattern.test(withoutComments(text)))
    .map(({ path }) => path);

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test('only the configuration reads the environment', () => {
  expect(offenders(/\bprocess\.env\b|\bBun\.env\b/, ['platform/config/config.ts'])).toEqual([]);
});

test('only object-key.ts builds object keys', () => {
  const key = /[`']servers\/|\/current\.json|release-identity\.json|\/side\.json|\/source\.json|[`']cas\/v1/;
  expect(offenders(key, ['kernel/object-key.ts'])).toEqual([]);
});

test('relative imports have their suffix', () => {
  const bare = shipped.flatMap(({ path, imports }) =>
    imports.filter((other) => !/\.(tsx?|js|json|sql|txt|html|css)$/.test(other)).map((other) => `${path} → ${other}`),
  );
  expect(bare).toEqual([]);
});
