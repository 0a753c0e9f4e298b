// The pages of moderation: who may open them, what they show, and the forms that work without script.
import { describe, expect, test } from 'bun:test';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import { HTML, submitForm } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' }));
const moderator = await world.person({ role: 'moderator' });
const other = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });

const NOWHERE = '0190a1b2-0000-7000-8000-000000000000';

const open = (who: Person, path: string) => who.fetch(path, { headers: HTML, redirect: 'manual' });
const read = async (who: Person, path: string, status = 200): Promise<string> => {
  const answer = await open(who, path);
  expect([path, answer.status]).toEqual([path, status]);
  return answer.text();
};

async function caseOf(subjectId: string): Promise<{ readonly id: string; readonly version: number }> {
  const [row]: { id: string; version: number }[] = await world.sql`
    select id, version from moderation_case where subject_id = ${subjectId} and status <> 'superseded'`;
  return row ?? { id: NOWHERE, version: 1 };
}
async function rejectedCase(author: Person): Promise<string> {
  const { id } = await writePost(author, { body: 'not this one' });
  const found = await caseOf(id);
  const decision = { verdict: 'rejected', reasonCode: 'spam', message: 'Read the rules.', version: found.version };
  await expectStatus(moderator.send('POST', `${MODERATION}/cases/${found.id}/decision`, decision), 200);
  return found.id;
}
async function openAppeal(author: Person, caseId: string): Promise<string> {
  const answer = await author.send('POST', '/api/v1/account/appeals', { caseId, message: 'It was a joke.' });
  return (await expectStatus(answer, 201)).appeal.id;
}

const PAGES = ['', '/reports', '/appeals', '/people', '/audit', '/figures'];

test('the pages are for staff', async () => {
  const member = await world.person();
  for (const path of PAGES) {
    await expectOnlyStatus(world.world.fetch(`/moderation${path}`, { headers: HTML, redirect: 'manual' }), 303);
    expect(await read(member, `/moderation${path}`, 403)).toContain('staff_required');
    for (const staff of [moderator, administrator]) expect(await read(staff, `/moderation${path}`)).toContain('<h1');
  }
  expect((await open(moderator, '/moderation')).headers.get('cache-control')).toBe('no-store');
});

test('the desk shows what waits, and each entry at its own address', async () => {
  const author = await world.person();
  const { id } = await writePost(author, { title: 'A lamp', body: 'in the <b>window</b>' });
  const found = await caseOf(id);
  expect(await read(moderator, '/moderation')).toContain('data-island="moderation-desk"');
  const page = await read(moderator, `/moderation/cases/${found.id}`);
  expect(page).toContain('in the &lt;b>window');
  expect(page).not.toContain('<b>window');
  expect(await read(moderator, `/moderation/cases/${NOWHERE}`, 404)).toContain('case_not_found');
  expect(await read(moderator, '/moderation/cases/x', 404)).toContain('case_not_found');
  await expectStatus(
    moderator.send('POST', `${MODERATION}/cases/${found.id}/decision`, {
      verdict: 'allow',
      reasonCode: 'other',
      version: 1,
    }),
    200,
  );
  const reporter = await world.person();
  const filed = await expectStatus(
    reporter.send('POST', '/api/v1/community/reports', {
      targetKind: 'post',
      targetId: id,
      reasonCode: 'hate',
      details: 'look at the window',
    }),
    201,
  );
  expect(await read(moderator, `/moderation/reports/${filed.report.id}`)).toContain('look at the window');
  expect(await read(moderator, '/moderation/reports')).toContain('look at the window');
  expect(await read(moderator, '/moderation/reports?status=resolved')).not.toContain('look at the window');
  expect(await read(moderator, `/moderation/reports/${NOWHERE}`, 404)).toContain('report_not_found');
});

describe('several reports', () => {
  const WITHDRAWN = { reasonCode: '', message: '' };
  const boxesOf = (page: string): readonly string[] =>
    [...page.matchAll(/name="(report\.[^"]+)"/g)].map(([, name = '']) => name);
  async function publicPost(author: Person): Promise<{ readonly id: string }> {
    const { id } = await writePost(author);
    const { id: caseId, version } = await caseOf(id);
    const decision = { verdict: 'allow', reasonCode: 'other', version };
    await expectStatus(administrator.send('POST', `${MODERATION}/cases/${caseId}/decision`, decision), 200);
    return { id };
  }
  /** Something that was reported, and the box of the report. */
  async function reported(reporter: Person, targetKind: string, targetId: string) {
    const filing = { targetKind, targetId, reasonCode: 'spam' };
    const { report } = await expectStatus(reporter.send('POST', '/api/v1/community/reports', filing), 201);
    return { id: report.id, box: { [`report.${report.id}`]: '1' } };
  }
  const statusOf = async (id: string): Promise<string> => {
    const [row]: { status: string }[] = await world.sql`select status from report where id = ${id}`;
    return row?.status ?? 'none';
  };
  const isHidden = async (postId: string): Promise<boolean> =>
    (await world.sql`select 1 from post where id = ${postId} and hidden_at is not null`).length > 0;

  test('are chosen by boxes and decided in one act, which needs no script', async () => {
    const [author, reporter] = await world.people(2);
    const posts = [await publicPost(author), await publicPost(author), await publicPost(author)];
    const filed = await Promise.all(posts.map(({ id }) => reported(reporter, 'post', id)));
    const person = await reported(reporter, 'user', String(author.uid));
    const page = await read(moderator, '/moderation/reports');
    for (const { id } of filed) expect(boxesOf(page)).toContain(`report.${id}`);
    expect(page).not.toMatch(/type="checkbox"[^>]* checked/);
    expect(page.match(/<form[^>]* action="\/moderation\/reports"/g)).toHaveLength(1);
    // All of the page can be chosen without script.
    const all = await read(moderator, '/moderation/reports?select=all');
    expect(all.match(/type="checkbox"[^>]* checked/g)?.length).toBe(boxesOf(all).length);

    const [first, second, third] = filed;
    const boxes = { ...first?.box, ...second?.box, ...person.box };
    const hidden = await submitForm(moderator, '/moderation/reports', {
      ...boxes,
      verdict: 'hide',
      reasonCode: 'spam',
      message: 'Read the rules.',
    });
    expect([hidden.status, hidden.headers.get('location')]).toEqual([303, '/moderation/reports?done=decided']);
    expect(await Promise.all(posts.map(({ id }) => isHidden(id)))).toEqual([true, true, false]);
    const ids = [first, second, third, person].map((one) => one?.id ?? '');
    expect(await Promise.all(ids.map(statusOf))).toEqual(['resolved', 'resolved', 'pending', 'resolved']);
    expect(await read(moderator, '/moderation/reports?done=decided')).toContain('Reports decided.');

    const left = await submitForm(moderator, '/moderation/reports', { ...third?.box, verdict: 'keep', ...WITHDRAWN });
    expect(left.status).toBe(303);
    expect([await statusOf(third?.id ?? ''), await isHidden(posts[2]?.id ?? '')]).toEqual(['dismissed', false]);
    expect(boxesOf(await read(moderator, '/moderation/reports?status=resolved'))).toEqual([]);
  });

  test('each is decided by itself: what is refused stays chosen, and the page says so', async () => {
    const author = await world.person();
    const [mine, theirs] = [await publicPost(author), await publicPost(author)];
    const own = await reported(moderator, 'post', mine.id);
    const good = await reported(await world.person(), 'post', theirs.id);
    const fields = { ...own.box, ...good.box, verdict: 'hide', reasonCode: 'spam', message: '' };
    const answer = await submitForm(moderator, '/moderation/reports', fields);
    const page = await answer.text();
    expect(answer.status).toBe(409);
    expect(page).toContain('weren’t decided');
    expect(page).toMatch(new RegExp(`name="report.${own.id}"[^>]* checked`));
    expect([await statusOf(own.id), await isHidden(mine.id)]).toEqual(['pending', false]);
    expect([await statusOf(good.id), await isHidden(theirs.id)]).toEqual(['resolved', true]);
    // Once more, with a version from before.
    const late = await submitForm(other, '/moderation/reports', { ...good.box, verdict: 'keep', ...WITHDRAWN });
    expect(late.status).toBe(409);
  });

  test('a form that cannot be decided changes nothing, and what was chosen and typed stays', async () => {
    const target = await publicPost(await world.person());
    const { id, box } = await reported(await world.person(), 'post', target.id);
    const hide = { ...box, verdict: 'hide', reasonCode: 'spam', message: '' };
    const refused = async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const answer = await submitForm(moderator, '/moderation/reports', fields);
      expect(answer.status).toBe(422);
      return answer.text();
    };
    expect(await refused({ verdict: 'hide', reasonCode: 'spam', message: '' })).toContain(
      'Select at least one report.',
    );
    const page = await refused({ ...hide, reasonCode: '', message: 'typed before' });
    expect(page).toContain('Choose a reason.');
    expect(page).toContain('typed before');
    expect(page).toMatch(new RegExp(`name="report.${id}"[^>]* checked`));
    await refused({ ...hide, message: 'x'.repeat(1_001) });
    const many = Object.fromEntries(Array.from({ length: 51 }, () => [`report.${Bun.randomUUIDv7()}`, '1']));
    expect(await refused({ ...hide, ...many })).toContain('Up to 50 at once');
    expect([await statusOf(id), await isHidden(target.id)]).toEqual(['pending', false]);
    const member = await world.person();
    expect((await submitForm(member, '/moderation/reports', hide)).status).toBe(403);
  });
});

test('lists begin anew where a filter or cursor does not fit', async () => {
  for (const path of [
    '/reports?status=x',
    '/reports?cursor=x',
    '/appeals?status=x',
    '/appeals?cursor=x',
    '/people?cursor=x',
    '/audit?action=%21',
  ]) {
    const answer = await open(moderator, `/moderation${path}`);
    expect([path, answer.status]).toEqual([path, 303]);
    expect(answer.headers.get('location')).toBe(`/moderation${path.replace(/\?.*$/, '')}`);
  }
  expect(await read(moderator, '/moderation/figures?days=x')).toContain('<svg');
});

test('an appeal is decided by somebody else, once', async () => {
  const author = await world.person();
  const caseId = await rejectedCase(author);
  const id = await openAppeal(author, caseId);
  const form = (who: Person, fields: object = {}) =>
    submitForm(who, `/moderation/appeals/${id}`, {
      verdict: 'granted',
      message: '',
      note: '',
      version: '1',
      ...fields,
    });
  const shown = await read(moderator, '/moderation/appeals');
  expect(shown).toContain('It was a joke.');
  expect(shown).toContain('so someone else decides the appeal');
  expect(shown).not.toContain(`action="/moderation/appeals/${id}"`);
  expect(await read(other, '/moderation/appeals')).toContain(`action="/moderation/appeals/${id}"`);
  const own = await form(moderator, { message: 'typed before' });
  expect(own.status).toBe(403);
  expect(await own.text()).toContain('typed before');
  await expectOnlyStatus(form(other, { message: 'm'.repeat(1_001) }), 422);
  await expectOnlyStatus(form(other, { version: '7' }), 409);
  await expectOnlyStatus(form(other, { verdict: 'perhaps' }), 422);
  const done = await form(other, { message: 'We were wrong.', note: 'a joke indeed' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/moderation/appeals?done=decided']);
  await expectOnlyStatus(form(other), 409);
  expect(await read(moderator, '/moderation/appeals?status=granted')).toContain('We were wrong.');
  const missing = await submitForm(other, `/moderation/appeals/${NOWHERE}`, {
    verdict: 'denied',
    message: '',
    note: '',
    version: '1',
  });
  expect(missing.status).toBe(404);
  const foreign = await world.form(
    `/moderation/appeals/${id}`,
    { verdict: 'denied', message: '', note: '', version: '1' },
    { cookie: other.cookie, origin: 'https://evil.example' },
  );
  expect(foreign.status).toBe(403);
  expect(await foreign.text()).toContain('cross_origin_request');
});

describe('a person', () => {
  const RESTRICTION = { kind: 'write', reasonCode: 'spam', days: '7', message: '', note: '' };
  const restrict = (who: Person, uid: number, fields: object = {}) =>
    submitForm(who, `/moderation/people/${uid}/restrictions`, { ...RESTRICTION, ...fields });

  test('is found, restricted, and free again', async () => {
    const person = await world.person();
    const path = `/moderation/people/${person.uid}`;
    expect(await read(moderator, `/moderation/people?q=${person.uid}`)).toContain(`href="${path}"`);
    expect(await read(moderator, '/moderation/people?q=nobody-is-called-so')).not.toContain('mod-list"><li');
    const done = await restrict(moderator, person.uid, { message: 'Take a break.' });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${path}?done=restricted`]);
    expect(await read(moderator, `${path}?done=restricted`)).toContain('Take a break.');
    const again = await restrict(moderator, person.uid, { message: 'typed before' });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain('typed before');
    await expectOnlyStatus(restrict(moderator, person.uid, { kind: 'sign_in' }), 403);
    await expectOnlyStatus(restrict(moderator, person.uid, { message: 'm'.repeat(1_001) }), 422);
    await expectOnlyStatus(restrict(moderator, person.uid, { kind: 'dance' }), 422);
    // Nothing is preselected, and a reason is required.
    const unchosen = await restrict(moderator, person.uid, { reasonCode: '', message: 'typed before' });
    const shown = await unchosen.text();
    expect([unchosen.status, shown.includes('Choose a reason.'), shown.includes('typed before')]).toEqual([
      422,
      true,
      true,
    ]);
    expect(shown).toMatch(/<select[^>]*id="reasonCode"[^>]*required[^>]*>\s*<option value selected>Choose a reason</);
    await expectOnlyStatus(restrict(moderator, 99_999_999), 404);
    const [row]: { id: string }[] = await world.sql`select id from account_restriction where account_id = ${person.id}`;
    const lift = (who: Person, id = row?.id, uid = person.uid) =>
      submitForm(who, `/moderation/people/${uid}/restrictions/${id}/end`, {});
    await expectOnlyStatus(lift(moderator), 303);
    await expectOnlyStatus(lift(moderator), 409);
    await expectOnlyStatus(lift(moderator, NOWHERE), 404);
    await expectOnlyStatus(lift(moderator, row?.id, 99_999_999), 404);
    expect(await read(moderator, '/moderation/audit?action=restriction.lift')).toContain('restriction.lift');
  });

  test('of the administration is not acted upon by moderators', async () => {
    await expectOnlyStatus(restrict(moderator, administrator.uid), 403);
    await world.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${NOWHERE}, ${administrator.id}, 'upload', 'spam')`;
    const ended = await submitForm(
      moderator,
      `/moderation/people/${administrator.uid}/restrictions/${NOWHERE}/end`,
      {},
    );
    expect(ended.status).toBe(403);
    expect(await read(moderator, `/moderation/people/${administrator.uid}`)).not.toContain('/restrictions"');
    expect(await read(moderator, '/moderation/people/99999999', 404)).toContain('user_not_found');
  });

  test('of the staff keeps what an administrator imposed, and moderators have no form that would end it', async () => {
    const staff = await world.person({ role: 'moderator' });
    await expectOnlyStatus(restrict(administrator, staff.uid), 303);
    const [row]: { id: string }[] = await world.sql`select id from account_restriction where account_id = ${staff.id}`;
    const path = `/moderation/people/${staff.uid}`;
    const ends = `action="${path}/restrictions/${row?.id}/end"`;
    const theirs = await read(moderator, path);
    expect(theirs).toContain('Only administrators can decide this.');
    expect(theirs).not.toContain(ends);
    expect(await read(administrator, path)).toContain(ends);
    await expectOnlyStatus(submitForm(moderator, `${path}/restrictions/${row?.id}/end`, {}), 403);
    const appeal = { restrictionId: row?.id, message: 'Too hard.' };
    const { id } = (await expectStatus(staff.send('POST', '/api/v1/account/appeals', appeal), 201)).appeal;
    const appeals = await read(moderator, '/moderation/appeals');
    expect(appeals).toContain('Too hard.');
    expect(appeals).not.toContain(`action="/moderation/appeals/${id}"`);
  });

  test('has notes, which the person reads nowhere', async () => {
    const person = await world.person();
    const note = (who: Person, uid: number, body: string, headers: Record<string, string> = {}) =>
      world.form(`/moderation/people/${uid}/notes`, { body }, { cookie: who.cookie, accept: 'text/html', ...headers });
    await expectOnlyStatus(note(moderator, person.uid, 'asked twice'), 303);
    expect(await read(other, `/moderation/people/${person.uid}?done=noted`)).toContain('asked twice');
    await expectOnlyStatus(note(moderator, person.uid, ' '), 422);
    await expectOnlyStatus(note(moderator, moderator.uid, 'about me'), 409);
    await expectOnlyStatus(note(moderator, 99_999_999, 'x'), 404);
    const evil = { origin: 'https://evil.example' };
    await expectOnlyStatus(note(moderator, person.uid, 'x', evil), 403);
    await expectOnlyStatus(
      world.form(`/moderation/people/${person.uid}/restrictions`, RESTRICTION, {
        cookie: moderator.cookie,
        ...evil,
      }),
      403,
    );
    await expectOnlyStatus(
      world.form(
        `/moderation/people/${person.uid}/restrictions/${NOWHERE}/end`,
        {},
        { cookie: moderator.cookie, ...evil },
      ),
      403,
    );
    await expectOnlyStatus(
      world.form(`/moderation/people/${person.uid}/notes`, { other: 'x' }, { cookie: moderator.cookie }),
      422,
    );
  });
});

test('everything that a person wrote is one page, hides it by a form, and undoes that', async () => {
  const author = await world.person();
  const { id } = await writePost(author, { title: 'A <title>', body: 'A body' });
  const person = `/moderation/people/${author.uid}`;
  const path = `${person}/content`;
  expect(await read(moderator, person)).toContain(`href="${path}"`);
  const shown = await read(moderator, path);
  expect(shown).toContain('A &lt;title>');
  expect(shown).toContain('Waiting');
  expect(await read(moderator, `${path}?state=public`)).toContain('Nothing here.');
  await expectOnlyStatus(open(moderator, `${path}?cursor=x`), 303);
  await read(moderator, '/moderation/people/99999999/content', 404);
  await read(author, path, 403);

  const fields = { scope: 'day', reasonCode: 'spam', message: 'TYPED', restriction: '' };
  const noReason = await submitForm(moderator, `${person}/removals`, { ...fields, reasonCode: '' });
  expect(noReason.status).toBe(422);
  expect(await noReason.text()).toContain('TYPED');
  await expectOnlyStatus(submitForm(moderator, `${person}/removals`, { ...fields, restriction: 'sign_in' }), 403);
  const own = await submitForm(moderator, `/moderation/people/${moderator.uid}/removals`, fields);
  expect(own.status).toBe(409);
  const begun = await submitForm(moderator, `${person}/removals`, { ...fields, restriction: 'write' });
  expect([begun.status, begun.headers.get('location')]).toEqual([303, `${path}?done=removed`]);
  await world.world.until(async () => (await read(moderator, path)).includes('1 entry hidden'));
  const after = await read(moderator, path);
  expect(after).toContain('Hidden');
  const act = /removals\/([0-9a-f-]{36})\/undo/.exec(after)?.[1] ?? '';
  const undone = await submitForm(moderator, `${person}/removals/${act}/undo`, {});
  expect([undone.status, undone.headers.get('location')]).toEqual([303, `${path}?done=undone`]);
  // The answer waits for the end, but on a busy machine not long enough.
  await world.world.until(async () => (await read(moderator, path)).includes('Undone: 1 restored'));
  const again = await submitForm(moderator, `${person}/removals/${act}/undo`, {});
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('This was already undone.');
  await expectOnlyStatus(submitForm(moderator, `${person}/removals/${NOWHERE}/undo`, {}), 404);
  const [row] = await world.sql`select moderation_status from post where id = ${id}`;
  expect(row?.moderation_status).toBe('review');
  // The desk names the author, how much of theirs waits, and leads here.
  await writePost(author);
  const queue = await expectStatus(moderator.fetch(`${MODERATION}/queue?limit=100`), 200);
  const mine = queue.entries.filter(({ authorUid }) => authorUid === author.uid);
  expect(mine.map(({ sameAuthor }) => sameAuthor)).toEqual([2, 2]);
  expect(await read(moderator, '/moderation/audit')).toContain(`/moderation/people/${moderator.uid}`);
});
