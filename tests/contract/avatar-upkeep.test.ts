// What the reconcilers of avatars remove and what they leave, on a database and a store of their own.
import { expect, test } from 'bun:test';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createAccount } from '../../src/features/accounts/common/accounts.ts';
import { bindAvatarJobs, cleanAvatars, sweepAvatarObjects } from '../../src/features/accounts/profile/avatar.ts';
import { avatarOriginalKey, avatarPictureKey } from '../../src/kernel/object-key.ts';
import { avatar } from '../../src/platform/database/schema/accounts.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';

const clone = await keepOpen(createTestDatabase());
const database = await keepOpen(openReadyDatabase(clone.url));
const folder = keepFolder();
const objects = openDiskObjects(folder);

let serial = 0;
async function put(
  status: 'pending' | 'ready' | 'rejected' | 'deleted',
  days: number,
  prepared = true,
): Promise<string> {
  serial += 1;
  const email = `avatar-${serial}@example.org`;
  const { id: accountId } = await database.transaction((tx) => createAccount(tx, { email, emailVerified: true }));
  const id = Bun.randomUUIDv7();
  const key = prepared ? avatarPictureKey(id) : avatarOriginalKey(id);
  await objects.write(key, Buffer.from('picture'));
  await database.db.insert(avatar).values({
    id,
    accountId,
    publicId: id,
    status,
    mediaType: 'image/webp',
    ...(prepared ? { imageKey: key } : { originalKey: key }),
    updatedAt: sql`now() - make_interval(days => ${days})`,
  });
  return id;
}
const isStored = async (key: string): Promise<boolean> => (await objects.read(key)) !== undefined;
const statusOf = async (id: string): Promise<string | undefined> => {
  const [row] = await database.db.select({ status: avatar.status }).from(avatar).where(sql`${avatar.id} = ${id}`);
  return row?.status;
};

test('cleanAvatars removes what is over and rejects what was lost', async () => {
  const ready = await put('ready', 400);
  const deleted = await put('deleted', 0);
  const fresh = await put('rejected', 59);
  const old = await put('rejected', 61);
  const working = await put('pending', 0, false);
  const judged = await put('pending', 5);
  const lost = await put('pending', 2, false);
  for (let i = 0; i < 2; i++) await cleanAvatars({ database, objects });
  const states = await Promise.all([ready, deleted, fresh, old, working, judged, lost].map(statusOf));
  expect(states).toEqual(['ready', undefined, 'rejected', undefined, 'pending', 'pending', 'rejected']);
  expect(await isStored(avatarPictureKey(ready))).toBe(true);
  expect(await isStored(avatarPictureKey(deleted))).toBe(false);
  expect(await isStored(avatarPictureKey(old))).toBe(false);
});

test('a preparation that was killed leaves no file, whether its avatar is gone or ready', async () => {
  const never = () => Promise.reject(new Error('not in this test'));
  const jobs = bindAvatarJobs({ database, objects, enqueue: never, submitFile: never });
  const prepare = jobs.find(({ kind }) => kind === 'avatar.prepare');
  const again = (avatarId: string) =>
    prepare?.perform({ avatarId }, { attempt: 2, signal: new AbortController().signal });

  const gone = Bun.randomUUIDv7();
  const ready = await put('ready', 0);
  const left = [avatarOriginalKey(gone), avatarPictureKey(gone), avatarOriginalKey(ready)];
  for (const key of left) await objects.write(key, Buffer.from('left over'));
  await Promise.all([again(gone), again(ready)]);
  expect(await Promise.all(left.map(isStored))).toEqual([false, false, false]);
  expect(await isStored(avatarPictureKey(ready))).toBe(true);
});

test('sweepAvatarObjects removes old objects that no row names', async () => {
  const claimed = await put('ready', 0);
  const [orphan, young] = [avatarOriginalKey(Bun.randomUUIDv7()), avatarOriginalKey(Bun.randomUUIDv7())];
  for (const key of [orphan, young]) await objects.write(key, Buffer.from('left over'));
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const key of [orphan, avatarPictureKey(claimed)]) utimesSync(join(folder, key), twoHoursAgo, twoHoursAgo);
  await sweepAvatarObjects({ database, objects });
  expect([await isStored(orphan), await isStored(young), await isStored(avatarPictureKey(claimed))]).toEqual([
    false,
    true,
    true,
  ]);
});
