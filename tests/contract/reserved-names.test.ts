// Handles and display names that pose as the people who run the service are reserved; whoever holds one keeps it.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { PROFILE, readName } from '../fixtures/moderation.ts';
import { expectOnlyStatus, openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';

const RESERVED = [409, 'handle_unavailable'] as const;

const home = await keepOpen(
  openAccountsWorld({
    BASE_URL: 'https://stars.example',
    MAIL_FROM: '"Starlight Club" <no-reply@stars.example>',
  }),
);

const patch = (person: Person, fields: Readonly<Record<string, unknown>>) => person.send('PATCH', PROFILE, fields);

test.each([
  { handle: 'admin' },
  { handle: 'ＡＤＭＩＮ' },
  { handle: 'm0derator_2' },
  { handle: 'livehouse-team' },
  { handle: 'starlight_club' },
  { handle: 'stars-example' },
  { displayName: 'Moderator' },
  { displayName: 'Anna (Adrnin)' },
  { displayName: 'ᎪᎠᎷᏆΝ' },
  { displayName: 'Livehouse' },
  { displayName: 'Starlight Club Support' },
  { displayName: '運営チーム' },
  { displayName: 'Free Name', handle: 'staff' },
])('%p is reserved, and changes nothing', async (fields) => {
  const person = await home.person();
  const before = await readName(person);
  expect(await refusalOf(patch(person, { bio: 'new', ...fields }))).toEqual(RESERVED);
  expect(await readName(person)).toEqual(before);
});

test('names that only mention such a word are free', async () => {
  const person = await home.person();
  for (const fields of [
    { handle: 'badminton', displayName: 'Livehouse Guitarist' },
    { handle: 'star_club', displayName: 'Moderato' },
  ]) {
    await expectOnlyStatus(patch(person, fields), 200);
  }
});

test('who holds one keeps it, and staff may take one', async () => {
  const holder = await home.person();
  await home.sql`update profile set handle = 'moderator', display_name = 'Admin' where account_id = ${holder.id}`;
  await expectOnlyStatus(patch(holder, { handle: 'moderator', displayName: 'Admin', bio: 'still here' }), 200);
  expect(await readName(holder)).toMatchObject({ displayName: 'Admin' });
  expect(await refusalOf(patch(holder, { handle: 'moderator2' }))).toEqual(RESERVED);
  const moderator = await home.person({ role: 'moderator' });
  await expectOnlyStatus(patch(moderator, { handle: 'moderator_anna', displayName: 'Moderator Anna' }), 200);
  const administrator = await home.person({ role: 'administrator' });
  await expectOnlyStatus(patch(administrator, { handle: 'admin', displayName: 'Livehouse Team' }), 200);
  expect(await readName(administrator)).toMatchObject({ displayName: 'Livehouse Team', displayNameStatus: 'allow' });
});
