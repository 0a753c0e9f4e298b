// The files of an account in its export and after its deletion: all of its files and none of anybody else.
import { expect, onTestFinished, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import {
  attachmentPath,
  complete,
  PART_BYTES,
  reserve,
  sendPart,
  settle,
  upload,
  uploadPath,
} from '../fixtures/uploads.ts';
import { readZip } from '../fixtures/zip.ts';

const livehouse = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const folderOf = (prefix: string): string => join(livehouse.world.objectsDirectory, prefix);

/** The digest of every file below a prefix. */
function readStored(prefix: string): ReadonlyMap<string, string> {
  const folder = folderOf(prefix);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map(({ parentPath, name }) => [join(parentPath, name), sha256Hex(readFileSync(join(parentPath, name)))]),
  );
}

async function readExport(person: Person): Promise<ReadonlyMap<string, Uint8Array>> {
  const answer = await person.fetch('/api/v1/account/export');
  expect(answer.status).toBe(200);
  return readZip(await answer.bytes());
}

async function uploadReady(person: Person, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = await upload(person, bytes, 'image/png');
  expect((await settle(person, id)).status).toBe('ready');
  return id;
}

interface ListedFile {
  readonly id: string;
  readonly status: string;
}

test('an export contains each original file, or the shown variant if the original was removed', async () => {
  const [owner, other] = await livehouse.people(2);
  const [png, second] = [await makePng(40, 30), await makePng(41, 31)];
  const kept = await uploadReady(owner, png);
  const shown = await uploadReady(owner, second);
  const foreign = await uploadReady(other, await makePng(42, 32));
  const gone = await uploadReady(owner, await makePng(43, 33));
  await expectOnlyStatus(owner.fetch(attachmentPath(gone), { method: 'DELETE' }), 200);
  const { id: begun } = await reserve(owner, PART_BYTES + 1);
  await livehouse.sql`update attachment set original_removed_at = now() where id = ${shown}`;
  await rm(folderOf(`attachments/v1/${shown}/original`));

  const files = await readExport(owner);
  const list: ListedFile[] = JSON.parse(Buffer.from(files.get('attachments.json') ?? []).toString());
  expect(list.map(({ id, status }) => [id, status])).toEqual([
    [kept, 'ready'],
    [shown, 'ready'],
  ]);
  expect([...files.keys()].filter((name) => name.startsWith('attachments/')).toSorted()).toEqual(
    [`attachments/${kept}.png`, `attachments/${shown}.webp`].toSorted(),
  );
  expect(sha256Hex(files.get(`attachments/${kept}.png`) ?? new Uint8Array())).toBe(sha256Hex(png));
  const media = await (await owner.fetch(`${attachmentPath(shown)}/content`)).bytes();
  expect(sha256Hex(files.get(`attachments/${shown}.webp`) ?? new Uint8Array())).toBe(sha256Hex(media));
  const everything = [...files.values()].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
  for (const hidden of [foreign, begun, owner.id]) expect(everything).not.toContain(hidden);
}, 60_000);

test('deleting an account deletes all its files in every state, and none of others', async () => {
  const [leaver, other] = await livehouse.people(2);
  const png = await makePng(50, 40);
  const ready = await uploadReady(leaver, png);
  const linked = await uploadReady(leaver, await makePng(51, 41));
  await expectOnlyStatus(
    leaver.send('POST', '/api/v1/community/posts', { body: 'look', attachmentIds: [linked] }),
    201,
  );
  const { id: begun } = await reserve(leaver, PART_BYTES + 1);
  await sendPart(leaver, begun, 2, new Uint8Array(1));
  const { id: cancelled } = await reserve(leaver, PART_BYTES + 1);
  await leaver.fetch(uploadPath(cancelled, 'multipart'), { method: 'DELETE' });
  const foreign = await uploadReady(other, await makePng(52, 42));
  const { id: foreignBegun } = await reserve(other, PART_BYTES + 1);
  await sendPart(other, foreignBegun, 1, new Uint8Array(PART_BYTES));
  const rows: { part_handle: string; id: string }[] = await livehouse.sql`
    select id, part_handle from attachment where id in (${begun}, ${foreignBegun})`;
  const handleOf = (id: string): string => rows.find((row) => row.id === id)?.part_handle ?? 'none';
  const before = [readStored(`attachments/v1/${foreign}`), readStored(`parts/v1/${handleOf(foreignBegun)}`)];
  expect(before.map(({ size }) => size > 0)).toEqual([true, true]);
  for (const id of [ready, linked]) expect(readStored(`attachments/v1/${id}`).size).toBeGreaterThan(2);
  expect(readStored(`parts/v1/${handleOf(begun)}`).size).toBeGreaterThan(0);

  await expectOnlyStatus(leaver.send('DELETE', '/api/v1/account/profile', { confirmation: leaver.email }), 204);
  await livehouse.world.until(async () => {
    const left = await livehouse.sql`select 1 from attachment
      where owner_account_id = ${leaver.id} and (status <> 'deleted' or objects_removed_at is null)`;
    return left.length === 0;
  }, 30_000);
  for (const id of [ready, linked, begun, cancelled]) {
    expect([id, readStored(`attachments/v1/${id}`).size]).toEqual([id, 0]);
    await expectRefused(other.fetch(`${attachmentPath(id)}/content`), '404 attachment_not_found');
  }
  expect(readStored(`parts/v1/${handleOf(begun)}`).size).toBe(0);
  const told =
    await livehouse.sql`select distinct file_name, sha256 from attachment where owner_account_id = ${leaver.id}`;
  expect([...told]).toEqual([{ file_name: '', sha256: null }]);
  for (const table of ['attachment_part', 'attachment_variant']) {
    const left = await livehouse.sql.unsafe(
      `select 1 from ${table} join attachment on id = attachment_id where owner_account_id = $1`,
      [leaver.id],
    );
    expect([table, left.length]).toEqual([table, 0]);
  }

  const after = [readStored(`attachments/v1/${foreign}`), readStored(`parts/v1/${handleOf(foreignBegun)}`)];
  expect(after).toEqual(before);
  await expectOnlyStatus(other.fetch(`${attachmentPath(foreign)}/content`), 200);
  await expectOnlyStatus(sendPart(other, foreignBegun, 2, new Uint8Array(1)), 200);
}, 60_000);

test('a file that is deleted while its parts are joined leaves nothing behind', async () => {
  const person = await livehouse.person();
  // Stands for a deletion that runs completely between the first and the second step of a completion.
  await livehouse.sql`create function take_away() returns trigger language plpgsql as $$ begin
    if new.status = 'finishing' then new.status := 'deleted'; new.objects_removed_at := now(); end if; return new; end $$`;
  await livehouse.sql`create trigger take_away before update on attachment for each row execute function take_away()`;
  onTestFinished(async () => {
    await livehouse.sql`drop function take_away() cascade`;
  });
  const { id } = await reserve(person, PART_BYTES + 1);
  const first = new Uint8Array(PART_BYTES);
  first.set(await makePng(20, 20));
  await sendPart(person, id, 1, first);
  await sendPart(person, id, 2, new Uint8Array(1));
  await expectRefused(complete(person, id), '409 upload_cancelled');
  await livehouse.world.until(() => readStored(`attachments/v1/${id}`).size === 0, 30_000);
}, 60_000);
