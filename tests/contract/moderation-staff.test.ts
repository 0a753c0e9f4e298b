// Staff actions besides cases: restrictions of accounts, the directory, closing reports, and the audit trail of all of it.
import { describe, expect, test } from 'bun:test';
import { forgetAccount, readOwnRecord } from '../../src/features/moderation/staff/record.ts';
import { fileReport, type NewReport } from '../../src/features/moderation/staff/reports.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { askForName, MODERATION, PROFILE } from '../fixtures/moderation.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

type RestrictionBody = AnswerBody<'POST /api/v1/moderation/users/{uid}/restrictions'>['restriction'];

type ReportsBody = AnswerBody<'GET /api/v1/moderation/reports'>;
type ReportBody = ReportsBody['reports'][number];

const DAY = 86_400_000;
const NOWHERE = '0190a1b2-0000-7000-8000-000000000000';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const database = await keepOpen(openReadyDatabase(home.databaseUrl));
const moderator = await home.person({ role: 'moderator' });
const administrator = await home.person({ role: 'administrator' });

const restrict = (staff: Person, uid: number | string, body: Readonly<Record<string, unknown>>) =>
  staff.send('POST', `${MODERATION}/users/${uid}/restrictions`, { reasonCode: 'spam', ...body });
const lift = (staff: Person, uid: number, id: string, body?: unknown) =>
  body === undefined
    ? staff.fetch(`${MODERATION}/users/${uid}/restrictions/${id}`, { method: 'DELETE' })
    : staff.send('DELETE', `${MODERATION}/users/${uid}/restrictions/${id}`, body);

async function requireRestriction(answer: Response): Promise<RestrictionBody> {
  expect(answer.status).toBe(201);
  return (await readJson<{ restriction: RestrictionBody }>(answer)).restriction;
}

async function activeOf(uid: number): Promise<readonly RestrictionBody[]> {
  const { users } = await readJson(moderator.fetch(`${MODERATION}/users?q=${uid}`));
  return users.find((user) => user.uid === uid)?.restrictions ?? [];
}

async function auditOf(subjectKind: string, subjectId: string): Promise<readonly { action: string }[]> {
  const answer = await moderator.fetch(`${MODERATION}/audit?subjectKind=${subjectKind}&subjectId=${subjectId}`);
  return (await readJson(answer)).events;
}

describe('restrictions', () => {
  test('a restriction of writing applies at once and ends at once when it is lifted', async () => {
    const person = await home.person();
    expect(await askForName(person, 'Free Name')).toBe(200);
    const issued = await requireRestriction(
      await restrict(moderator, person.uid, { kind: 'write', note: 'calm down' }),
    );
    expect(issued).toEqual({
      id: expect.any(String),
      kind: 'write',
      reasonCode: 'spam',
      issuedAt: expect.any(Number),
      expiresAt: null,
      message: null,
      version: 1,
    });
    await expectRefused(person.send('PATCH', PROFILE, { displayName: 'Other Name' }), '403 profile_write_restricted');
    await expectOnlyStatus(person.fetch(PROFILE), 200);
    expect(await activeOf(person.uid)).toEqual([issued]);
    await expectRefused(restrict(moderator, person.uid, { kind: 'write' }), '409 restriction_already_active');
    await expectRefused(
      lift(moderator, person.uid, issued.id, { version: 2, reasonCode: 'other' }),
      '409 version_conflict',
    );
    await expectOnlyStatus(lift(moderator, person.uid, issued.id, { version: 1, reasonCode: 'other' }), 204);
    expect(await askForName(person, 'Other Name')).toBe(200);
    expect(await activeOf(person.uid)).toEqual([]);
    await expectRefused(lift(moderator, person.uid, issued.id), '409 restriction_already_revoked');
    expect((await auditOf('user', String(person.uid))).map(({ action }) => action)).toEqual([
      'restriction.lift',
      'restriction.issue',
    ]);
    const again = await requireRestriction(await restrict(moderator, person.uid, { kind: 'write' }));
    await expectOnlyStatus(lift(moderator, person.uid, again.id), 204);
  });

  test('an expired restriction has no effect and does not prevent the next one', async () => {
    const person = await home.person();
    const expiresAt = Date.now() + DAY;
    const issued = await requireRestriction(await restrict(moderator, person.uid, { kind: 'write', expiresAt }));
    expect(issued.expiresAt).toBe(expiresAt);
    expect(await askForName(person, 'Too Early')).toBe(403);
    await home.sql`update account_restriction set expires_at = now() - interval '1 second' where id = ${issued.id}`;
    expect(await askForName(person, 'Late Enough')).toBe(200);
    expect(await activeOf(person.uid)).toEqual([]);
    await expectRefused(lift(moderator, person.uid, issued.id), '409 restriction_already_revoked');
    const next = await requireRestriction(await restrict(moderator, person.uid, { kind: 'write', expiresAt: null }));
    expect(next.id).not.toBe(issued.id);
  });

  test('a restriction of signing in needs an administrator and ends every session', async () => {
    const person = await home.person();
    await expectRefused(restrict(moderator, person.uid, { kind: 'sign_in' }), '403 forbidden');
    await expectOnlyStatus(person.fetch(PROFILE), 200);
    const issued = await requireRestriction(await restrict(administrator, person.uid, { kind: 'sign_in' }));
    await expectRefused(person.fetch(PROFILE), '401 authentication_required');
    await expectRefused(lift(moderator, person.uid, issued.id), '403 forbidden');
    await expectOnlyStatus(lift(administrator, person.uid, issued.id), 204);
  });

  test('nobody restricts themselves, and moderators do not restrict administrators', async () => {
    await expectRefused(restrict(moderator, moderator.uid, { kind: 'write' }), '409 self_modification_forbidden');
    await expectRefused(
      restrict(administrator, administrator.uid, { kind: 'upload' }),
      '409 self_modification_forbidden',
    );
    await expectRefused(restrict(moderator, administrator.uid, { kind: 'write' }), '403 forbidden');
    const other = await home.person({ role: 'administrator' });
    const issued = await requireRestriction(await restrict(administrator, other.uid, { kind: 'upload' }));
    await expectRefused(lift(moderator, other.uid, issued.id), '403 forbidden');
    await expectRefused(lift(other, other.uid, issued.id), '409 self_modification_forbidden');
    await expectOnlyStatus(lift(administrator, other.uid, issued.id), 204);
  });

  test('malformed requests and unknown ids are refused', async () => {
    const person = await home.person();
    const now = Date.now();
    for (const body of [
      { kind: 'speak' },
      { kind: undefined },
      { kind: 'write', reasonCode: 'whim' },
      { kind: 'write', expiresAt: now - 1000 },
      { kind: 'write', expiresAt: now + 367 * DAY },
      { kind: 'write', expiresAt: 1.5 },
      { kind: 'write', expiresAt: '2030-01-01' },
      { kind: 'write', expiresAt: 1e300 },
    ]) {
      await expectRefused(restrict(moderator, person.uid, body), '422 invalid_restriction');
    }
    await expectOnlyStatus(restrict(moderator, person.uid, { kind: 'write', expiresAt: now + 365 * DAY }), 201);
    for (const uid of ['1', '0', '-1', 'abc', '999999999999999', '99999999999999999999', '%00']) {
      await expectRefused(restrict(moderator, uid, { kind: 'write' }), '404 user_not_found');
    }
    const gone = await home.person({ status: 'deleted' });
    await expectRefused(restrict(moderator, gone.uid, { kind: 'write' }), '404 user_not_found');
    for (const id of [NOWHERE, 'x']) {
      await expectRefused(lift(moderator, person.uid, id), '404 restriction_not_found');
    }
    await expectRefused(lift(moderator, 1, NOWHERE), '404 user_not_found');
    const other = await home.person();
    const theirs = await requireRestriction(await restrict(moderator, other.uid, { kind: 'write' }));
    await expectRefused(lift(moderator, person.uid, theirs.id), '404 restriction_not_found');
  });

  test('of concurrent requests one succeeds', async () => {
    const person = await home.person();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => restrict(moderator, person.uid, { kind: 'upload' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await activeOf(person.uid)).toHaveLength(1);
    expect(await auditOf('user', String(person.uid))).toHaveLength(1);
  });
});

test('people are found by UID and by part of a handle or a name, in pages', async () => {
  const marker = `Zz${Date.now().toString(36)}`;
  const people = await home.people(5);
  for (const person of people) {
    await person.send('PATCH', PROFILE, {
      displayName: `${marker} ${person.uid}`,
      handle: `h_${marker}_${person.uid}`,
    });
  }
  const search = async (query: string) => readJson(moderator.fetch(`${MODERATION}/users?${query}`));
  const uids = people.map(({ uid }) => uid).toSorted((a, b) => a - b);
  const first = await search(`q=${marker.toUpperCase()}&limit=3`);
  expect(first.users.map(({ uid }) => uid)).toEqual(uids.slice(0, 3));
  const second = await search(`q=${marker.toUpperCase()}&limit=3&cursor=${first.nextCursor}`);
  expect([second.users.map(({ uid }) => uid), second.nextCursor]).toEqual([uids.slice(3), null]);
  const [uid = 0] = uids;
  const expected = {
    uid,
    handle: `h_${marker}_${uid}`.toLowerCase(),
    displayName: `${marker} ${uid}`,
    role: 'member',
    status: 'active',
    restrictions: [],
  };
  for (const q of [`${uid}`, `@h_${marker}_${uid}`]) {
    expect<object[]>((await search(`q=${encodeURIComponent(q)}`)).users).toContainEqual(expected);
  }
  for (const q of ['%', '_zz_%', '\\', "'"]) {
    const { users } = await search(`q=${encodeURIComponent(`${marker}${q}`)}`);
    expect(users).toEqual([]);
  }
  expect((await search('')).users.length).toBeGreaterThan(5);
  await expectRefused(moderator.fetch(`${MODERATION}/users?q=${'x'.repeat(81)}`), '400 invalid_query');
  await expectRefused(moderator.fetch(`${MODERATION}/users?q=a&cursor=${first.nextCursor}`), '400 invalid_cursor');
});

describe('reports', () => {
  const file = (reporter: Person, target: Person, more: Partial<NewReport> = {}) =>
    database.transaction((tx) =>
      fileReport(tx, {
        reporterAccountId: reporter.id,
        targetKind: 'user',
        targetId: String(target.uid),
        targetRevision: 1,
        targetAccountId: target.id,
        reasonCode: 'harassment',
        details: 'what they did',
        ...more,
      }),
    );
  const close = (staff: Person, id: string, body: Readonly<Record<string, unknown>> = {}) =>
    staff.send('POST', `${MODERATION}/reports/${id}/status`, {
      status: 'resolved',
      reasonCode: 'harassment',
      version: 1,
      ...body,
    });
  const list = async (staff: Person, query = 'status=pending&limit=100'): Promise<readonly ReportBody[]> =>
    (await readJson(staff.fetch(`${MODERATION}/reports?${query}`))).reports;

  test('a reporter has one open report per target; it is closed once and audited', async () => {
    const [reporter, target] = await home.people(2);
    const { report, isNew } = await file(reporter, target);
    expect(isNew).toBe(true);
    expect(await file(reporter, target, { reasonCode: 'spam' })).toMatchObject({
      isNew: false,
      report: { id: report.id },
    });
    expect((await list(moderator)).find(({ id }) => id === report.id)).toEqual({
      id: report.id,
      targetKind: 'user',
      targetId: String(target.uid),
      targetRevision: 1,
      targetUid: target.uid,
      target: { uid: target.uid, handle: null, displayName: expect.any(String) },
      reporterUid: reporter.uid,
      reporter: { uid: reporter.uid, handle: null, displayName: expect.any(String) },
      reasonCode: 'harassment',
      details: 'what they did',
      status: 'pending',
      reviewerUid: null,
      version: 1,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    } as never);
    await expectRefused(close(moderator, report.id, { version: 2 }), '409 version_conflict');
    for (const bad of [{ status: 'pending' }, { reasonCode: 'whim' }, { version: undefined }]) {
      await expectRefused(close(moderator, report.id, bad), '422 invalid_report_status');
    }
    const closed = await close(moderator, report.id, { note: 'talked to them' });
    expect(closed.status).toBe(200);
    expect((await readJson(closed)).report).toMatchObject({
      status: 'resolved',
      version: 2,
      reviewerUid: moderator.uid,
    } as never);
    await expectRefused(close(moderator, report.id, { version: 2 }), '409 report_already_resolved');
    expect(await auditOf('report', report.id)).toHaveLength(1);
    expect((await file(reporter, target)).isNew).toBe(true);
    await expectRefused(close(moderator, NOWHERE), '404 report_not_found');
    await expectRefused(moderator.fetch(`${MODERATION}/reports?status=open`), '400 invalid_status');
  });

  test('nobody closes their own report, and reported people never see the reporter', async () => {
    const member = await home.person();
    const { report: filed } = await file(moderator, member);
    await expectRefused(close(moderator, filed.id), '403 forbidden');
    const { report: against } = await file(member, moderator);
    await expectRefused(close(moderator, against.id), '403 forbidden');
    const { report: above } = await file(member, administrator);
    await expectRefused(close(moderator, above.id), '403 forbidden');
    const seen = (await list(moderator)).map(({ id }) => id);
    expect([seen.includes(filed.id), seen.includes(against.id)]).toEqual([true, false]);
    expect((await list(administrator)).map(({ id }) => id)).toContain(against.id);
    await expectOnlyStatus(close(administrator, against.id), 200);
    for (const query of ['limit=100', 'status=pending', 'status=resolved']) {
      const text = await (await moderator.fetch(`${MODERATION}/reports?${query}`)).text();
      expect(text).not.toContain(against.id);
    }
    const trail = await (
      await moderator.fetch(`${MODERATION}/audit?subjectKind=report&subjectId=${against.id}`)
    ).text();
    expect(trail).toContain(against.id);
    expect(trail).not.toMatch(new RegExp(`\\b${member.uid}\\b`));
  });

  test('pages contain every report once', async () => {
    const target = await home.person();
    const reporters = await home.people(5);
    const filed: string[] = [];
    for (const reporter of reporters) filed.push((await file(reporter, target)).report.id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `${MODERATION}/reports?status=pending&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await readJson<ReportsBody>(administrator.fetch(path));
      seen.push(...page.reports.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen.filter((id) => filed.includes(id))).toEqual(filed);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('deleting an account removes the text of its reports, and of those about it', async () => {
    const [leaver, other] = await home.people(2);
    const { report: filed } = await file(leaver, other);
    const { report: against } = await file(other, leaver);
    await requireRestriction(await restrict(moderator, leaver.uid, { kind: 'upload' }));
    expect(await askForName(leaver, 'Customer Support')).toBe(200);
    const zip = Buffer.from(await (await leaver.fetch('/api/v1/account/export')).bytes());
    expect(zip.includes('moderation.json')).toBe(true);
    expect(await readOwnRecord(database.db, leaver.id)).toMatchObject({
      reportsFiled: [{ targetKind: 'user', targetId: String(other.uid), details: 'what they did', status: 'pending' }],
      restrictions: [{ kind: 'upload', reasonCode: 'spam', liftedAt: null }],
      verdicts: [{ kind: 'profile-name', text: 'Customer Support', verdict: 'rejected', status: 'decided' }],
    });
    expect(JSON.stringify(await readOwnRecord(database.db, other.id))).not.toContain(filed.id);
    await database.transaction((tx) => forgetAccount(tx, leaver.id));
    await database.transaction((tx) => forgetAccount(tx, leaver.id));
    expect(await readOwnRecord(database.db, leaver.id)).toMatchObject({
      reportsFiled: [{ details: null }],
      verdicts: [{ text: null }],
    });
    const rows: { id: string; status: string; details: string | null }[] =
      await home.sql`select id, status, details from report where id in (${filed.id}, ${against.id}) order by created_at, id`;
    expect(rows.map(({ status, details }) => [status, details])).toEqual([
      ['pending', null],
      ['dismissed', null],
    ]);
  });
});

describe('the audit trail', () => {
  test('accepts inserts only', async () => {
    const person = await home.person();
    await requireRestriction(await restrict(moderator, person.uid, { kind: 'write' }));
    for (const statement of [
      "update audit_event set action = 'nothing'",
      'delete from audit_event',
      'truncate audit_event',
      'update audit_event set note = null where false',
    ]) {
      const attempt = home.sql.unsafe(statement).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      expect(await attempt).toContain('inserts only');
    }
    expect(await auditOf('user', String(person.uid))).toHaveLength(1);
  });

  test('is listed newest first, in pages', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `${MODERATION}/audit?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await readJson<AnswerBody<'GET /api/v1/moderation/audit'>>(moderator.fetch(path));
      ids.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const [row]: { count: number }[] = await home.sql`select count(*)::int as count from audit_event`;
    expect([ids.length, new Set(ids).size]).toEqual([Number(row?.count), Number(row?.count)]);
    await expectRefused(moderator.fetch(`${MODERATION}/audit?subjectKind=A`), '400 invalid_query');
  });
});
