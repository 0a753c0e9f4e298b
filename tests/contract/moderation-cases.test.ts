// The queue and its decisions, with everything held for people: names first, then pictures.
import { describe, expect, test } from 'bun:test';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  askForName,
  type CaseBody,
  decide,
  MODERATION,
  PROFILE,
  readCase,
  readCases,
  readName,
  requireCaseOf,
} from '../fixtures/moderation.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { staffRouteGates } from '../fixtures/staff-gates.ts';

const home = await keepOpen(openAccountsWorld({ MODERATION_DEFAULT: 'review', LIMITS: 'off' }));
const moderator = await home.person({ role: 'moderator' });
const administrator = await home.person({ role: 'administrator' });

const NOWHERE = '0190a1b2-0000-7000-8000-000000000000';

describe('the gates of every route', () => {
  test('they are for staff in good standing, by cookie, from our own pages, with bodies of the right form', async () => {
    await staffRouteGates(home, { moderator, administrator }, [
      ['GET', '/cases'],
      ['GET', `/cases/${NOWHERE}`],
      ['GET', `/cases/${NOWHERE}/content`],
      ['POST', `/cases/${NOWHERE}/decision`, 'invalid_decision'],
      ['GET', '/reports'],
      ['POST', `/reports/${NOWHERE}/status`, 'invalid_report_status'],
      ['GET', '/users?q=a'],
      ['POST', '/users/10001/restrictions', 'invalid_restriction'],
      ['DELETE', `/users/10001/restrictions/${NOWHERE}`, 'invalid_restriction'],
      ['GET', '/audit'],
    ]);
  });

  test('lists know their limit, and their own cursors', async () => {
    for (const path of ['/cases', '/reports', '/users', '/audit']) {
      const list = async (query: string) => refusalOf(moderator.fetch(`${MODERATION}${path}?${query}`));
      for (const limit of ['0', '101', '-1', '1.5', 'x', '']) {
        expect(await list(`limit=${limit}`)).toEqual([400, 'invalid_limit']);
      }
      expect(await list('limit=1&limit=2')).toEqual([400, 'duplicate_query_parameter']);
      for (const cursor of ['', 'x', 'e30', '%00', 'a'.repeat(2049)]) {
        expect(await list(`cursor=${cursor}`)).toEqual([400, 'invalid_cursor']);
      }
    }
  });
});

describe('a name that is held', () => {
  test('waits in the queue, is allowed, and only then is public', async () => {
    const person = await home.person();
    const before = await readName(person);
    expect(await askForName(person, 'Ｈina \u3000 Hikawa')).toBe(202);
    const held = await requireCaseOf(moderator, person, 'review');
    expect(held).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'profile-name',
      subjectId: String(person.uid),
      authorUid: person.uid,
      authorHandle: null,
      status: 'review',
      version: 1,
      reasons: ['policy.review'],
      excerpt: 'Hina Hikawa',
      createdAt: expect.any(Number),
    });
    expect(await readName(person)).toEqual({
      ...before,
      candidateDisplayName: 'Hina Hikawa',
      displayNameStatus: 'pending',
    });
    const answer = await decide(moderator, held, 'allow', { reasonCode: 'other', note: 'a fine name' });
    const { case: decided } = await expectStatus(answer, 200);
    expect(decided).toMatchObject({
      id: held.id,
      status: 'decided',
      verdict: 'allow',
      version: 2,
      reasons: ['policy.review', 'staff.other'],
      decidedByUid: moderator.uid,
      text: 'Hina Hikawa',
      file: null,
    });
    expect(await readName(person)).toEqual({
      displayName: 'Hina Hikawa',
      candidateDisplayName: null,
      displayNameStatus: 'allow',
    });
    expect(await readCase(moderator, held.id)).toMatchObject({ status: 'decided', version: 2 });
    const { events } = await readJson(
      moderator.fetch(`${MODERATION}/audit?subjectKind=profile-name&subjectId=${person.uid}`),
    );
    expect(events).toEqual([
      {
        id: expect.any(String),
        at: expect.any(Number),
        actorUid: moderator.uid,
        actor: { uid: moderator.uid, handle: null, displayName: expect.any(String) },
        person: { uid: person.uid, handle: null, displayName: 'Hina Hikawa' },
        action: 'case.decide',
        subjectKind: 'profile-name',
        subjectId: String(person.uid),
        reasonCode: 'other',
        note: 'a fine name',
        before: { case: held.id, revision: expect.any(Number), status: 'review', verdict: 'review' },
        after: { status: 'decided', verdict: 'allow' },
      },
    ]);
  });

  test('is rejected and stays with its owner; a second thought needs the new version', async () => {
    const person = await home.person();
    const before = await readName(person);
    await askForName(person, 'Rejected Name');
    const held = await requireCaseOf(moderator, person, 'review');
    await expectOnlyStatus(decide(moderator, held, 'rejected'), 200);
    expect(await readName(person)).toEqual({
      ...before,
      candidateDisplayName: 'Rejected Name',
      displayNameStatus: 'rejected',
    });
    await expectRefused(decide(administrator, held, 'allow'), '409 version_conflict');
    const now = { id: held.id, version: 2 };
    await expectRefused(decide(administrator, now, 'rejected'), '409 case_already_decided');
    await expectOnlyStatus(decide(administrator, now, 'allow'), 200);
    expect(await readName(person)).toMatchObject({ displayName: 'Rejected Name', displayNameStatus: 'allow' });
  });

  test('is superseded by the next one, on which alone can be decided', async () => {
    const person = await home.person();
    await askForName(person, 'First Wish');
    const first = await requireCaseOf(moderator, person, 'review');
    await askForName(person, 'Second Wish');
    const second = await requireCaseOf(moderator, person, 'review');
    expect(second.id).not.toBe(first.id);
    await expectRefused(decide(moderator, first, 'allow'), '409 version_conflict');
    const past = await readCase(moderator, first.id);
    expect(past.status).toBe('superseded');
    await expectRefused(decide(moderator, past, 'allow'), '409 case_superseded');
    expect(await readName(person)).toMatchObject({ candidateDisplayName: 'Second Wish', displayNameStatus: 'pending' });
  });

  test('is decided once when two decide at once', async () => {
    const person = await home.person();
    await askForName(person, 'Contended Name');
    const held = await requireCaseOf(moderator, person, 'review');
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(moderator, held, 'allow')),
      ...Array.from({ length: 4 }, () => decide(administrator, held, 'rejected')),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status !== 200) await expectRefused(answer, '409 version_conflict');
    }
    const after = await readCase(moderator, held.id);
    expect(after.version).toBe(2);
    const status = (await readName(person)).displayNameStatus;
    expect(status).toBe(after.verdict);
    const { events } = await readJson(
      moderator.fetch(`${MODERATION}/audit?subjectKind=profile-name&subjectId=${person.uid}`),
    );
    expect(events).toHaveLength(1);
  });

  test('of a name that is changed afterwards is superseded; when both meet, the new name is pending', async () => {
    for (const isTogether of [false, true, true, true]) {
      const person = await home.person();
      await askForName(person, 'Old Wish');
      const held = await requireCaseOf(moderator, person, 'review');
      const deciding = decide(moderator, held, 'allow');
      if (!isTogether) await expectOnlyStatus(deciding, 200);
      expect(await askForName(person, 'New Wish')).toBe(202);
      const decided = await deciding;
      // The change came first.
      if (decided.status !== 200) await expectRefused(decided, '409 version_conflict');
      expect(await readName(person)).toMatchObject({
        candidateDisplayName: 'New Wish',
        displayNameStatus: 'pending',
      });
    }
  });
});

describe('who may decide', () => {
  test('nobody decides about their own content, and moderators not about administrators', async () => {
    for (const [author, judge] of [
      [moderator, moderator],
      [administrator, administrator],
      [administrator, moderator],
    ] as const) {
      await askForName(author, `Staff Wish ${author.uid} ${judge.uid}`);
      const held = await requireCaseOf(moderator, author, 'review');
      await expectRefused(decide(judge, held, 'allow'), '403 forbidden');
      expect(await readCase(moderator, held.id)).toMatchObject({ status: 'review', version: 1 });
    }
    const held = await requireCaseOf(administrator, moderator, 'review');
    await expectOnlyStatus(decide(administrator, held, 'rejected'), 200);
  });

  test('what is wrong is told in order: body, case, right, state', async () => {
    const person = await home.person();
    await askForName(person, 'Order Wish');
    const held = await requireCaseOf(moderator, person, 'review');
    const bad: readonly Readonly<Record<string, unknown>>[] = [
      { verdict: 'review' },
      { verdict: 'pending' },
      { reasonCode: 'whim' },
      { reasonCode: undefined },
      { version: 0 },
      { version: 1.5 },
      { version: '1' },
      { version: 3e9 },
      { version: undefined },
      { note: 'x'.repeat(2001) },
      { note: 'a\0b' },
    ];
    for (const more of bad) {
      await expectRefused(decide(moderator, held, 'allow', more), '422 invalid_decision');
      await expectRefused(decide(moderator, { ...held, id: NOWHERE }, 'allow', more), '422 invalid_decision');
    }
    await expectRefused(decide(moderator, { ...held, id: NOWHERE }, 'allow'), '404 case_not_found');
    await expectRefused(decide(moderator, { ...held, id: 'x' }, 'allow'), '404 case_not_found');
    await expectRefused(decide(moderator, { ...held, version: 7 }, 'allow'), '409 version_conflict');
    await expectRefused(moderator.fetch(`${MODERATION}/cases/${NOWHERE}`), '404 case_not_found');
    await expectRefused(moderator.fetch(`${MODERATION}/cases/${held.id}/content`), '404 case_content_not_found');
  });
});

describe('the queue', () => {
  test('pages hold every case once, waiting ones oldest first, decided ones newest first', async () => {
    const people = await home.people(7);
    for (const person of people) await askForName(person, `Queue Wish ${person.uid}`);
    const uids = new Set(people.map(({ uid }) => uid));
    const ours = (cases: readonly CaseBody[]) => cases.map(({ authorUid }) => authorUid).filter((uid) => uids.has(uid));
    const inOrder = people.map(({ uid }) => uid);
    expect(ours(await readCases(moderator, '&status=review', 2))).toEqual(inOrder);
    expect(ours(await readCases(moderator, '', 3))).toEqual(inOrder.toReversed());
    for (const person of people) {
      await expectOnlyStatus(decide(moderator, await requireCaseOf(moderator, person, 'review'), 'rejected'), 200);
    }
    expect(ours(await readCases(moderator, '&status=review', 2))).toEqual([]);
    const decided = await readCases(moderator, '&status=decided', 2);
    expect(ours(decided)).toEqual(inOrder.toReversed());
    expect(new Set(decided.map(({ id }) => id)).size).toBe(decided.length);
    expect(await readCases(moderator, '&status=pending')).toEqual([]);
    expect(await readCases(moderator, '&kind=post')).toEqual([]);
    const names = await readCases(moderator, '&kind=profile-name');
    expect(ours(names)).toHaveLength(7);
  });

  test('a malformed question is 400, and a cursor belongs to its list', async () => {
    const list = async (query: string) => refusalOf(moderator.fetch(`${MODERATION}/cases?${query}`));
    expect(await list('status=superseded')).toEqual([400, 'invalid_status']);
    expect(await list('kind=user')).toEqual([400, 'invalid_query']);
    const page = await readJson(moderator.fetch(`${MODERATION}/cases?limit=1`));
    expect(page.nextCursor).not.toBeNull();
    expect(await list(`status=decided&cursor=${page.nextCursor}`)).toEqual([400, 'invalid_cursor']);
    expect(await list(`kind=avatar&cursor=${page.nextCursor}`)).toEqual([400, 'invalid_cursor']);
    // Forged ones: a moment that no calendar knows, another type, nothing at all.
    const place: object = JSON.parse(Buffer.from(page.nextCursor ?? '', 'base64url').toString());
    for (const time of [8_640_000_000_000_000, 253_402_300_800_000, -1, 1.5, '0', null]) {
      const bent = Buffer.from(JSON.stringify({ ...place, time })).toString('base64url');
      expect([time, ...(await list(`limit=1&cursor=${bent}`))]).toEqual([time, 400, 'invalid_cursor']);
    }
    await expectRefused(moderator.fetch(`${MODERATION}/audit?cursor=${page.nextCursor}`), '400 invalid_cursor');
  });

  test('answers hold no private id and no address', async () => {
    const person = await home.person();
    await askForName(person, 'Private Wish');
    const held = await requireCaseOf(moderator, person, 'review');
    await decide(moderator, held, 'rejected');
    for (const path of ['/cases', `/cases/${held.id}`, '/audit', `/users?q=${person.uid}`, '/reports']) {
      const answer = await moderator.fetch(`${MODERATION}${path}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const text = await answer.text();
      for (const secret of [person.id, person.email, moderator.id, moderator.email]) expect(text).not.toContain(secret);
    }
  });
});

test('a picture that is held is looked at by staff alone, and shows once it is allowed', async () => {
  const person = await home.person();
  const picture = await makePng(64, 64);
  const put = await person.fetch('/api/v1/account/avatar', {
    method: 'PUT',
    body: picture,
    headers: { 'content-type': 'image/png', 'content-length': String(picture.byteLength) },
  });
  expect(put.status).toBe(202);
  await home.world.until(
    async () =>
      (await readCases(moderator, '&status=review&kind=avatar')).some(({ authorUid }) => authorUid === person.uid),
    20_000,
  );
  const held = await requireCaseOf(moderator, person, 'review');
  const { file, text } = await readCase(moderator, held.id);
  if (file === null) throw new Error('the case has no file');
  expect([file.mediaType, text]).toEqual(['image/webp', null]);
  const shown = await moderator.fetch(file.contentUrl);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(shown.headers.get('content-disposition')).toBe('inline');
  const bytes = await shown.bytes();
  expect(Buffer.from(bytes.subarray(8, 12)).toString()).toBe('WEBP');
  const part = await moderator.fetch(file.contentUrl, { headers: { range: 'bytes=8-11' } });
  expect([part.status, await part.text()]).toEqual([206, 'WEBP']);
  await expectOnlyStatus(moderator.fetch(file.contentUrl, { headers: { range: 'bytes=999999999-' } }), 416);
  const same = await moderator.fetch(file.contentUrl, {
    headers: { 'if-none-match': shown.headers.get('etag') ?? '' },
  });
  expect(same.status).toBe(304);
  const head = await moderator.fetch(file.contentUrl, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
  await expectRefused(person.fetch(file.contentUrl), '403 staff_required');
  await expectRefused(moderator.fetch(`${MODERATION}/cases/${NOWHERE}/content`), '404 case_not_found');
  const stored = join(home.world.objectsDirectory, 'avatars', 'v1', held.subjectId, 'picture.webp');
  await rename(stored, `${stored}-away`);
  await expectRefused(moderator.fetch(file.contentUrl), '404 case_content_not_found');
  // A link to itself: the file system refuses, whoever asks.
  await symlink('picture.webp', stored);
  await expectRefused(moderator.fetch(file.contentUrl), '503 storage_unavailable');
  await rename(`${stored}-away`, stored);

  const avatarUrl = async () => (await readJson(person.fetch(PROFILE))).profile.avatarUrl;
  expect(await avatarUrl()).toBeNull();
  await expectOnlyStatus(decide(moderator, held, 'allow'), 200);
  await expectOnlyStatus(home.world.fetch((await avatarUrl()) ?? ''), 200);
});
