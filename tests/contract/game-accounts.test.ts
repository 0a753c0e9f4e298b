// Game accounts: the owner's list, sixteen at most, each once.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';

const PATH = '/api/v1/account/game-accounts';
const FIELDS = { provider: 'bandori', region: 'jp', playerUid: '1234567' };

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

type ViewList = AnswerBody<'GET /api/v1/account/game-accounts'>;
type View = ViewList['gameAccounts'][number];
const list = async (person: Person): Promise<readonly View[]> => {
  return (await readJson(person.fetch(PATH))).gameAccounts;
};
async function create(person: Person, more: object = {}): Promise<View> {
  return (await expectStatus(person.send('POST', PATH, { ...FIELDS, ...more }), 201)).gameAccount;
}

test('create, list newest first, change, remove', async () => {
  const person = await home.person();
  expect(await list(person)).toEqual([]);
  const first = await create(person);
  expect(first).toEqual({
    id: expect.any(String),
    ...FIELDS,
    displayName: null,
    public: false,
    verificationStatus: 'unverified',
    lastSyncedAt: null,
    latestSnapshot: null,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  } as never);
  const second = await create(person, { playerUid: 'B-2', displayName: ' ゆき　 ', public: true });
  expect(second).toMatchObject({ displayName: 'ゆき', public: true });
  expect((await list(person)).map(({ id }) => id)).toEqual([second.id, first.id]);
  const edited = await person.send('PATCH', `${PATH}/${first.id}`, { public: true, displayName: 'Alt' });
  expect(await edited.json()).toMatchObject({ gameAccount: { ...FIELDS, public: true, displayName: 'Alt' } });
  const cleared = await person.send('PATCH', `${PATH}/${first.id}`, { displayName: null });
  expect(await cleared.json()).toMatchObject({ gameAccount: { public: true, displayName: null } });
  await expectOnlyStatus(person.fetch(`${PATH}/${first.id}`, { method: 'DELETE' }), 204);
  await expectRefused(person.fetch(`${PATH}/${first.id}`, { method: 'DELETE' }), '404 game_account_not_found');
});

test('the same one twice is refused, made or changed; another account may list it', async () => {
  const person = await home.person();
  await create(person);
  const other = await create(person, { region: 'en' });
  await expectRefused(person.send('POST', PATH, FIELDS), '409 game_account_exists');
  await expectRefused(person.send('PATCH', `${PATH}/${other.id}`, { region: 'jp' }), '409 game_account_exists');
  await create(await home.person());
});

test('sixteen, also when more are asked for at once', async () => {
  const person = await home.person();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => person.send('POST', PATH, { ...FIELDS, playerUid: `p${i}` })),
  );
  const refused = answers.filter((answer) => answer.status !== 201);
  expect(refused).toHaveLength(4);
  for (const answer of refused) await expectRefused(answer, '409 game_account_limit');
  expect(await list(person)).toHaveLength(16);
});

test("another's game account is not there", async () => {
  const [owner, stranger] = await home.people(2);
  const { id } = await create(owner);
  const missing = [404, 'game_account_not_found'] as const;
  expect(await refusalOf(stranger.send('PATCH', `${PATH}/${id}`, { public: true }))).toEqual(missing);
  expect(await refusalOf(stranger.fetch(`${PATH}/${id}`, { method: 'DELETE' }))).toEqual(missing);
  expect(await refusalOf(owner.send('PATCH', `${PATH}/none`, { public: true }))).toEqual(missing);
  expect(await list(owner)).toHaveLength(1);
});

test.each([
  [{ provider: 'Bandori' }],
  [{ provider: '' }],
  [{ region: 'a'.repeat(33) }],
  [{ playerUid: 'a b' }],
  [{ playerUid: 'a'.repeat(65) }],
  [{ playerUid: 5 }],
  [{ displayName: '' }],
  [{ displayName: 'a'.repeat(81) }],
  [{ displayName: 'a\u202e' }],
  [{ public: 'yes' }],
  [{ verificationStatus: 'verified' }],
])('%p is 422', async (more) => {
  const person = await home.person();
  await expectRefused(person.send('POST', PATH, { ...FIELDS, ...more }), '422 invalid_game_account');
  const { id } = await create(person);
  await expectRefused(person.send('PATCH', `${PATH}/${id}`, more), '422 invalid_game_account');
  await expectRefused(person.send('PATCH', `${PATH}/${id}`, {}), '422 invalid_game_account');
});

test('the guard', async () => {
  await expectRefused(home.world.fetch(PATH), '401 authentication_required');
  await expectRefused(home.send('POST', PATH, FIELDS), '401 authentication_required');
  const unverified = await home.person({ emailVerified: false });
  await expectRefused(unverified.send('POST', PATH, FIELDS), '403 email_verification_required');
});
