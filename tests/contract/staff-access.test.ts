// Who may open what of the staff: every route and page of moderation and administration, as the contracts declare them, for
// strangers, members, restricted and suspended people, moderators, administrators who have and have not confirmed, and API
// tokens. New routes are included by themselves.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { listRoutes } from '../../src/app/surface.ts';
import type { Route } from '../../src/http/routing/contract.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { bePublisher } from '../fixtures/publications.ts';

const STAFF_ROUTES = listRoutes().filter(({ path }) => /^\/(?:api\/v1\/)?(?:admin|moderation)(?:\/|$)/.test(path));

/** An id that nothing has. */
const NOBODY = '01a20000-0000-7000-8000-000000000000';

const people: Record<string, Person> = {};
let token = '';
let publishToken = '';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const restrict = async ({ id }: Person): Promise<void> => {
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${id}, 'sign_in', 'spam')`;
};
people.member = await home.person();
people.moderator = await home.person({ role: 'moderator' });
people.administrator = await home.person({ role: 'administrator' });
people.unconfirmed = await home.person({ role: 'administrator' });
await home.sql`update session set created_at = now() - interval '61 minutes', confirmed_at = null
    where account_id = ${people.unconfirmed.id}`;
people.restricted = await home.person({ role: 'administrator' });
await restrict(people.restricted);
people.suspended = await home.person({ role: 'administrator', status: 'suspended' });
people.unverified = await home.person({ role: 'administrator', emailVerified: false });
const made = await people.administrator.send('POST', '/api/v1/account/tokens', {
  name: 'tool',
  scopes: ['read', 'community', 'upload', 'profile'],
});
const { secret }: { secret: string } = await made.json();
token = secret;
publishToken = (await bePublisher(home, people.administrator, ['jp'])).secret;

test('a token acts as a member: what staff alone may see is not there for it', async () => {
  const author = await home.person();
  const draft = { title: 'A title', body: 'The words of a post.', visibility: 'public' };
  const made = await author.send('POST', '/api/v1/community/posts', draft);
  const { post }: { post: { id: string; version: number } } = await made.json();
  const path = `/api/v1/community/posts/${post.id}`;
  await expectOnlyStatus(author.send('PATCH', path, { body: 'Other words of it.', version: post.version }), 200);
  await home.sql`update post set hidden_at = now() where id = ${post.id}`;
  for (const staff of [people.moderator, people.administrator]) {
    const asked = { name: 'reader', scopes: ['read', 'community'] };
    const { secret }: { secret: string } = await (
      await (staff ?? author).send('POST', '/api/v1/account/tokens', asked)
    ).json();
    for (const address of [path, `${path}/revisions`]) {
      const byToken = await home.world.fetch(address, { headers: { authorization: `Bearer ${secret}` } });
      expect([address, byToken.status]).toEqual([address, 404]);
      expect((await staff?.fetch(address))?.status).toBe(200);
    }
  }
});

/** A path of the route. Nothing is there, so that nobody changes anything. */
function pathOf({ path, params = {} }: Route): string {
  return Object.entries(params).reduce((filled, [name, { schema }]) => {
    const values = schema instanceof z.ZodEnum ? schema.options.map(String) : ['999999999', NOBODY];
    const value = values.find((one) => schema.safeParse(one).success) ?? NOBODY;
    return filled.replace(new RegExp(`\\{${name}(?:\\.\\.\\.)?\\}`), value);
  }, path);
}

/** Sends what no handler accepts: only the gates are of interest. */
function ask(route: Route, headers: Readonly<Record<string, string>>): Promise<Response> {
  const { method, body } = route;
  const isForm = body?.kind === 'form';
  return home.world.fetch(pathOf(route), {
    method,
    headers: {
      origin: home.origin,
      accept: 'application/json',
      ...(method === 'GET'
        ? {}
        : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: isForm ? 'x=1' : '"nothing"' }),
    redirect: 'manual',
  });
}

const codeOf = async (answer: Response): Promise<string | undefined> => {
  const text = await answer.text();
  try {
    const { error }: { error?: { code: string } } = JSON.parse(text);
    return error?.code;
  } catch {
    return undefined;
  }
};

/** Codes with which the gates of the staff turn somebody away. */
const GATES = new Set([
  ...['authentication_required', 'insufficient_scope', 'email_verification_required', 'account_suspended'],
  ...['account_restricted', 'staff_required', 'reauthentication_required', 'cross_origin_request'],
]);

type Who =
  | 'stranger'
  | 'member'
  | 'moderator'
  | 'administrator'
  | 'unconfirmed'
  | 'restricted'
  | 'suspended'
  | 'unverified'
  | 'token'
  | 'publisher'
  | 'foreign';

/** Who may what: the code with which the gate refuses, or `in`. */
const TABLE: Readonly<Record<'staff' | 'administrator', Readonly<Record<Who, string>>>> = {
  staff: {
    stranger: 'authentication_required',
    member: 'staff_required',
    moderator: 'in',
    administrator: 'in',
    unconfirmed: 'in',
    restricted: 'account_restricted',
    suspended: 'account_suspended',
    unverified: 'email_verification_required',
    token: 'insufficient_scope',
    publisher: 'insufficient_scope',
    foreign: 'cross_origin_request',
  },
  administrator: {
    stranger: 'authentication_required',
    member: 'forbidden',
    moderator: 'forbidden',
    administrator: 'in',
    unconfirmed: 'reauthentication_required',
    restricted: 'account_restricted',
    suspended: 'account_suspended',
    unverified: 'email_verification_required',
    token: 'insufficient_scope',
    publisher: 'insufficient_scope',
    foreign: 'cross_origin_request',
  },
};

function headersOf(who: Who): Readonly<Record<string, string>> {
  if (who === 'stranger') return {};
  if (who === 'token') return { authorization: `Bearer ${token}` };
  if (who === 'publisher') return { authorization: `Bearer ${publishToken}` };
  const cookie = people[who === 'foreign' ? 'administrator' : who]?.cookie ?? '';
  return who === 'foreign' ? { cookie, origin: 'https://elsewhere.example' } : { cookie };
}

/** Policies of administrators. The last three also admit tokens of a scope of their own. */
const ADMINISTRATORS: readonly unknown[] = [
  'administrator',
  'administrator-confirmed',
  'administrator-releases',
  'administrator-releases-confirmed',
  'administrator-webhooks',
];

test('every route of the staff has a policy of its role', () => {
  expect(STAFF_ROUTES.length).toBeGreaterThan(30);
  for (const { id, path, access } of STAFF_ROUTES) {
    const isAdministration = /^\/(?:api\/v1\/)?admin(?:\/|$)/.test(path);
    expect([id, isAdministration ? ADMINISTRATORS.includes(access) : access === 'staff']).toEqual([id, true]);
  }
});

const CALLERS: readonly Who[] = [
  ...['stranger', 'member', 'restricted', 'suspended', 'unverified', 'moderator'],
  ...['unconfirmed', 'administrator', 'token', 'publisher', 'foreign'],
] as const satisfies readonly Who[];

test.each([...STAFF_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const)])(
  '%s',
  async (_, route) => {
    const row = TABLE[ADMINISTRATORS.includes(route.access) ? 'administrator' : 'staff'];
    for (const who of CALLERS) {
      // Reads are not asked where they come from.
      if (who === 'foreign' && route.method === 'GET') continue;
      const answer = await ask(route, headersOf(who));
      const code = await codeOf(answer);
      const wanted = row[who];
      expect(answer.status).toBeLessThan(500);
      if (wanted === 'in') {
        const isOut = code !== undefined && (GATES.has(code) || answer.status === 401);
        expect([who, code, isOut]).toEqual([who, code, false]);
      } else expect([who, code]).toEqual([who, wanted]);
    }
  },
);
