// Properties of the whole API surface: nothing collides, and every name is well-formed.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateRoutes } from '../../src/app/route-sources.ts';
import { CONTRACTS, listRoutes } from '../../src/app/surface.ts';
import { REFUSALS } from '../../src/kernel/refusal.ts';

test('routes can be listed: ids, paths and parameters do not contradict each other', () => {
  const routes = listRoutes();
  expect(routes.length).toBeGreaterThanOrEqual(20);
  expect(routes.length).toBe(Object.values(CONTRACTS).reduce((sum, contract) => sum + Object.keys(contract).length, 0));
});

test('ids are in camel case, and every route has a summary', () => {
  for (const route of listRoutes()) {
    expect(route.id).toMatch(/^[a-z0-9]+([A-Z][a-z0-9]*)+$/);
    expect(route.summary.length).toBeGreaterThan(5);
    expect(route.path).toMatch(/^\/[^?#\s]*$/);
  }
});

test('codes are lower snake case, texts are sentences without input', () => {
  for (const [code, [status, text]] of Object.entries(REFUSALS)) {
    expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(text).not.toMatch(/[{}$]/);
  }
});

const PACKAGE = join(import.meta.dir, '../..');

test('the contract file of every route has its path as written, and every route has a handler', () => {
  for (const [feature, contract] of Object.entries(CONTRACTS)) {
    const routes = Object.values(contract);
    const sources = locateRoutes(feature, routes);
    for (const { id, path } of routes) {
      const file = sources.get(id)?.contract.replace(/:\d+$/, '') ?? '';
      expect([id, readFileSync(join(PACKAGE, file), 'utf8').includes(`'${path}'`)]).toEqual([id, true]);
    }
  }
});

test('a route under the prefix of the protocol has the same path as under the other prefix', () => {
  const routes = new Map(listRoutes().map((route) => [route.id, route]));
  const twins = [...routes.values()].filter(({ handledAs }) => handledAs !== undefined);
  expect(twins.length).toBeGreaterThan(10);
  for (const { path, handledAs = '' } of twins) {
    expect(path).toBe(`${routes.get(handledAs)?.path}`.replace('/levelserver', '/sonolus'));
  }
});
