// Parameters of every route, and the fields of every form: what is malformed or repeated is refused by its code.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { listRoutes } from '../../src/app/surface.ts';
import { backupName } from '../../src/features/backups/layout.ts';
import type { Parameter, Route } from '../../src/http/routing/contract.ts';
import { refusesUnknownParameters } from '../../src/http/routing/unknown-parameters.ts';
import { REFUSALS, type RefusalCode } from '../../src/kernel/refusal.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const administrator = await home.person({ role: 'administrator' });

const LONG = 'a'.repeat(5_000);
const DIGEST = 'a'.repeat(64);
const RELEASE = `r-${'0'.repeat(20)}`;
const VALUES = [
  '1',
  '320',
  '00.json',
  `${RELEASE}...${RELEASE}`,
  'x',
  'jp',
  'spam',
  Bun.randomUUIDv7(),
  RELEASE,
  DIGEST,
  DIGEST.slice(0, 40),
  backupName(new Date(0)),
];

/** A text that the schema takes. */
function fittingOf(schema: z.ZodType | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const { enum: words = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return [...words.map(String), ...VALUES].find((value) => schema.safeParse(value).success);
}

/** An address whose parameters fit, but for those that are given. */
function addressOf({ path, params = {} }: Route, given: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => {
    const fitting = given[name] ?? fittingOf(params[name]?.schema);
    if (fitting === undefined) throw new Error(`no value for ${name} of ${path}`);
    return fitting;
  });
}

/** Fields of a form, also of one that is joined from two schemas. */
function fieldsOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape;
  return schema instanceof z.ZodIntersection ? { ...fieldsOf(schema.def.left), ...fieldsOf(schema.def.right) } : {};
}

/** A request of the route whose body is taken, as far as its form can tell. */
function requestOf({ method, body }: Route): RequestInit {
  const init: RequestInit = { method, redirect: 'manual' };
  if (body === undefined) return init;
  if (body.kind !== 'form') {
    const type = body.kind === 'raw' ? body.mediaTypes[0] : 'application/json';
    return { ...init, body: '{}', headers: { 'content-type': type ?? '' } };
  }
  const required = Object.entries(fieldsOf(body.schema)).filter(([, schema]) => !schema.safeParse(undefined).success);
  const fields = required.map(([name, schema]) => [name, fittingOf(schema) ?? '']);
  return { ...init, body: new URLSearchParams(fields) };
}

async function expectStatus(route: Route, address: string, code: RefusalCode, init: RequestInit = {}): Promise<void> {
  const answer = await administrator.fetch(address, { ...requestOf(route), ...init });
  expect(answer.status).toBe(REFUSALS[code][0]);
}

const listParameters = (of: 'params' | 'query') =>
  listRoutes().flatMap((route) =>
    Object.entries<Parameter>(route[of] ?? {})
      .filter(([, { many }]) => many === undefined)
      .map(([name, parameter]) => [route.id, name, route, parameter] as const),
  );

const refuses = ({ schema, late }: Parameter, value: string): boolean => !late && !schema.safeParse(value).success;

test.each(listParameters('query'))('%s: %s in the query', async (_id, name, route, parameter) => {
  const address = addressOf(route);
  await expectStatus(route, `${address}?${name}=1&${name}=1`, 'duplicate_query_parameter');
  if (refuses(parameter, LONG)) await expectStatus(route, `${address}?${name}=${LONG}`, parameter.refusal);
});

// Publications are for tokens alone.
const strict = listRoutes().filter(
  (route) => route.method === 'GET' && refusesUnknownParameters(route) && !route.path.includes('/publications'),
);
test.each(strict.map((route) => [route.id, route] as const))(
  '%s: a parameter that it does not have',
  async (_id, route) => {
    const answer = await administrator.fetch(`${addressOf(route)}?filtre=1`);
    const body = await answer.text();
    const hint = Object.hasOwn(route.query ?? {}, 'filter') ? 'did you mean filter?' : '"filtre"';
    expect([answer.status, body]).toEqual([400, expect.stringContaining('"unknown_parameter"')]);
    expect(JSON.parse(body).error.message).toContain(hint);
  },
);

test('writes refuse unknown parameters, too', async () => {
  const writes = listRoutes().filter(
    ({ method, access, body, path }) =>
      method === 'DELETE' && access === 'administrator' && body === undefined && path.startsWith('/api/'),
  );
  expect(writes.length).toBeGreaterThan(0);
  for (const route of writes) {
    const answer = await administrator.fetch(`${addressOf(route)}?filtre=1`, {
      method: 'DELETE',
      headers: { origin: home.origin },
    });
    expect([route.id, answer.status, await answer.text()]).toEqual([
      route.id,
      400,
      expect.stringContaining('"unknown_parameter"'),
    ]);
  }
});

test('routes of the interface version ignore what they do not know', async () => {
  for (const path of ['/api/v1/releases', '/api/v1/servers/demo/release', '/api/v1/community/posts']) {
    expect([path, (await administrator.fetch(`${path}?nothing=1`)).status]).not.toEqual([path, 400]);
  }
});

const inPaths = listParameters('params').filter(([, , { dialect }]) => dialect === 'page');
test.each(inPaths)('%s: %s in the path', async (_id, name, route, parameter) => {
  const malformed = ['!', 'a'.repeat(400)].find((value) => refuses(parameter, value));
  if (malformed === undefined) return;
  await expectStatus(route, addressOf(route, { [name]: malformed }), parameter.refusal);
});

const forms = listRoutes().filter(({ body }) => body?.kind === 'form');
test.each(forms.map((route) => [route.id, route] as const))('%s with a field twice', async (_id, route) => {
  if (route.body?.kind !== 'form') return;
  const body = new URLSearchParams('text=1&text=2');
  await expectStatus(route, addressOf(route), route.body.invalid, { body });
});
