// What the surface as a whole keeps: nothing collides, every parameter is declared, every code is in the catalogue.
import { expect, test } from 'bun:test';
import { CONTRACTS, listRoutes } from '../../src/app/surface.ts';
import { REFUSALS } from '../../src/kernel/refusal.ts';

test('routes can be listed: ids, paths and parameters do not contradict each other', () => {
  const routes = listRoutes();
  expect(routes.length).toBeGreaterThanOrEqual(20);
  expect(routes.length).toBe(Object.values(CONTRACTS).reduce((sum, contract) => sum + Object.keys(contract).length, 0));
});

test('ids are one camel-case word each, summaries are there', () => {
  for (const route of listRoutes()) {
    expect(route.id).toMatch(/^[a-z0-9]+([A-Z][a-z0-9]*)+$/);
    expect(route.summary.length).toBeGreaterThan(5);
    expect(route.path).toMatch(/^\/[^?#\s]*$/);
  }
});

test('every refusal that a route declares is in the catalogue, with a fitting status', () => {
  for (const route of listRoutes()) {
    for (const code of route.refusals)
      expect([route.id, code, Object.hasOwn(REFUSALS, code)]).toEqual([route.id, code, true]);
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
