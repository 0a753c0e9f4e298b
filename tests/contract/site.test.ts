// Pages and documents about the service, over the wire: home, interface description, reference, health.
import { expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { CONTRACTS, listRoutes } from '../../src/app/surface.ts';
import { openApiPath } from '../../src/http/routing/pattern.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const world = await keepOpen(openWorld());

const documentSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({}),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

const parametersSchema = z.looseObject({
  components: z.looseObject({
    parameters: z.record(
      z.string(),
      z.looseObject({ name: z.string(), schema: z.looseObject({ type: z.string().optional() }) }),
    ),
  }),
});

const contentSchema = z.looseObject({
  components: z.looseObject({ parameters: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })) }),
  paths: z.record(
    z.string(),
    z.looseObject({
      get: z
        .looseObject({
          responses: z.record(
            z.string(),
            z.looseObject({ content: z.record(z.string(), z.looseObject({})).optional() }),
          ),
        })
        .optional(),
    }),
  ),
});

const addressesOf = (page: string): readonly string[] =>
  [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((found) => found[1] ?? '');

async function expectRevalidates(path: string): Promise<void> {
  const first = await world.fetch(path);
  expect(first.status).toBe(200);
  await first.body?.cancel();
  const again = await world.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
}

test('homePage of an empty service says how to publish; afterwards every address on the page for programs answers', async () => {
  const empty = await world.fetch('/');
  expect(empty.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(empty.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await empty.text()).toContain('livehouse publish');

  const { releaseId, sourceId } = await world.publish(SAMPLE);
  const home = await (await world.fetch('/')).text();
  expect(home).not.toContain(sourceId);
  const page = await (await world.fetch('/developers')).text();
  expect(page).toContain(releaseId);
  expect(page).toContain(sourceId);
  const addresses = addressesOf(page);
  expect(addresses.length).toBeGreaterThanOrEqual(8);
  for (const part of ['/release/history', '/release/feed.atom', '/catalog/query/', '/catalog/schema/', '.csv']) {
    expect(addresses.filter((path) => path.includes(part))).not.toEqual([]);
  }
  expect(home).toContain('rel="alternate" type="application/atom+xml"');
  // This service has no database.
  const stateful = /^\/(?:community|compose|sign-in|register|settings)\b/;
  for (const path of addresses.filter((address) => !stateful.test(address))) {
    // The file for queries is made at the first one.
    const answer = await getReady(world.fetch, path);
    await answer.body?.cancel();
    // The catalog of all servers leads to the only one.
    expect([path, answer.status]).toEqual([path, path === '/catalog' ? 303 : 200]);
  }
  await expectRevalidates('/');
});

test('openapiRead is valid OpenAPI 3.1 and describes every route', async () => {
  const answer = await world.fetch('/openapi.json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const document = documentSchema.parse(await answer.json());
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: 'Livehouse', version: '2026-09-30' });
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  for (const route of listRoutes()) {
    if (route.dialect === 'page') {
      expect([route.id, document.paths[openApiPath(route.path)]]).toEqual([route.id, undefined]);
      continue;
    }
    const described = document.paths[openApiPath(route.path)]?.[route.method.toLowerCase()];
    expect([route.id, described?.operationId]).toEqual([route.id, route.id]);
  }
  await expectRevalidates('/openapi.json');
});

test('openapiRead for clients has each operation once, and its parameters are of their own type', async () => {
  const answer = await world.fetch('/openapi.json?profile=client');
  const document = documentSchema.parse(await answer.json());
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${operationId}`),
  );
  const expected = listRoutes()
    .filter(({ dialect, handledAs }) => dialect !== 'page' && handledAs === undefined)
    .map(({ method, id }) => `${method.toLowerCase()} ${id}`);
  expect(described.sort()).toEqual(expected.sort());
  const texts = JSON.stringify(document);
  expect(texts).not.toContain('/sonolus');
  const components = parametersSchema.parse(document).components.parameters;
  const numbers = Object.values(components).filter(({ name }) => /^(?:limit|page|seed|partNumber|rating)/.test(name));
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers.filter(({ schema }) => !['integer', 'number'].includes(schema.type ?? ''))).toEqual([]);
  await expectRevalidates('/openapi.json?profile=client');

  const other = await world.fetch('/openapi.json?profile=other');
  expect([other.status, await other.json()]).toMatchObject([400, { error: { code: 'invalid_query' } }]);
});

test('openapiRead is prepared in both codings, each with a tag of its own', async () => {
  const tags = new Set<string>();
  for (const coding of ['identity', 'gzip', 'br']) {
    const answer = await world.fetch('/openapi.json', { headers: { 'accept-encoding': coding } });
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    tags.add(answer.headers.get('etag') ?? '');
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0' });
  }
  expect(tags.size).toBe(3);
});

test('healthRead and readinessRead say so, uncached', async () => {
  const health = await world.fetch('/healthz');
  expect(await health.json()).toEqual({ status: 'ok' });
  const ready = await world.fetch('/readyz');
  expect(ready.status).toBe(200);
  // This world has no database: that degrades the service and must not take it out of the balancer.
  expect(await ready.json()).toEqual({
    status: 'degraded',
    checks: { objects: 'ok', database: 'unavailable', jobs: 'unavailable' },
  });
  for (const answer of [health, ready]) expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('every page answers HEAD with the headers of GET', async () => {
  for (const { path } of Object.values(CONTRACTS.site ?? {})) {
    const [get, head] = await Promise.all([world.fetch(path), world.fetch(path, { method: 'HEAD' })]);
    await get.body?.cancel();
    expect([path, head.status, await head.text()]).toEqual([path, get.status, '']);
    for (const name of ['etag', 'content-type', 'cache-control', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  }
});

test('without the sample, the examples of openapiRead name what is published, and show its answers', async () => {
  await using livehouse = await openWorld();
  using songs = createSmallSnapshot({ server: 'own' });
  const { releaseId } = await livehouse.publish(songs.directory);
  const read = async (): Promise<string> => (await livehouse.fetch('/openapi.json')).text();
  const document = contentSchema.parse(JSON.parse(await read()));
  const examples: string[] = [];
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === 'example' || key === 'examples') examples.push(JSON.stringify(value));
    return value;
  });
  // The field `demo` of the instance is no trace of the sample.
  expect(examples.filter((text) => /(?<![A-Za-z])demo(?![A-Za-z]|":)/.test(text))).toEqual([]);
  expect(examples.length).toBeGreaterThan(100);
  expect(document.components.parameters.server?.example).toBe('own');
  const shown = (path: string): string =>
    JSON.stringify(document.paths[path]?.get?.responses['200']?.content?.['application/json'] ?? {});
  expect(shown('/api/v1/releases')).toContain('"id":"own"');
  expect(shown('/api/v1/servers/{server}/release')).toContain(releaseId);
  expect(shown('/api/v1/servers/{server}/{resource}/{id}')).toContain('"title":"Song 1"');
  await livehouse.publish(SAMPLE);
  await livehouse.until(async () => (await read()).includes('"example":"demo"'));
}, 30_000);

test('openapiRead describes files as they are sent, and lists of fixed length as closed', async () => {
  const text = await (await world.fetch('/openapi.json')).text();
  const document = contentSchema.parse(JSON.parse(text));
  const typesOf = (path: string): readonly string[] =>
    Object.keys(document.paths[path]?.get?.responses['200']?.content ?? {});
  expect(typesOf('/assets/{server}/{path}')).toEqual(['*/*']);
  expect(typesOf('/artifacts/{server}/{sourceId}/android/bundles/{fileName}')).toEqual(['application/octet-stream']);
  const open: unknown[] = [];
  JSON.parse(text, (_key, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'prefixItems' in value &&
      !('items' in value && value.items === false)
    )
      open.push(value);
    return value;
  });
  expect(open).toEqual([]);
});
