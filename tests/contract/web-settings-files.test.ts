// One's own files in the settings over the wire: the list, descriptions and deletion as a browser without script has them.
import { expect, test } from 'bun:test';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, leadOf, readOwnPage, submitForm } from '../fixtures/page-client.ts';
import { expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';

const FILES = '/settings/files';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const open = (who: Person, path: string) => readOwnPage(who.fetch(path, { headers: HTML }));
const submit = (who: Person, fields: Record<string, string>) => submitForm(who, FILES, fields);

/** A file as uploads leaves it. */
async function makeFile(person: Person, name: string, status = 'ready'): Promise<string> {
  const id = Bun.randomUUIDv7();
  await world.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size,
      charged_bytes, status, original_key, width, height, expires_at)
    values (${id}, ${person.id}, ${person.uid}, ${id}, ${name}, 'image/png', 10, 10, ${status}, ${id}, 4, 3, now() + interval '1 hour')`;
  await world.sql`insert into attachment_variant (attachment_id, kind, object_key, media_type, bytes, sha256, width, height)
    values (${id}, 'media', ${id}, 'image/webp', 5, 'x', 4, 3), (${id}, 'thumb', ${id}, 'image/webp', 5, 'x', 2, 1)`;
  return id;
}

test('strangers are asked to sign in, other sites and forms without fields are refused', async () => {
  const { cookie } = await world.person();
  const fields = { act: 'delete', file: Bun.randomUUIDv7() };
  await expectRefused(world.world.fetch(FILES), '401 authentication_required');
  await expectRefused(world.form(FILES, fields), '401 authentication_required');
  const foreign = await world.form(FILES, fields, { cookie, origin: 'https://elsewhere.example' });
  await expectRefused(foreign, '403 cross_origin_request');
  await expectRefused(world.form(FILES, {}, { cookie }), '422 invalid_body');
});

test('files are listed with their state, picture and post, and narrowed by state', async () => {
  const person = await world.person();
  expect(await open(person, FILES)).toContain('No files here.');
  const shown = await makeFile(person, 'stage.png');
  await makeFile(person, '<refused>.png', 'rejected');
  const post = await writePost(person, { title: 'Last night', attachmentIds: [shown] });
  const page = await open(person, FILES);
  for (const text of [
    'stage.png',
    '&lt;refused>.png',
    `src="/api/v1/community/attachments/${shown}/content?variant=thumb"`,
    `href="/community/posts/${post.id}"`,
    'Last night',
    'Not accepted',
  ]) {
    expect(page).toContain(text);
  }
  const refused = await open(person, `${FILES}?status=rejected`);
  expect([refused.includes('stage.png'), refused.includes('&lt;refused>.png')]).toEqual([false, true]);
  expect(await open(person, `${FILES}?status=nonsense`)).toContain('stage.png');
});

test('a file is described, and a description that is too long is said at its field', async () => {
  const person = await world.person();
  const file = await makeFile(person, 'stage.png');
  const fields = { act: 'describe', file };
  expect(leadOf(await submit(person, { ...fields, alt: 'A stage\r\nin the rain' }))).toEqual([
    303,
    `${FILES}?done=described`,
  ]);
  const page = await open(person, `${FILES}?done=described`);
  expect(page).toContain('Alt text saved.');
  expect(page).toContain('A stage');
  const long = 'x'.repeat(501);
  const again = await readOwnPage(await submit(person, { ...fields, alt: long }), 422);
  expect(again).toContain(long);
  expect(again).toContain(`href="#alt-${file}"`);
  expect(leadOf(await submit(person, { ...fields, alt: '' }))).toEqual([303, `${FILES}?done=described`]);
  expect(await open(person, FILES)).not.toContain('A stage');
});

test('a file is deleted unless a post holds it, and nobody else’s is', async () => {
  const [person, other] = await world.people(2);
  const [free, held] = [await makeFile(person, 'free.png'), await makeFile(person, 'held.png')];
  await writePost(person, { attachmentIds: [held] });
  const { cookie } = person;
  await expectRefused(world.form(FILES, { act: 'delete', file: held }, { cookie }), '409 attachment_in_use');
  for (const fields of [
    { act: 'delete', file: free },
    { act: 'describe', file: free, alt: 'Mine' },
  ]) {
    await expectRefused(world.form(FILES, fields, { cookie: other.cookie }), '404 attachment_not_found');
  }
  expect(leadOf(await submit(person, { act: 'delete', file: free }))).toEqual([303, `${FILES}?done=deleted`]);
  expect(await open(person, `${FILES}?done=deleted`)).not.toContain('free.png');
});

test('older files are on the next page, and a cursor of another list begins anew', async () => {
  const person = await world.person();
  for (let count = 0; count < 21; count += 1) await makeFile(person, `file-${count}.png`);
  const page = await open(person, FILES);
  expect(page).not.toContain('file-0.png');
  const older = (/href="(\/settings\/files\?cursor=[^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
  expect(await open(person, older)).toContain('file-0.png');
  const stale = await person.fetch(`${older}&status=ready`, { headers: HTML, redirect: 'manual' });
  expect(leadOf(stale)).toEqual([303, FILES]);
});
