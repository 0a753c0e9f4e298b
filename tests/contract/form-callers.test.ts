// Forms of lists and settings without a session, staff policies of a deleted account, and a page that is asked for again.
import { expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import { refusalsOf } from '../../src/http/openapi/refusals.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, refusalOf } from '../fixtures/people.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'handle' ? 'someone' : Bun.randomUUIDv7()));

const SUBJECT = Object.fromEntries([
  ['server', 'demo'],
  ['resource', 'cards'],
  ['id', '1001'],
  ['then', '/catalog/demo/cards'],
]);
/** What each form sends. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listCreateForm: { title: 'Mine', description: '', visibility: 'private' },
  listMarkForm: SUBJECT,
  listAddForm: { ...SUBJECT, list: Bun.randomUUIDv7() },
  listEditForm: { title: 'Mine', description: '', visibility: 'private', version: '1' },
  listEntryForm: { server: 'demo', resource: 'cards', id: '1001', act: 'save', count: '', note: '' },
  listMoveForm: { id: Bun.randomUUIDv7(), after: '', version: '1' },
  listImportForm: { format: 'csv', text: 'id', act: 'try' },
  listReportForm: { reasonCode: 'spam', details: '' },
  aboutForm: { banner: '', favourite: '', version: '1' },
  entityChoiceForm: { ...SUBJECT, part: 'banner', active: 'true' },
  postSubscribeForm: { active: 'true' },
  postsSubscribeForm: { active: 'true' },
  notificationSettingsForm: { digest: 'never', quietFrom: '', quietTo: '', timeZone: '', version: '1' },
};

const forms = listRoutes().filter(
  (route) =>
    route.dialect === 'page' &&
    /^(?:list\w+|notificationSettings|about|entityChoice|postSubscribe|postsSubscribe)(?:Form|Page)$/.test(route.id) &&
    refusalsOf(route).has('authentication_required'),
);
test.each(forms.map((route) => [route.id, route] as const))('%s asks strangers to sign in', async (_, route) => {
  const address = addressOf(route.path);
  const answer = await (route.method === 'GET'
    ? home.world.fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
    : home.form(address, FIELDS[route.id] ?? {}));
  expect([303, 401]).toContain(answer.status);
});

test('a deleted administrator passes no policy of administrators', async () => {
  const person = await home.person({ role: 'administrator', status: 'deleted' });
  const policies = [
    'administrator-confirmed',
    'administrator-releases',
    'administrator-releases-confirmed',
    'administrator-webhooks',
  ];
  for (const policy of policies) {
    const route = listRoutes().find(({ access }) => access === policy);
    if (route === undefined) throw new Error(`no route has the policy ${policy}`);
    const address = addressOf(route.path);
    const answer = await (route.method === 'GET' ? person.fetch(address) : person.send(route.method, address, {}));
    expect([policy, (await refusalOf(answer))[1]]).toEqual([policy, 'account_deleted']);
  }
});

test('the page of the search is confirmed by its entity tag', async () => {
  const first = await home.world.fetch('/search', { headers: { accept: 'text/html' } });
  const tag = first.headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  const again = await home.world.fetch('/search', { headers: { accept: 'text/html', 'if-none-match': tag } });
  expect(again.status).toBe(304);
});
