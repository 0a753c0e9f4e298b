// The audit trail for administrators over HTTP: who did what to what and when, with every filter alone and together.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';

const AUDIT = '/api/v1/admin/audit';
const HOUR = 3_600_000;

type Page = AnswerBody<'GET /api/v1/admin/audit'>;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });
const other = await home.person({ role: 'moderator' });
const add = (actor: Person | null, action: string, subject: readonly [string, string], hoursAgo: number) =>
  home.sql`insert into audit_event (id, at, actor_account_id, action, subject_kind, subject_id, note)
      values (${Bun.randomUUIDv7()}, now() - make_interval(hours => ${hoursAgo}), ${actor?.id ?? null}, ${action},
        ${subject[0]}, ${subject[1]}, 'a note')`;
await add(admin, 'account.role', ['user', '10500'], 1);
await add(admin, 'release.promote', ['server', 'jp'], 2);
await add(other, 'case.decide', ['post', 'p-1'], 3);
await add(null, 'account.suspend', ['user', '10500'], 4);
await add(other, 'account.sign-in', ['account', String(other.uid)], 5);

const list = async (query = ''): Promise<Page> => readJson(admin.fetch(`${AUDIT}?${query}`));
const actions = async (query: string): Promise<readonly string[]> =>
  (await list(query)).events.map(({ action }) => action);

test('events come newest first with who did it, in pages', async () => {
  const { events } = await list();
  expect(events.map(({ action, actor }) => [action, actor?.uid])).toEqual([
    ['account.role', admin.uid],
    ['release.promote', admin.uid],
    ['case.decide', other.uid],
    ['account.suspend', undefined],
    ['account.sign-in', other.uid],
  ]);
  expect(events[0]).toMatchObject({ subjectKind: 'user', subjectId: '10500', note: 'a note' });
  expect(JSON.stringify(events)).not.toContain(admin.id);
  const first = await list('limit=2');
  const second = await list(`limit=3&cursor=${first.nextCursor}`);
  expect([...first.events, ...second.events]).toEqual([...events]);
  expect(second.nextCursor).toBeNull();
});

test('every filter', async () => {
  const now = Date.now();
  expect(await actions(`actor=${other.uid}`)).toEqual(['case.decide', 'account.sign-in']);
  await home.sql`update profile set handle = 'audit-actor' where uid = ${other.uid}`;
  for (const name of ['@audit-actor', '@Audit-Actor', `@${other.uid}`]) {
    expect(await actions(`actor=${name}`)).toEqual(['case.decide', 'account.sign-in']);
  }
  expect(await actions('actor=@nobody-here')).toEqual([]);
  const shown = await admin.fetch('/admin/audit?actor=@audit-actor', { headers: { accept: 'text/html' } });
  const html = await shown.text();
  expect([shown.status, html.includes('case.decide') || html.includes('Decided a case')]).toEqual([200, true]);
  expect(html).not.toContain('/admin/accounts/10500');
  expect(await actions('actor=service')).toEqual(['account.suspend']);
  expect(await actions('actor=999999999')).toEqual([]);
  expect(await actions('action=account.role')).toEqual(['account.role']);
  expect(await actions('part=access')).toEqual(['account.sign-in']);
  expect(await actions('part=acts')).toEqual(['account.role', 'release.promote', 'case.decide', 'account.suspend']);
  expect(await actions('subjectKind=user')).toEqual(['account.role', 'account.suspend']);
  expect(await actions('subjectKind=server&subjectId=jp')).toEqual(['release.promote']);
  expect(await actions(`since=${now - 2.5 * HOUR}`)).toEqual(['account.role', 'release.promote']);
  expect(await actions(`until=${now - 3.5 * HOUR}`)).toEqual(['account.suspend', 'account.sign-in']);
  expect(await actions(`actor=${admin.uid}&since=${now - 1.5 * HOUR}&subjectKind=user`)).toEqual(['account.role']);
});

test('what it does not know is refused, and a cursor belongs to its filters', async () => {
  for (const query of [
    ...[
      'actor=0',
      'actor=me',
      'actor=@no',
      'actor=@@name',
      'action=A',
      'part=x',
      'subjectKind=9',
      'subjectId=',
      'since=yesterday',
      'until=-1',
    ],
    `since=${'9'.repeat(15)}`,
  ]) {
    expect([query, ...(await refusalOf(admin.fetch(`${AUDIT}?${query}`)))]).toEqual([query, 400, 'invalid_query']);
  }
  await expectRefused(admin.fetch(`${AUDIT}?limit=0`), '400 invalid_limit');
  const { nextCursor } = await list('limit=1');
  for (const query of ['cursor=x', `cursor=${nextCursor}&since=1`]) {
    await expectRefused(admin.fetch(`${AUDIT}?${query}`), '400 invalid_cursor');
  }
});

test('the page has words for invites and settings', async () => {
  await expectOnlyStatus(admin.send('POST', '/api/v1/admin/invites', { maxUses: 1 }), 201);
  await expectOnlyStatus(admin.send('PATCH', '/api/v1/admin/settings', { version: 1, name: 'Audited' }), 200);
  const pages = ['/admin/audit', '/moderation/audit'].map((path) =>
    admin.fetch(path, { headers: { accept: 'text/html' } }),
  );
  for (const html of await Promise.all(pages.map(async (page) => (await page).text()))) {
    expect(html).toContain('Created an invite');
    expect(html).toContain('Changed settings');
    expect(html).not.toMatch(/>instance\.invite|Instance settings/);
  }
});

test('the page shows acts and sign-ins apart, and links in place of ids', async () => {
  const caseId = Bun.randomUUIDv7();
  const secret = Bun.randomUUIDv7();
  await home.sql`insert into audit_event (id, actor_account_id, action, subject_kind, subject_id, before, after) values
    (${Bun.randomUUIDv7()}, ${admin.id}, 'case.decide', 'comment', ${secret}, null,
      ${{ case: caseId, verdict: 'rejected', status: 'decided' }}::jsonb),
    (${Bun.randomUUIDv7()}, ${admin.id}, 'report.close', 'report', ${caseId},
      ${{ status: 'pending', targetKind: 'post', targetId: secret }}::jsonb, ${{ status: 'resolved' }}::jsonb)`;
  const read = async (path: string) => (await admin.fetch(path, { headers: { accept: 'text/html' } })).text();
  const acts = await read('/admin/audit');
  // The filter has a word for each action; the table has a cell.
  const cells = (html: string, word: string) => html.slice(html.indexOf('<table')).includes(word);
  expect([cells(acts, 'Decided a case'), cells(acts, 'Signed in')]).toEqual([true, false]);
  const access = await read('/admin/audit?part=access');
  expect([cells(access, 'Decided a case'), cells(access, 'Signed in')]).toEqual([false, true]);
  expect(cells(await read('/admin/audit?action=account.sign-in'), 'Signed in')).toBe(true);
  for (const html of [acts, await read('/moderation/audit')]) {
    expect(html).toContain(`href="/moderation/cases/${caseId}"`);
    expect(html).toContain(`href="/moderation/reports/${caseId}"`);
    expect(html).not.toContain(secret);
    expect(html).not.toContain(`>${caseId}`);
  }
});
