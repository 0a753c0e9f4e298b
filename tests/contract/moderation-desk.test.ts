// The desk of staff: the queue with grouped reports, what belongs to an entry, claims, notes, several decisions at once, a
// person's history, the audit trail by filter, figures.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { askForName, MODERATION, PROFILE } from '../fixtures/moderation.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { staffRouteGates } from '../fixtures/staff-gates.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' }));
const moderator = await world.person({ role: 'moderator' });
const other = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });

const NOWHERE = '0190a1b2-0000-7000-8000-000000000000';

type QueuePage = AnswerBody<'GET /api/v1/moderation/queue'>;
type Entry = QueuePage['entries'][number];
type Context = AnswerBody<'GET /api/v1/moderation/cases/{id}/context'>['context'];

async function readQueue(who: Person, query = ''): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `${MODERATION}/queue?limit=100${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await expectStatus<QueuePage>(who.fetch(path), 200);
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  return entries;
}
async function entryOf(who: Person, subjectId: string): Promise<Entry> {
  const found = (await readQueue(who)).filter((entry) => entry.subjectId === subjectId);
  expect(found).toHaveLength(1);
  const [entry] = found;
  if (entry === undefined) throw new Error('there is no such entry');
  return entry;
}
const contextOf = async (who: Person, { type, id }: Pick<Entry, 'type' | 'id'>): Promise<Context> => {
  const path = `${MODERATION}/${type === 'case' ? 'cases' : 'reports'}/${id}/context` as const;
  return (await expectStatus(who.fetch(path), 200)).context;
};
const decide = (who: Person, { id, version }: Pick<Entry, 'id' | 'version'>, verdict = 'allow') =>
  who.send('POST', `${MODERATION}/cases/${id}/decision`, { verdict, reasonCode: 'other', version });
const report = (who: Person, targetKind: string, targetId: string, fields: object = {}) =>
  who.send('POST', '/api/v1/community/reports', { targetKind, targetId, reasonCode: 'spam', ...fields });

/** A post that was allowed, and so can be reported. */
async function allowedPost(author: Person, fields: Readonly<Record<string, unknown>> = {}) {
  const post = await writePost(author, fields);
  await expectStatus(decide(moderator, await entryOf(moderator, post.id)), 200);
  return post;
}

test('every route has the gates of staff', async () => {
  await staffRouteGates(world, { moderator, administrator }, [
    ['GET', '/queue'],
    ['GET', `/cases/${NOWHERE}/context`],
    ['GET', `/reports/${NOWHERE}/context`],
    ['POST', `/cases/${NOWHERE}/claim`, 'invalid_body'],
    ['POST', `/cases/${NOWHERE}/notes`, 'invalid_body'],
    ['POST', '/cases/decisions', 'invalid_decision'],
    ['POST', '/reports/decisions', 'invalid_report_status'],
    ['GET', '/users/10001'],
    ['POST', '/users/10001/notes', 'invalid_body'],
    ['GET', '/figures'],
    ['GET', '/decisions'],
  ]);
});

describe('the queue', () => {
  test('has what waits, oldest first, by kind and by page', async () => {
    const author = await world.person();
    const { id } = await writePost(author, { title: 'Hello', body: 'a first post' });
    expect(await askForName(author, 'A New Name')).toBe(202);
    const post = await entryOf(moderator, id);
    expect(post).toMatchObject({
      type: 'case',
      kind: 'post',
      authorUid: author.uid,
      version: 1,
      blocked: null,
      reports: { count: 0, excerpts: [], items: [] },
      claims: [],
    });
    const names = await readQueue(moderator, '&kind=profile-name');
    expect(names.map(({ kind }) => kind)).toContain('profile-name');
    expect(new Set(names.map(({ kind }) => kind)).size).toBe(1);
    const all = (await readQueue(moderator)).map((entry) => entry.id);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `${MODERATION}/queue?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await expectStatus<QueuePage>(moderator.fetch(path), 200);
      expect(page.waiting).toBe(all.length);
      paged.push(...page.entries.map((entry) => entry.id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    const list = async (query: string) => refusalOf(moderator.fetch(`${MODERATION}/queue?${query}`));
    expect(await list('limit=0')).toEqual([400, 'invalid_limit']);
    expect(await list('cursor=e30')).toEqual([400, 'invalid_cursor']);
    expect(await list('kind=x')).toEqual([400, 'invalid_query']);
    expect(await list('limit=1&limit=2')).toEqual([400, 'duplicate_query_parameter']);
  });

  test('has several open reports on one thing as one entry, and as part of its case where one waits', async () => {
    const author = await world.person();
    const post = await allowedPost(author, { title: 'Buy this', body: 'now' });
    const [first, second] = await world.people(2);
    await expectStatus(report(first, 'post', post.id, { details: 'it is an advertisement' }), 201);
    await expectStatus(report(second, 'post', post.id, { reasonCode: 'hate' }), 201);
    const entry = await entryOf(moderator, post.id);
    expect(entry).toMatchObject({ type: 'reports', kind: 'post', authorUid: author.uid, excerpt: 'Buy this · now' });
    expect(entry.reports.count).toBe(2);
    expect(entry.reports.excerpts).toEqual([
      { reasonCode: 'hate', details: null },
      { reasonCode: 'spam', details: 'it is an advertisement' },
    ]);
    expect(entry.reports.items).toHaveLength(2);
    const context = await contextOf(moderator, entry);
    expect(context).toMatchObject({
      case: null,
      text: 'Buy this\nnow',
      place: { self: { text: 'now', version: 2 } },
    });
    expect(context.reports).toHaveLength(2);
    // An edit waits as a case: the reports belong to it.
    const edited = await author.send('PATCH', `${POSTS}/${post.id}`, {
      body: 'changed',
      version: context.place.self?.version,
    });
    await expectStatus(edited, 200);
    const joined = await entryOf(moderator, post.id);
    expect(joined).toMatchObject({ type: 'case', kind: 'post', reports: { count: 2 } });
    expect((await contextOf(moderator, joined)).revisions.map(({ text }) => text)).toEqual([
      'Buy this\nchanged',
      'Buy this\nnow',
    ]);
    await expectOnlyStatus(decide(moderator, joined), 200);
    // Each report is closed by itself: one was closed by somebody else meanwhile.
    const [one, two] = joined.reports.items;
    await expectStatus(
      other.send('POST', `${MODERATION}/reports/${one?.id}/status`, {
        status: 'dismissed',
        reasonCode: 'other',
        version: 1,
      }),
      200,
    );
    const closed = await moderator.send('POST', `${MODERATION}/reports/decisions`, {
      ids: [one?.id, two?.id, NOWHERE],
      versions: [1, 1, 1],
      status: 'resolved',
      reasonCode: 'spam',
    });
    expect<object>(await readJson(closed)).toEqual({
      results: [
        { id: one?.id, ok: false, status: 409, code: 'version_conflict' },
        { id: two?.id, ok: true, report: expect.objectContaining({ status: 'resolved', version: 2 }) },
        { id: NOWHERE, ok: false, status: 404, code: 'report_not_found' },
      ],
    });
    expect((await readQueue(moderator)).filter(({ subjectId }) => subjectId === post.id)).toEqual([]);
  });

  test('says why the reader may only look, and hides reports from those whom they are about', async () => {
    const own = await writePost(moderator);
    const theirs = await writePost(administrator);
    expect(await entryOf(moderator, own.id)).toMatchObject({ blocked: 'own' });
    expect(await entryOf(moderator, theirs.id)).toMatchObject({ blocked: 'administrator' });
    expect(await entryOf(administrator, own.id)).toMatchObject({ blocked: null });
    await expectRefused(decide(moderator, await entryOf(moderator, own.id)), '403 forbidden');
    await expectRefused(decide(moderator, await entryOf(moderator, theirs.id)), '403 forbidden');
    const member = await world.person();
    await expectStatus(report(member, 'user', String(moderator.uid)), 201);
    await expectStatus(report(moderator, 'user', String(member.uid)), 201);
    const ofModerator = (await readQueue(other)).filter((entry) => entry.kind === 'user');
    expect(ofModerator.map(({ subjectId }) => subjectId).sort()).toEqual(
      [String(moderator.uid), String(member.uid)].sort(),
    );
    const seen = await readQueue(moderator, '&kind=user');
    expect(seen).toMatchObject([
      { subjectId: String(member.uid), blocked: 'reporter', reports: { count: 1, items: [] } },
    ]);
    const [about] = ofModerator.filter(({ subjectId }) => subjectId === String(moderator.uid));
    await expectRefused(moderator.fetch(`${MODERATION}/reports/${about?.id}/context`), '404 report_not_found');
    const context = about && (await contextOf(other, about));
    expect(context).toMatchObject({ text: null, person: { uid: moderator.uid, openReports: 1 } });
  });
});

describe('what belongs to a case', () => {
  test('a comment comes with its post and the comment that it answers', async () => {
    const [author, writer] = await world.people(2);
    const post = await allowedPost(author, { title: 'The place' });
    const root = await writeComment(writer, post.id, { body: 'a root' });
    await expectStatus(decide(moderator, await entryOf(moderator, root.id)), 200);
    const answer = await writer.send('POST', `${POSTS}/${post.id}/comments`, { body: 'an answer', parentId: root.id });
    const { comment } = await expectStatus(answer, 201);
    const context = await contextOf(moderator, await entryOf(moderator, comment.id));
    expect(context).toMatchObject({
      text: 'an answer',
      place: {
        self: { kind: 'comment', id: comment.id, text: 'an answer', hidden: false },
        post: { kind: 'post', id: post.id, title: 'The place' },
        parent: { kind: 'comment', id: root.id, text: 'a root' },
      },
      person: { uid: writer.uid, allowed: 1, rejected: 0, blocked: null },
    });
    await expectRefused(moderator.fetch(`${MODERATION}/cases/${NOWHERE}/context`), '404 case_not_found');
  });

  test('what cannot be read any more is absent', async () => {
    const author = await world.person();
    const post = await writePost(author, { visibility: 'private', body: 'for me alone' });
    const waiting = (await readQueue(moderator)).find(({ subjectId }) => subjectId === post.id);
    if (waiting !== undefined) expect((await contextOf(moderator, waiting)).place.self).toBeNull();
    const gone = await allowedPost(author);
    await expectStatus(report(await world.person(), 'post', gone.id), 201);
    const { version } = await expectStatus<{ post: { version: number } }>(
      author.fetch(`${POSTS}/${gone.id}`),
      200,
    ).then(({ post: found }) => found);
    expect((await author.send('DELETE', `${POSTS}/${gone.id}`, { version })).ok).toBe(true);
    const entry = await entryOf(moderator, gone.id);
    expect(entry).toMatchObject({ type: 'reports', excerpt: '' });
    expect(await contextOf(moderator, entry)).toMatchObject({ text: null, place: { self: null } });
  });
});

test('a claim shows others who is at it, until it is given back, expires, or the case is decided', async () => {
  const entry = await entryOf(moderator, (await writePost(await world.person())).id);
  const claim = async (who: Person, active: boolean): Promise<readonly number[]> => {
    const { claims } = await expectStatus(who.send('POST', `${MODERATION}/cases/${entry.id}/claim`, { active }), 200);
    return claims.map(({ uid }) => uid);
  };
  const seen = async () => (await entryOf(other, entry.subjectId)).claims.map(({ uid }) => uid);
  expect(await claim(moderator, true)).toEqual([moderator.uid]);
  expect(await seen()).toEqual([moderator.uid]);
  expect(await claim(other, true)).toEqual([moderator.uid, other.uid]);
  expect(await claim(other, false)).toEqual([moderator.uid]);
  expect(await claim(other, false)).toEqual([moderator.uid]);
  const [held] = (await entryOf(other, entry.subjectId)).claims;
  const [database]: { now: number }[] = await world.sql`select (extract(epoch from now()) * 1000)::float8 as now`;
  expect(Number(held?.endsAt) - Number(database?.now)).toBeLessThanOrEqual(15 * 60_000);
  // A quarter of an hour later.
  await world.sql`update case_claim set ends_at = ends_at - interval '15 minutes' where case_id = ${entry.id}`;
  expect(await seen()).toEqual([]);
  expect(await claim(moderator, true)).toEqual([moderator.uid]);
  // It forbids nothing.
  await expectOnlyStatus(decide(other, entry), 200);
  expect((await contextOf(other, entry)).entry.claims).toEqual([]);
  const nowhere = await moderator.send('POST', `${MODERATION}/cases/${NOWHERE}/claim`, { active: true });
  await expectRefused(nowhere, '404 case_not_found');
});

test('notes stay with staff, and away from the one whom they concern', async () => {
  const author = await world.person();
  const entry = await entryOf(moderator, (await writePost(author)).id);
  const note = (who: Person, path: string, body: string) => who.send('POST', `${MODERATION}${path}/notes`, { body });
  const made = await expectStatus(note(moderator, `/cases/${entry.id}`, '  wait for the other one  '), 201);
  expect(made).toMatchObject({ note: { caseId: entry.id, byUid: moderator.uid, body: 'wait for the other one' } });
  await expectStatus(note(other, `/users/${author.uid}`, 'asked nicely before'), 201);
  const context = await contextOf(other, entry);
  expect(context.notes.map(({ body }) => body)).toEqual(['wait for the other one']);
  expect(context.person?.notes.map(({ body }) => body)).toEqual(['asked nicely before', 'wait for the other one']);
  expect(context.audit.map(({ action }) => action)).toEqual(['case.note']);
  expect(JSON.stringify(context.audit)).not.toContain('wait for the other one');
  for (const body of ['', ' ', 'x'.repeat(2_001)]) {
    await expectRefused(note(moderator, `/cases/${entry.id}`, body), '422 invalid_body');
  }
  const own = await entryOf(other, (await writePost(moderator)).id);
  await expectRefused(note(moderator, `/cases/${own.id}`, 'mine'), '403 forbidden');
  await expectRefused(note(moderator, `/users/${moderator.uid}`, 'mine'), '409 self_modification_forbidden');
  await expectRefused(note(moderator, `/cases/${NOWHERE}`, 'x'), '404 case_not_found');
  await expectRefused(note(moderator, '/users/99999999', 'x'), '404 user_not_found');
  await expectStatus(note(other, `/cases/${own.id}`, 'about a colleague'), 201);
  await expectStatus(note(other, `/users/${moderator.uid}`, 'about a colleague'), 201);
  const self = await contextOf(moderator, own);
  expect([self.notes, self.person?.notes]).toEqual([[], []]);
  const exported = await author.fetch('/api/v1/account/standing');
  expect(await exported.text()).not.toContain('asked nicely');
});

/** What a member of staff reads about the events on a thing, in the lists below these addresses. */
async function eventsOn(reader: Person, lists: readonly string[], kind: string, id: string): Promise<string> {
  const texts: string[] = [];
  for (const list of lists) {
    const answer = await reader.fetch(`${list}/audit?subjectKind=${kind}&subjectId=${id}`);
    texts.push(JSON.stringify(await expectStatus(answer, 200)));
  }
  return texts.join();
}

test('notes in the audit trail are hidden from the person concerned, in the lists and beside a case, and from nobody else', async () => {
  const NOTE = 'private: keep an eye on them';
  const member = await world.person();
  const text = await writePost(member);
  await world.sql`update post set moderation_status = 'allow' where id = ${text.id}`;
  for (const role of ['moderator', 'administrator'] as const) {
    const person = await world.person({ role });
    const fields = { reasonCode: 'spam', note: NOTE };
    const judge = administrator;
    const lists = role === 'administrator' ? [MODERATION, '/api/v1/admin'] : [MODERATION];
    const about: { readonly kind: string; readonly id: string }[] = [];
    const act = async (kind: string, id: string, method: string, path: string, body: object): Promise<Response> => {
      const answer = await judge.send(method, `${MODERATION}${path}`, { ...fields, ...body });
      expect([answer.ok, answer.ok ? '' : await answer.text()]).toEqual([true, '']);
      about.push({ kind, id });
      return answer;
    };

    const restrict = { kind: 'upload' };
    const issued = await act('user', String(person.uid), 'POST', `/users/${person.uid}/restrictions`, restrict);
    const { restriction } = await readJson<AnswerBody<'POST /api/v1/moderation/users/{uid}/restrictions'>>(issued);
    const appeal = { restrictionId: restriction.id, message: 'Why?' };
    const filed = await expectStatus(person.send('POST', '/api/v1/account/appeals', appeal), 201);
    const denied = { verdict: 'denied', note: NOTE, version: 1 };
    await world.sql`update account_restriction set issued_by = ${other.id} where id = ${restriction.id}`;
    await expectStatus(judge.send('POST', `${MODERATION}/appeals/${filed.appeal.id}/decision`, denied), 200);
    about.push({ kind: 'restriction', id: restriction.id });

    const post = await writePost(person);
    const entry = await entryOf(judge, post.id);
    const allow = { verdict: 'allow', version: entry.version };
    await act('post', post.id, 'POST', `/cases/${entry.id}/decision`, allow);
    const locked = await writePost(person);
    await world.sql`delete from moderation_case where subject_id = ${locked.id}`;
    await act('post', locked.id, 'POST', `/posts/${locked.id}/state`, { action: 'lock', version: 1 });
    const comment = await writeComment(person, text.id);
    await world.sql`update comment set moderation_status = 'allow' where id = ${comment.id}`;
    await world.sql`delete from moderation_case where subject_id = ${comment.id}`;
    await act('comment', comment.id, 'POST', `/comments/${comment.id}/state`, { action: 'hide', version: 1 });
    await world.sql`delete from moderation_case where subject_id = ${comment.id}`;
    const report = { targetKind: 'user', targetId: String(person.uid), reasonCode: 'spam', details: null };
    const reportId = (await expectStatus(member.send('POST', '/api/v1/community/reports', report), 201)).report.id;
    await act('report', reportId, 'POST', `/reports/${reportId}/status`, { status: 'dismissed', version: 1 });

    expect(about).toHaveLength(6);
    for (const { kind, id } of about) {
      expect(await eventsOn(judge, lists, kind, id), kind).toContain(NOTE);
      const own = await eventsOn(person, lists, kind, id);
      expect(own, kind).toContain(id);
      expect(own, kind).not.toContain(NOTE);
    }
    const beside = async (reader: Person): Promise<string> => JSON.stringify(await contextOf(reader, entry));
    expect(await beside(person)).not.toContain(NOTE);
    expect(await beside(judge)).toContain(NOTE);
  }
});

describe('several decisions at once', () => {
  test('are made each by itself', async () => {
    const author = await world.person();
    const posts = [await writePost(author), await writePost(author), await writePost(author)];
    const entries = await Promise.all(posts.map(({ id }) => entryOf(moderator, id)));
    const blocked = await entryOf(moderator, (await writePost(administrator)).id);
    const [fine, stale, decided] = entries;
    if (decided === undefined) throw new Error('three are expected');
    await expectStatus(decide(other, decided, 'rejected'), 200);
    const ids = [fine?.id, stale?.id, decided.id, blocked.id, NOWHERE];
    const answer = await moderator.send('POST', `${MODERATION}/cases/decisions`, {
      ids,
      versions: [1, 7, 2, 1, 1],
      verdict: 'rejected',
      reasonCode: 'spam',
      message: 'Please read the rules.',
    });
    expect<object>(await readJson(answer)).toEqual({
      results: [
        {
          id: fine?.id,
          ok: true,
          case: expect.objectContaining({ verdict: 'rejected', message: 'Please read the rules.' }),
        },
        { id: stale?.id, ok: false, status: 409, code: 'version_conflict' },
        { id: decided.id, ok: false, status: 409, code: 'case_already_decided' },
        { id: blocked.id, ok: false, status: 403, code: 'forbidden' },
        { id: NOWHERE, ok: false, status: 404, code: 'case_not_found' },
      ],
    });
    expect(answer.status).toBe(200);
  });

  test('are up to fifty, each once, with a version each', async () => {
    const send = async (ids: readonly string[], versions: readonly number[]) =>
      refusalOf(
        moderator.send('POST', `${MODERATION}/cases/decisions`, {
          ids,
          versions,
          verdict: 'allow',
          reasonCode: 'other',
        }),
      );
    const many = Array.from({ length: 51 }, () => Bun.randomUUIDv7());
    expect(
      await send(
        many,
        many.map(() => 1),
      ),
    ).toEqual([422, 'invalid_decision']);
    expect(await send([], [])).toEqual([422, 'invalid_decision']);
    expect(await send([NOWHERE, NOWHERE], [1, 1])).toEqual([422, 'invalid_decision']);
    expect(await send([NOWHERE], [1, 2])).toEqual([422, 'invalid_decision']);
  });

  test('two people decide one case: one of them is refused', async () => {
    const entry = await entryOf(moderator, (await writePost(await world.person())).id);
    const answers = await Promise.all([decide(moderator, entry), decide(other, entry, 'rejected')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a person', () => {
  test('has a history', async () => {
    const person = await world.person();
    const entry = await entryOf(moderator, (await writePost(person)).id);
    await expectStatus(decide(moderator, entry, 'rejected'), 200);
    const restricted = await moderator.send('POST', `${MODERATION}/users/${person.uid}/restrictions`, {
      kind: 'upload',
      reasonCode: 'spam',
      message: 'Take a break.',
    });
    const { restriction } = await expectStatus(restricted, 201);
    await expectOnlyStatus(
      moderator.send('DELETE', `${MODERATION}/users/${person.uid}/restrictions/${restriction.id}`, {}),
      204,
    );
    const { user } = await expectStatus(other.fetch(`${MODERATION}/users/${person.uid}`), 200);
    expect(user).toMatchObject({
      uid: person.uid,
      role: 'member',
      status: 'active',
      blocked: null,
      rejected: 1,
      allowed: 0,
      decisions: [{ caseId: entry.id, verdict: 'rejected', reasonCode: 'other', byUid: moderator.uid }],
      restrictions: [{ kind: 'upload', active: false, liftedAt: expect.any(Number), message: 'Take a break.' }],
    });
    await expectRefused(other.fetch(`${MODERATION}/users/99999999`), '404 user_not_found');
  });

  test('who leaves takes the notes about them away', async () => {
    const person = await world.person();
    const entry = await entryOf(moderator, (await writePost(person)).id);
    await expectStatus(moderator.send('POST', `${MODERATION}/cases/${entry.id}/notes`, { body: 'a' }), 201);
    await expectStatus(moderator.send('POST', `${MODERATION}/users/${person.uid}/notes`, { body: 'b' }), 201);
    expect((await person.send('DELETE', PROFILE, { confirmation: person.email })).ok).toBe(true);
    await world.world.until(async () => {
      const [row]: { count: number }[] = await world.sql`select count(*)::int as count from moderation_note
        where case_id = ${entry.id} or account_id = ${person.id}`;
      return row?.count === 0;
    }, 30_000);
  });
});

test('the audit trail is read by action and by who did it', async () => {
  const staff = await world.person({ role: 'moderator' });
  const entry = await entryOf(staff, (await writePost(await world.person())).id);
  await expectStatus(decide(staff, entry), 200);
  await expectStatus(staff.send('POST', `${MODERATION}/cases/${entry.id}/notes`, { body: 'x' }), 201);
  const list = async (query: string) => {
    const answer = await moderator.fetch(`${MODERATION}/audit?${query}`);
    return (await expectStatus(answer, 200)).events.map(({ action }) => action);
  };
  expect(await list(`actorUid=${staff.uid}`)).toEqual(['case.note', 'case.decide']);
  expect(await list(`actorUid=${staff.uid}&action=case.decide`)).toEqual(['case.decide']);
  await world.sql`update profile set handle = 'desk-staff' where uid = ${staff.uid}`;
  expect(await list('actorUid=@desk-staff&action=case.decide')).toEqual(['case.decide']);
  expect(await list('actorUid=99999999')).toEqual([]);
  await expectRefused(moderator.fetch(`${MODERATION}/audit?action=A`), '400 invalid_query');
  await expectRefused(moderator.fetch(`${MODERATION}/audit?actorUid=x`), '400 invalid_query');
});

describe('figures', () => {
  test('count what waits and what was decided', async () => {
    interface Figures {
      readonly open: { readonly cases: number; readonly reports: number; readonly appeals: number };
      readonly medianSeconds: number | null;
      readonly days: readonly {
        readonly day: string;
        readonly opened: number;
        readonly decided: number;
        readonly open: number;
      }[];
      readonly reasons: readonly { readonly reasonCode: string; readonly rejected: number; readonly reports: number }[];
    }
    const read = async (query = '') => expectStatus(moderator.fetch(`${MODERATION}/figures${query}`), 200);
    const before = await read();
    const entry = await entryOf(moderator, (await writePost(await world.person())).id);
    const [opened, today] = [await read(), (figures: Figures) => figures.days.at(-1)];
    expect(opened.days).toHaveLength(30);
    expect(opened.open.cases).toBe(before.open.cases + 1);
    await expectStatus(
      moderator.send('POST', `${MODERATION}/cases/${entry.id}/decision`, {
        verdict: 'rejected',
        reasonCode: 'violence',
        version: 1,
      }),
      200,
    );
    // It waited for an hour.
    await world.sql`update moderation_case set created_at = created_at - interval '1 hour' where id = ${entry.id}`;
    const after = await read('?days=7');
    expect(after.days).toHaveLength(7);
    expect(after.open.cases).toBe(before.open.cases);
    expect((today(after)?.decided ?? 0) - (today(before)?.decided ?? 0)).toBe(1);
    expect(after.reasons.find(({ reasonCode }) => reasonCode === 'violence')).toMatchObject({ rejected: 1 });
    expect(after.medianSeconds).toEqual(expect.any(Number));
    expect((await read('?days=90')).days).toHaveLength(90);
    for (const days of ['0', '91', 'x', '-1']) {
      await expectRefused(moderator.fetch(`${MODERATION}/figures?days=${days}`), '400 invalid_query');
    }
    await expectRefused(moderator.fetch(`${MODERATION}/figures?days=7&days=8`), '400 duplicate_query_parameter');
  });

  test('count sign-ups, active people, posts and comments by days of the time zone of the reader', async () => {
    const read = async (timeZone: string) =>
      expectStatus(moderator.fetch(`${MODERATION}/figures?days=3&timeZone=${encodeURIComponent(timeZone)}`), 200);
    const before = await read('UTC');
    const [author, reader] = await world.people(2);
    const { id } = await allowedPost(author);
    const { id: gone } = await writePost(author);
    await world.sql`update post set deleted_at = now() where id = ${gone}`;
    await expectStatus(reader.send('PUT', `/api/v1/community/posts/${id}/reaction`, { active: true }), 200);
    const grown = (after: typeof before, field: 'signUps' | 'activePeople' | 'posts' | 'comments') =>
      (after.days.at(-1)?.[field] ?? 0) - (before.days.at(-1)?.[field] ?? 0);
    const after = await read('UTC');
    expect(after.timeZone).toBe('UTC');
    expect([grown(after, 'signUps'), grown(after, 'posts'), grown(after, 'activePeople')]).toEqual([2, 1, 2]);

    // The same moment belongs to another day elsewhere. Two days ago: yesterday's noon can be today where it is later.
    const at = new Date();
    at.setUTCHours(12, 30, 0, 0);
    const noon = new Date(at.getTime() - 2 * 86_400_000);
    const day = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(noon);
    const zones = ['Pacific/Kiritimati', 'America/Los_Angeles'] as const;
    const postsOn = async (zone: string) => (await read(zone)).days.find((one) => one.day === day(zone))?.posts ?? 0;
    const counted = await Promise.all(zones.map(postsOn));
    await world.sql`update post set created_at = ${noon} where id = ${id}`;
    expect(await Promise.all(zones.map(postsOn))).toEqual(counted.map((count) => count + 1));
    expect(day(zones[0])).not.toBe(day(zones[1]));

    for (const zone of ['Mars/Olympus', "UTC'", '']) {
      await expectRefused(
        moderator.fetch(`${MODERATION}/figures?timeZone=${encodeURIComponent(zone)}`),
        '400 invalid_query',
      );
    }
    const page = (query: string) =>
      moderator.fetch(`/moderation/figures${query}`, { headers: { accept: 'text/html', 'accept-language': 'en' } });
    const html = await (await page('?timeZone=Asia/Tokyo')).text();
    expect(html).toContain('Days begin at midnight in Asia/Tokyo');
    expect(html).toContain('href="/moderation/figures?days=7&amp;timeZone=Asia%2FTokyo"');
    expect(html).not.toContain('own-time-zone');
    expect(await (await page('')).text()).toContain('own-time-zone');
    const unknown = await page('?timeZone=Mars/Olympus');
    expect([unknown.status, (await unknown.text()).includes('There’s no time zone with this name.')]).toEqual([
      422,
      true,
    ]);
  });
});

describe('own decisions', () => {
  const DECISIONS = `${MODERATION}/decisions`;
  const read = async (who: Person, query = '') => expectStatus(who.fetch(`/api/v1/moderation/decisions${query}`), 200);

  test('are listed with subject, person, verdict, reason and note, newest first, each reader’s own', async () => {
    const staff = await world.person({ role: 'moderator' });
    const author = await world.person();
    expect((await read(staff)).decisions).toEqual([]);
    const { id: post } = await writePost(author, { body: 'Nothing to see' });
    const entry = await entryOf(staff, post);
    const decision = { verdict: 'rejected', reasonCode: 'spam', note: 'The third time', version: 1 };
    await expectStatus(staff.send('POST', `/api/v1/moderation/cases/${entry.id}/decision`, decision), 200);
    await expectStatus(staff.send('POST', `/api/v1/moderation/users/${author.uid}/notes`, { body: 'Look out' }), 201);
    const limit = { kind: 'write', reasonCode: 'spam', expiresAt: null };
    await expectStatus(staff.send('POST', `/api/v1/moderation/users/${author.uid}/restrictions`, limit), 201);

    const { decisions } = await read(staff);
    expect(decisions.map(({ action }) => action)).toEqual(['restriction.issue', 'case.decide']);
    expect(decisions[1]).toMatchObject({
      kind: 'post',
      subjectId: post,
      caseId: entry.id,
      person: { uid: author.uid },
      verdict: 'rejected',
      reasonCode: 'spam',
      note: 'The third time',
    });
    expect(decisions[1]?.excerpt).toContain('Nothing to see');
    expect(decisions[0]).toMatchObject({ kind: 'user', person: { uid: author.uid }, caseId: null });

    const first = await read(staff, '?limit=1');
    const second = await read(staff, `?limit=1&cursor=${first.nextCursor}`);
    expect([...first.decisions, ...second.decisions]).toEqual(decisions);
    expect(second.nextCursor).toBeNull();
    await expectRefused(moderator.fetch(`${DECISIONS}?cursor=${first.nextCursor}`), '400 invalid_cursor');
    await expectRefused(author.fetch(DECISIONS), '403 staff_required');
    await expectRefused(world.world.fetch(DECISIONS), '401 authentication_required');

    const html = await (
      await staff.fetch('/moderation/decisions', { headers: { accept: 'text/html', 'accept-language': 'en' } })
    ).text();
    expect(html).toContain(`href="/moderation/cases/${entry.id}"`);
    expect(html).toContain(`href="/moderation/people/${author.uid}"`);
    expect(html).toContain('The third time');
    const stale = await staff.fetch('/moderation/decisions?cursor=x', {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect(stale.status).toBe(303);
  });
});
