// Names and avatars that moderators judge: pending until somebody decides, with the old ones public in the meantime, and
// verdicts about values that were replaced.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import type { CaseBody } from '../fixtures/moderation.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const PROFILE = '/api/v1/account/profile';
const AVATAR = '/api/v1/account/avatar';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', MODERATION_DEFAULT: 'review' }));
const staff = await home.person({ role: 'moderator' });

const read = async (person: Person) => (await readJson(person.fetch(PROFILE))).profile;

async function caseOf(person: Person, kind: 'profile-name' | 'avatar'): Promise<CaseBody> {
  const [row]: { id: string }[] = await home.sql`select id from moderation_case
    where author_account_id = ${person.id} and kind = ${kind} and status = 'review' order by created_at desc limit 1`;
  return (await readJson(staff.fetch(`/api/v1/moderation/cases/${row?.id ?? ''}`))).case;
}

async function decide(found: CaseBody, verdict: 'allow' | 'rejected'): Promise<Response> {
  const body = { verdict, reasonCode: 'other', version: found.version };
  return staff.send('POST', `/api/v1/moderation/cases/${found.id}/decision`, body);
}

const waits = async (person: Person, kind: 'profile-name' | 'avatar') =>
  (
    await home.sql`select 1 from moderation_case
      where author_account_id = ${person.id} and kind = ${kind} and status = 'review'`
  ).length > 0;

test('a name is a candidate (202) while the old one stays public; sending it again changes nothing', async () => {
  const person = await home.person();
  const before = await read(person);
  const answer = await person.send('PATCH', PROFILE, { displayName: 'Star Beat', version: 1 });
  expect(answer.status).toBe(202);
  const pending = {
    displayName: before.displayName,
    candidateDisplayName: 'Star Beat',
    displayNameStatus: 'pending',
    displayNameRevision: 2,
    version: 2,
  };
  expect(await answer.json()).toMatchObject({ profile: pending });
  const again = await person.send('PATCH', PROFILE, { displayName: 'Ｓtar  Beat' });
  expect([again.status, await again.json()]).toMatchObject([202, { profile: pending }]);
  await expectOnlyStatus(person.send('PATCH', PROFILE, { bio: 'not about the name' }), 200);

  const found = await caseOf(person, 'profile-name');
  expect(found.subjectId).toBe(String(person.uid));
  await expectOnlyStatus(decide(found, 'allow'), 200);
  expect(await read(person)).toMatchObject({
    displayName: 'Star Beat',
    candidateDisplayName: null,
    displayNameStatus: 'allow',
    version: 4,
  });
});

test('only the owner sees a rejected name and may withdraw it', async () => {
  const person = await home.person();
  const { displayName } = await read(person);
  await person.send('PATCH', PROFILE, { displayName: 'Not This' });
  await decide(await caseOf(person, 'profile-name'), 'rejected');
  expect(await read(person)).toMatchObject({
    displayName,
    candidateDisplayName: 'Not This',
    displayNameStatus: 'rejected',
  });
  await expectOnlyStatus(person.send('PATCH', PROFILE, { displayName: 'Not This' }), 200);
  await expectOnlyStatus(person.send('PATCH', PROFILE, { displayName }), 200);
  expect(await read(person)).toMatchObject({ displayName, candidateDisplayName: null, displayNameStatus: 'allow' });
});

test('a verdict on a replaced candidate changes nothing', async () => {
  const person = await home.person();
  await person.send('PATCH', PROFILE, { displayName: 'First Wish' });
  const first = await caseOf(person, 'profile-name');
  await person.send('PATCH', PROFILE, { displayName: 'Second Wish' });
  await expectRefused(decide(first, 'allow'), '409 version_conflict');
  expect(await read(person)).toMatchObject({ candidateDisplayName: 'Second Wish', displayNameStatus: 'pending' });

  await expectOnlyStatus(person.send('PATCH', PROFILE, { displayName: (await read(person)).displayName }), 200);
  expect(await waits(person, 'profile-name')).toBe(false);
});

test('an avatar becomes public when it is allowed', async () => {
  const person = await home.person();
  const put = async () =>
    person.fetch(AVATAR, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: await makePng(32, 32) });
  await expectOnlyStatus(put(), 202);
  await home.world.until(() => waits(person, 'avatar'), 30_000);
  expect((await read(person)).avatarUrl).toBeNull();
  const [row]: { public_id: string }[] = await home.sql`select public_id from avatar where account_id = ${person.id}`;
  const url = `${AVATAR}/${row?.public_id}`;
  await expectRefused(home.world.fetch(url), '404 avatar_not_found');
  const found = await caseOf(person, 'avatar');
  const content = await staff.fetch(`/api/v1/moderation/cases/${found.id}/content`);
  expect([content.status, content.headers.get('content-type')]).toEqual([200, 'image/webp']);

  await expectOnlyStatus(decide(found, 'allow'), 200);
  await expectOnlyStatus(home.world.fetch(url), 200);
  expect((await read(person)).avatarUrl).toBe(url);

  await put();
  await home.world.until(() => waits(person, 'avatar'), 30_000);
  await expectOnlyStatus(decide(await caseOf(person, 'avatar'), 'rejected'), 200);
  expect((await read(person)).avatarUrl).toBe(url);

  await put();
  await home.world.until(() => waits(person, 'avatar'), 30_000);
  const last = await caseOf(person, 'avatar');
  await expectOnlyStatus(person.fetch(AVATAR, { method: 'DELETE' }), 204);
  await expectRefused(decide(last, 'allow'), '409 version_conflict');
  expect((await read(person)).avatarUrl).toBeNull();
});

test('deleting the account removes its cases from the queue', async () => {
  const person = await home.person();
  await person.send('PATCH', PROFILE, { displayName: 'Leaving Soon' });
  expect(await waits(person, 'profile-name')).toBe(true);
  await expectOnlyStatus(person.send('DELETE', PROFILE, { confirmation: person.email }), 204);
  expect(await waits(person, 'profile-name')).toBe(false);
});
