// Deletion by staff: hidden at once, notified and appealed like other decisions, restored until it is erased, and erased by a sweep.
// Erasing at once by administrators, after which nothing of the text is left in the database.
import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { NOTIFICATIONS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { attachmentPath, settle, upload } from '../fixtures/uploads.ts';

const LISTS = '/api/v1/me/lists';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', WEBHOOK_PRIVATE: 'on' }));
const moderator = await world.person({ role: 'moderator' });
const colleague = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });
const reader = await world.person();

type Deleted = AnswerBody<'GET /api/v1/moderation/deletions/{kind}/{id}'>;
type Kind = Deleted['subject']['kind'];
const KINDS: readonly Kind[] = ['post', 'comment', 'attachment', 'list'];

const remove = (kind: Kind, id: string, by: Person = moderator, fields: object = {}) =>
  by.send('DELETE', `${MODERATION}/${kind}s/${id}`, { reasonCode: 'privacy', ...fields });
const restore = (kind: Kind, id: string, by: Person = moderator) =>
  by.fetch(`${MODERATION}/deletions/${kind}/${id}/restore`, { method: 'POST' });
const look = (kind: Kind, id: string, by: Person = moderator) => by.fetch(`${MODERATION}/deletions/${kind}/${id}`);
const erase = (kind: Kind | 'account', id: string, by: Person = administrator, reason = 'Request 12') =>
  by.send('POST', '/api/v1/admin/erasures', { kind, id, reason });

/** Something by an author, which everybody sees. */
async function make(kind: Kind, author: Person, text = 'Some text'): Promise<string> {
  if (kind === 'post') return (await writePost(author, { title: text, body: text })).id;
  if (kind === 'comment') return (await writeComment(author, (await writePost(reader)).id, { body: text })).id;
  if (kind === 'list') {
    const fields = { title: text, description: text, visibility: 'public' };
    return (await expectStatus<{ list: { id: string } }>(author.send('POST', LISTS, fields), 201)).list.id;
  }
  const { id } = await settle(author, await upload(author, await makePng(200, 120), 'image/png'));
  await writePost(author, { attachmentIds: [id] });
  await expectStatus(author.send('PATCH', attachmentPath(id), { alt: text }), 200);
  return id;
}

/** Whether others see it. */
async function isSeen(kind: Kind, id: string): Promise<boolean> {
  if (kind === 'post') return (await reader.fetch(`${POSTS}/${id}`)).ok;
  if (kind === 'list') return (await reader.fetch(`/api/v1/community/lists/${id}`)).ok;
  if (kind === 'attachment') return (await reader.fetch(`${attachmentPath(id)}/content`)).ok;
  const { subject } = await expectStatus(look('comment', id), 200);
  const page = await reader.fetch(`${POSTS}/${subject.postId}`);
  return (await page.text()).includes(id);
}

/** Rows that contain a text, by table: in whatever column, also in those of jobs. */
async function countRows(marker: string): Promise<Readonly<Record<string, number>>> {
  const tables: { schema: string; name: string }[] = await world.sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' order by 1, 2`;
  const counts: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const [row]: { count: number }[] = await world.sql.unsafe(
      `select count(*)::int as count from "${schema}"."${name}" t where strpos(lower(t::text), $1) > 0`,
      [marker],
    );
    if (row !== undefined && row.count > 0) counts[name] = row.count;
  }
  return counts;
}
const newMarker = (): string => `qx${crypto.randomUUID().replaceAll('-', '').slice(2)}`;

/** Lets the sweep run now. */
async function sweep(): Promise<void> {
  await world.sql`insert into jobs.job (name, data) values ('community.deletions', '{}')`;
  await world.world.until(async () => {
    const waiting = await world.sql`select 1 from jobs.job where name = 'community.deletions'
      and state in ('created', 'active', 'retry')`;
    return waiting.length === 0;
  }, 60_000);
}
/** Lets the time for appeals be over. */
const elapse = (id: string) => world.sql`update staff_deletion set erase_at = now() where subject_id = ${id}`;

describe('deletion by staff', () => {
  for (const kind of KINDS) {
    test(`${kind}: hides it at once, notifies the author, and can be restored`, async () => {
      const author = await world.person();
      const id = await make(kind, author);
      expect(await isSeen(kind, id)).toBe(true);
      const before = await expectStatus(look(kind, id), 200);
      expect([before.deletion, before.subject]).toMatchObject([null, { kind, id, author: { uid: author.uid } }]);

      await expectRefused(world.world.fetch(`${MODERATION}/deletions/${kind}/${id}`), '401 authentication_required');
      await expectRefused(look(kind, id, author), '403 staff_required');
      await expectRefused(remove(kind, id, reader), '403 staff_required');
      await expectRefused(remove(kind, NOWHERE), `404 ${kind}_not_found`);
      await expectRefused(look(kind, NOWHERE), `404 ${kind}_not_found`);
      await expectRefused(look(kind, 'none'), '404 deletion_not_found');
      await expectRefused(
        restore(kind, NOWHERE),
        kind === 'attachment' ? '404 deletion_not_found' : `404 ${kind}_not_found`,
      );
      await expectRefused(restore(kind, id), '404 deletion_not_found');
      await expectRefused(remove(kind, id, moderator, { reasonCode: 'because' }), '422 invalid_body');

      const { subject, deletion } = await expectStatus(remove(kind, id, moderator, { message: 'Not here.' }), 200);
      expect(subject.hidden).toBe(true);
      expect(deletion?.byUid).toBe(moderator.uid);
      const days = ((deletion?.eraseAt ?? 0) - (deletion?.createdAt ?? 0)) / 86_400_000;
      expect(Math.round(days)).toBe(30);
      expect(await isSeen(kind, id)).toBe(false);
      await expectRefused(remove(kind, id, colleague), '409 already_deleted');
      const { items } = await expectStatus(moderator.fetch(`${MODERATION}/users/${author.uid}/content`), 200);
      expect(items.find((item) => item.id === id)?.eraseAt).toBe(deletion?.eraseAt ?? null);

      const { notifications } = await expectStatus(author.fetch(NOTIFICATIONS), 200);
      expect(notifications.filter(({ kind }) => kind === 'moderation')).toMatchObject([
        { verdict: 'delete', reasonCode: 'privacy', message: 'Not here.', subjectKind: kind, subjectId: id },
      ]);
      const { decisions } = await expectStatus(author.fetch('/api/v1/account/standing'), 200);
      expect(decisions).toMatchObject([{ caseId: deletion?.caseId, message: 'Not here.' }]);
      expect((await world.mail(author.email)).text).toContain('Not here.');

      const restored = await expectStatus(restore(kind, id, colleague), 200);
      expect([restored.deletion, restored.subject.hidden]).toEqual([null, false]);
      expect(await isSeen(kind, id)).toBe(true);
      await expectRefused(restore(kind, id), '404 deletion_not_found');
      const events: { action: string; after: { hidden?: boolean; status?: string } }[] = await world.sql`
        select action, after from audit_event where subject_id = ${id} and action like ${`${kind}.%`} order by at, id`;
      expect(events.map(({ action }) => action)).toEqual([`${kind}.delete`, `${kind}.restore`]);
    });

    test(`${kind}: is erased when the time for appeals is over, whatever kills the sweep`, async () => {
      const author = await world.person();
      const marker = newMarker();
      const id = await make(kind, author, marker);
      await expectStatus(remove(kind, id, moderator, { message: `About ${marker}` }), 200);
      await sweep();
      expect(await countRows(marker)).not.toEqual({});
      await elapse(id);
      await sweep();
      await world.world.until(async () => Object.keys(await countRows(marker)).length === 0, 20_000);
      expect(await countRows(marker)).toEqual({});
      await sweep();
      await expectRefused(look(kind, id), `404 ${kind}_not_found`);
      await expectRefused(remove(kind, id), `404 ${kind}_not_found`);
      const events = await world.sql`select actor_account_id as by from audit_event
        where subject_id = ${id} and action = ${`${kind}.erase`}`;
      expect([...events]).toEqual([{ by: null }]);
    });
  }

  test('waits for an open appeal, ends when it is granted, and erases at once when it is denied', async () => {
    const author = await world.person();
    const [kept, gone] = [await make('post', author), await make('attachment', author)];
    const appeals: { id: string }[] = [];
    for (const [kind, id] of [
      ['post', kept],
      ['attachment', gone],
    ] as const) {
      const { deletion } = await expectStatus(remove(kind, id), 200);
      const body = { caseId: deletion?.caseId, message: 'Why?' };
      appeals.push((await expectStatus(author.send('POST', '/api/v1/account/appeals', body), 201)).appeal);
      await elapse(id);
    }
    await sweep();
    await expectStatus(look('post', kept), 200);
    await expectStatus(look('attachment', gone), 200);
    for (const [index, verdict] of ['granted', 'denied'].entries()) {
      const answer = colleague.send('POST', `${MODERATION}/appeals/${appeals[index]?.id}/decision`, {
        verdict,
        version: 1,
      });
      await expectStatus(answer, 200);
    }
    expect(await isSeen('post', kept)).toBe(true);
    await world.sql`update staff_deletion set erase_at = now() + interval '20 days' where subject_id = ${gone}`;
    await sweep();
    expect((await expectStatus(look('post', kept), 200)).deletion).toBeNull();
    expect(await isSeen('post', kept)).toBe(true);
    await expectRefused(look('attachment', gone), '404 attachment_not_found');
  });

  test('leaves what was hidden before as it was, and what waited waits again when it is restored', async () => {
    const author = await world.person();
    const post = await writePost(author);
    const state = { action: 'hide', reasonCode: 'spam', version: post.version };
    await expectStatus(moderator.send('POST', `${MODERATION}/posts/${post.id}/state`, state), 200);
    await expectStatus(remove('post', post.id), 200);
    expect((await expectStatus(restore('post', post.id), 200)).subject.hidden).toBe(true);
    const links = 'https://a.example https://b.example https://c.example https://d.example https://e.example';
    const waiting = await writePost(author, { body: links });
    expect(waiting.moderationStatus).toBe('review');
    const { deletion } = await expectStatus(remove('post', waiting.id), 200);
    expect(deletion?.caseId).toMatch(/^[0-9a-f-]{36}$/);
    const queued = async () =>
      (await expectStatus(moderator.fetch(`${MODERATION}/cases?status=review&limit=100`), 200)).cases.some(
        ({ id }) => id === deletion?.caseId,
      );
    expect(await queued()).toBe(false);
    await expectStatus(restore('post', waiting.id), 200);
    expect(await queued()).toBe(true);
    await expectRefused(reader.fetch(`${POSTS}/${waiting.id}`), '404 post_not_found');
    // A file that was rejected before stays so, too.
    const file = await make('attachment', author);
    await expectStatus(remove('attachment', file), 200);
    await expectStatus(restore('attachment', file), 200);
    const [found]: { id: string; version: number }[] = await world.sql`
      select id, version from moderation_case where subject_id = ${file}`;
    const decision = { verdict: 'rejected', reasonCode: 'spam', version: found?.version };
    await expectStatus(moderator.send('POST', `${MODERATION}/cases/${found?.id}/decision`, decision), 200);
    await expectStatus(remove('attachment', file), 200);
    expect((await expectStatus(restore('attachment', file), 200)).subject.hidden).toBe(true);
  });

  test('is not for one’s own, nor for moderators about administrators, nor for what is private', async () => {
    for (const kind of KINDS) {
      const own = await make(kind, moderator);
      await expectRefused(remove(kind, own), '403 forbidden');
      const above = await make(kind, administrator);
      await expectRefused(remove(kind, above), '403 forbidden');
      await expectStatus(remove(kind, own, administrator), 200);
      // What an administrator decided about staff is undone by administrators.
      await expectRefused(restore(kind, own, colleague), '403 forbidden');
      await expectStatus(restore(kind, own, administrator), 200);
    }
    const author = await world.person();
    const post = await writePost(author, { visibility: 'private' });
    await expectRefused(remove('post', post.id), '404 post_not_found');
    const list = await expectStatus<{ list: { id: string } }>(author.send('POST', LISTS, { title: 'Mine' }), 201);
    await expectRefused(remove('list', list.list.id), '404 list_not_found');
    const file = await settle(author, await upload(author, await makePng(64, 64), 'image/png'));
    await writePost(author, { visibility: 'private', attachmentIds: [file.id] });
    await expectRefused(remove('attachment', file.id), '404 attachment_not_found');
    await expectRefused(look('attachment', file.id), '404 attachment_not_found');
  });

  test('of lists belongs to hiding everything of a person, and is undone with it', async () => {
    const author = await world.person();
    const id = await make('list', author);
    const path = `${MODERATION}/users/${author.uid}/removals` as const;
    const begun = await expectStatus(moderator.send('POST', path, { scope: 'all', reasonCode: 'spam' }), 202);
    const removal = `${MODERATION}/removals/${begun.removal.id}` as const;
    const until = (state: string) =>
      world.world.until(
        async () => (await expectStatus(moderator.fetch(removal), 200)).removal.state === state,
        30_000,
      );
    await until('done');
    expect(await isSeen('list', id)).toBe(false);
    const { items } = await expectStatus(moderator.fetch(`${MODERATION}/users/${author.uid}/content?kind=list`), 200);
    expect(items.map((item) => [item.id, item.state])).toEqual([[id, 'hidden']]);
    await moderator.fetch(`${removal}/undo`, { method: 'POST' });
    await until('undone');
    expect(await isSeen('list', id)).toBe(true);
  });
});

/** Lets everything that others write about a subject contain the marker. */
async function surround(kind: Kind, id: string, author: Person, marker: string): Promise<void> {
  if (kind !== 'attachment') {
    const report = { targetKind: kind, targetId: id, reasonCode: 'privacy', details: `Says ${marker}` };
    await expectStatus(reader.send('POST', '/api/v1/community/reports', report), 201);
  }
  const { deletion } = await expectStatus(remove(kind, id, moderator, { message: `It says ${marker}` }), 200);
  const caseId = deletion?.caseId ?? '';
  const note = { body: `The text is ${marker}` };
  await expectStatus(moderator.send('POST', `${MODERATION}/cases/${caseId}/notes`, note), 201);
  const appeal = { caseId, message: `But ${marker}` };
  await expectStatus(author.send('POST', '/api/v1/account/appeals', appeal), 201);
  // The text of a note in the audit trail.
  const [row]: { version: number }[] = await world.sql`select version from moderation_case where id = ${caseId}`;
  const decision = { verdict: 'allow', reasonCode: 'other', note: `Quotes ${marker}`, version: row?.version };
  await expectStatus(colleague.send('POST', `${MODERATION}/cases/${caseId}/decision`, decision), 200);
}

describe('erasing at once', () => {
  for (const kind of KINDS) {
    test(`leaves nothing of the text: ${kind}`, async () => {
      const author = await world.person();
      const marker = newMarker();
      const id = await make(kind, author, marker);
      await surround(kind, id, author, marker);
      if (kind === 'post') {
        const draft = { content: { body: `Better ${marker}` }, version: 0 };
        await expectStatus(author.send('PUT', `/api/v1/me/drafts/edit-${id}`, draft), 200);
      }
      const held = await countRows(marker);
      expect(Object.keys(held)).toEqual(expect.arrayContaining(['audit_value', 'appeal', 'moderation_note']));
      expect(held.audit_event).toBeUndefined();
      expect(await expectStatus(erase(kind, id), 202)).toEqual({ erasure: { kind, id } });
      expect(await countRows(marker)).toEqual({});
      expect(await isSeen(kind, id).catch(() => false)).toBe(false);
      await expectRefused(
        restore(kind, id),
        kind === 'attachment' ? '404 deletion_not_found' : `404 ${kind}_not_found`,
      );
      const [open] = await world.sql`select count(*)::int as open from appeal where status = 'open'
        and case_id in (select id from moderation_case where subject_id = ${id})`;
      expect(open).toEqual({ open: 0 });
      const { events } = await expectStatus(administrator.fetch(`/api/v1/admin/audit?subjectId=${id}`), 200);
      const [erased, cleared] = events;
      expect([erased?.action, erased?.note, erased?.actorUid]).toEqual([
        `${kind}.erase`,
        'Request 12',
        administrator.uid,
      ]);
      expect([cleared?.action, cleared?.after]).toEqual(['audit.clear', { values: 1 }]);
      if (kind === 'list') await expectRefused(erase(kind, id), '404 list_not_found');
      else await expectStatus(erase(kind, id), 202);
    });
  }

  test('takes files with their bytes, tags, revisions, deliveries and keys of requests', async () => {
    const author = await world.person();
    const marker = newMarker();
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['post.created'] };
    await expectStatus(administrator.send('POST', '/api/v1/admin/webhooks', hook), 201);
    const file = await settle(author, await upload(author, await makePng(300, 200), 'image/png'));
    await expectStatus(author.send('PATCH', attachmentPath(file.id), { alt: marker }), 200);
    const created = await author.fetch(POSTS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': marker.padEnd(20, '0') },
      body: JSON.stringify({ title: marker, body: `First ${marker}`, tags: [marker], attachmentIds: [file.id] }),
    });
    const { post } = await expectStatus<{ post: { id: string; version: number } }>(created, 201);
    await expectStatus(
      author.send('PATCH', `${POSTS}/${post.id}`, { body: `Then ${marker}`, version: post.version }),
      200,
    );
    await expectStatus(author.send('POST', `${POSTS}/${post.id}/comments`, { body: 'Of somebody' }), 201);
    const held = await countRows(marker);
    for (const table of ['post', 'post_revision', 'post_tag', 'tag', 'attachment', 'webhook_delivery']) {
      expect([table, held[table]]).toEqual([table, expect.any(Number)]);
    }
    const files = () =>
      readdirSync(world.world.dataDirectory, { recursive: true }).filter((name) => String(name).includes(file.id));
    expect(files().length).toBeGreaterThan(1);
    await expectStatus(erase('post', post.id), 202);
    expect(await countRows(marker)).toEqual({});
    expect([...(await world.sql`select 1 from idempotency_key where created_id = ${post.id}`)]).toEqual([]);
    await world.world.until(async () => {
      const [row]: { isRemoved: boolean }[] = await world.sql`
        select objects_removed_at is not null as "isRemoved" from attachment where id = ${file.id}`;
      return row?.isRemoved === true;
    }, 30_000);
    // Folders may stay.
    expect(files().filter((name) => String(name).includes('.'))).toEqual([]);
    await expectRefused(author.fetch(`${attachmentPath(file.id)}/content`), '404 attachment_not_found');
  });

  test('an account is deleted at once, with its address and all that staff wrote about it', async () => {
    const marker = newMarker();
    const author = await world.person({ email: `${marker}@example.org` });
    await author.send('PATCH', '/api/v1/account/profile', {
      handle: marker.slice(0, 20),
      displayName: marker.slice(0, 30),
      bio: marker,
    });
    for (const kind of KINDS) await surround(kind, await make(kind, author, marker), author, marker);
    const restriction = { kind: 'upload', reasonCode: 'spam', message: `For ${marker}`, note: `Quotes ${marker}` };
    await expectStatus(moderator.send('POST', `${MODERATION}/users/${author.uid}/restrictions`, restriction), 201);
    const note = { body: `Calls themselves ${marker}` };
    await expectStatus(moderator.send('POST', `${MODERATION}/users/${author.uid}/notes`, note), 201);
    const removal = { scope: 'all', reasonCode: 'spam', message: `Because of ${marker}` };
    await expectStatus(moderator.send('POST', `${MODERATION}/users/${author.uid}/removals`, removal), 202);
    await expectStatus(erase('account', String(author.uid)), 202);
    await expectRefused(author.fetch('/api/v1/account/profile'), '401 authentication_required');
    await world.world
      .until(async () => Object.keys(await countRows(marker.slice(0, 20))).length === 0, 60_000)
      .catch(() => {});
    expect(await countRows(marker.slice(0, 20))).toEqual({});
    const { events } = await expectStatus(
      administrator.fetch(`/api/v1/admin/audit?subjectKind=user&subjectId=${author.uid}`),
      200,
    );
    expect(events.find(({ action }) => action === 'account.erase')?.note).toBe('Request 12');
    expect(events.some(({ action }) => action === 'audit.clear')).toBe(true);
    // Deleted before, an account can still be erased.
    await expectStatus(erase('account', String(author.uid)), 202);
  });

  test('is for administrators with a fresh proof, with a reason, and not for their own', async () => {
    const author = await world.person();
    const id = await make('post', author);
    await expectRefused(
      world.send('POST', '/api/v1/admin/erasures', { kind: 'post', id, reason: 'x' }),
      '401 authentication_required',
    );
    await expectRefused(erase('post', id, author), '403 forbidden');
    await expectRefused(erase('post', id, moderator), '403 forbidden');
    await expectRefused(erase('post', id, administrator, ' '), '422 invalid_body');
    for (const kind of KINDS) {
      await expectRefused(erase(kind, NOWHERE), `404 ${kind}_not_found`);
      await expectRefused(erase(kind, 'x'), `404 ${kind}_not_found`);
    }
    await expectRefused(erase('account', '99999999'), '404 account_not_found');
    await expectRefused(erase('account', 'x'), '404 account_not_found');
    await expectRefused(erase('account', String(administrator.uid)), '409 self_modification_forbidden');
    await expectRefused(erase('post', await make('post', administrator)), '403 forbidden');
    const stale = await world.person({ role: 'administrator' });
    await world.sql`update session set created_at = now() - interval '11 minutes', confirmed_at = null where account_id = ${stale.id}`;
    await expectRefused(erase('post', id, stale), '403 reauthentication_required');
    expect(await isSeen('post', id)).toBe(true);
  });
});

describe('the audit trail', () => {
  test('keeps notes apart, and refuses to change or delete them but by its function', async () => {
    const author = await world.person();
    const post = await writePost(author);
    const state = { action: 'hide', reasonCode: 'spam', version: post.version, note: 'Seen before' };
    await expectStatus(moderator.send('POST', `${MODERATION}/posts/${post.id}/state`, state), 200);
    const [event] =
      await world.sql`select id, note, after, jsonb_typeof(after) as type from audit_event where subject_id = ${post.id}`;
    expect(event).toMatchObject({ note: null, type: 'object', after: { hidden: true } });
    const { events } = await expectStatus(moderator.fetch(`${MODERATION}/audit?subjectId=${post.id}`), 200);
    expect(events[0]?.note).toBe('Seen before');
    for (const statement of [
      'delete from audit_value',
      "update audit_value set value = 'x'",
      'truncate audit_value',
      `select set_config('livehouse.audit_clear', '${event?.id}', false); delete from audit_value`,
    ]) {
      const refused = await world.sql
        .begin((tx) => tx.unsafe(statement))
        .then(
          () => 'done',
          (error: unknown) => String(error),
        );
      expect(refused).toContain('take inserts only');
    }
    // A process of the version before writes notes and states as it always did.
    const old = Bun.randomUUIDv7();
    await world.sql`insert into audit_event (id, action, subject_kind, subject_id, note, after)
      values (${old}, 'post.hide', 'post', ${post.id}, 'Of an old process', ${JSON.stringify({ hidden: true })}::text::jsonb)`;
    await world.sql`insert into audit_event (id, action, subject_kind, subject_id, after)
      values (${Bun.randomUUIDv7()}, 'post.hide', 'post', ${post.id}, to_jsonb('{"hidden": true}'::text))`;
    const rows =
      await world.sql`select jsonb_typeof(after) as type, note from audit_event where subject_id = ${post.id}`;
    expect([...rows]).toEqual(Array(3).fill({ type: 'object', note: null }));
    const [value] = await world.sql`select name, value from audit_value where event_id = ${old}`;
    expect(value).toEqual({ name: 'note', value: 'Of an old process' });
  });
});
