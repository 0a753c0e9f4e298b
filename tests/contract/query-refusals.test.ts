// What a query is refused with, on each of its routes: as an address, as a body, and as an export.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const catalog = '/api/v1/servers/jp/catalog';
const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
// Long texts, so that looking for many words in them is more work than a query may have.
const texts = Array.from({ length: 40 }, (_, at) => ({ musicId: String(at), text: `${at} ${'a'.repeat(400_000)}` }));
snapshot.write('catalog/songs.json', JSON.stringify(texts));
await world.publish(snapshot.directory);
await getReady((path) => world.fetch(path), `${catalog}/query/songs?limit=1&fields=musicId`);

const EXPORTS = ['export/songs.ndjson', 'export/songs.csv', 'export/songs.parquet'];

type Parameters = Readonly<Record<string, string>>;

const codeOf = async (answer: Response): Promise<string> => {
  const text = await answer.text();
  return answer.ok ? `${answer.status}` : `${answer.status} ${JSON.parse(text).error.code}`;
};

const post = (body: object | string, resource = 'songs', server = 'jp'): Promise<string> =>
  world
    .fetch(`/api/v1/servers/${server}/catalog/query/${resource}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    .then(codeOf);

/** The refusals of one question on all routes of queries. */
const ask = async (parameters: Parameters): Promise<readonly string[]> => {
  const search = new URLSearchParams(parameters).toString();
  const addresses = ['query/songs', ...EXPORTS].map((address) => `${address}?${search}`);
  const answers: string[] = [];
  for (const address of addresses) answers.push(await world.fetch(`${catalog}/${address}`).then(codeOf));
  return [...answers, await post(parameters)];
};

const everywhere = (code: string): readonly string[] => [code, code, code, code, code];

test('too much text to look through', async () => {
  const where = Array.from({ length: 40 }, (_, at) => `text~"b${at}"`).join('||');
  expect(await ask({ where })).toEqual(everywhere('400 query_too_expensive'));
});

test('unknown fields, malformed expressions and languages', async () => {
  expect(await ask({ filter: 'nothing=1' })).toEqual(everywhere('400 unknown_field'));
  expect(await ask({ where: 'musicId=' })).toEqual(everywhere('400 invalid_query'));
  expect(await ask({ locale: 'xx' })).toEqual(everywhere('400 invalid_locale'));
  expect(await ask({ sort: '' })).toEqual(everywhere('400 invalid_query'));
});

test('a body is an object of known parameters', async () => {
  expect(await post({ filter: ['musicId=1'], limit: 1 })).toBe('200');
  expect(await post({ nothing: 1 })).toBe('422 invalid_body');
  expect(await post('{')).toBe('400 invalid_json');
  expect(await post({ limit: 1_001 })).toBe('400 invalid_limit');
  expect(await post({ cursor: 'AAAA' })).toBe('400 invalid_cursor');
  expect(await post({ release: 'r-00000000000000000000' })).toBe('404 release_not_found');
  expect(await post({}, 'nothing')).toBe('404 resource_not_found');
  expect(await post({}, 'songs', 'nobody')).toBe('404 server_not_found');
});
