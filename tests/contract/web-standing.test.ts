// How an account stands, over the wire: the page with restrictions, decisions and appeals, and the form that appeals.
import { describe, expect, test } from 'bun:test';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import { HTML, leadOf, readOwnPage, submitForm } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const STANDING = '/settings/standing';
const APPEAL = '/settings/standing/appeal';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' }));
const moderator = await world.person({ role: 'moderator' });
const open = (who: Person, path: string) => readOwnPage(who.fetch(path, { headers: HTML }));

/** Refuses a new post of a person; the id of the case. */
async function refusePost(person: Person, fields: object = {}): Promise<string> {
  const post = await writePost(person, { body: `Something ${Bun.randomUUIDv7()}` });
  const [row]: { id: string; version: number }[] = await world.sql`
    select id, version from moderation_case where subject_id = ${post.id} and status = 'review'`;
  const decision = { verdict: 'rejected', reasonCode: 'copyright', version: row?.version, ...fields };
  await expectOnlyStatus(moderator.send('POST', `${MODERATION}/cases/${row?.id}/decision`, decision), 200);
  return row?.id ?? '';
}

/** Restricts a person; the id of the restriction. */
async function restrict(person: Person, fields: object = {}): Promise<string> {
  const body = { kind: 'write', reasonCode: 'harassment', message: 'Please calm down.', ...fields };
  const answer = await moderator.send('POST', `${MODERATION}/users/${person.uid}/restrictions`, body);
  const { restriction } = await readJson(answer);
  return restriction.id;
}

test('the pages ask strangers to sign in, and the form is refused to strangers, other sites and without its field', async () => {
  const person = await world.person();
  const path = `${APPEAL}?case=${await refusePost(person)}`;
  for (const page of [STANDING, path]) {
    await expectRefused(world.world.fetch(page), '401 authentication_required');
  }
  const fields = { message: 'It was mine.' };
  await expectRefused(world.form(path, fields), '401 authentication_required');
  const foreign = await world.form(path, fields, { cookie: person.cookie, origin: 'https://elsewhere.example' });
  await expectRefused(foreign, '403 cross_origin_request');
  await expectRefused(world.form(path, {}, { cookie: person.cookie }), '422 invalid_body');
});

describe('the standing', () => {
  test('says that nothing stands against the account', async () => {
    expect(await open(await world.person(), STANDING)).toContain('No warnings or restrictions.');
  });

  test('says what was decided and why, in the words of the staff, also while restricted', async () => {
    const person = await world.person();
    await refusePost(person, { message: 'This is <the> song of somebody else.', note: 'seen at their page' });
    await restrict(person);
    const page = await open(person, STANDING);
    for (const text of [
      'Your post was hidden',
      'Reason: Copyright',
      'This is &lt;the> song of somebody else.',
      'You can no longer write posts and comments',
      'Reason: Harassment',
      'Please calm down.',
      'no end date',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('seen at their page');
    expect(page.match(new RegExp(`href="${APPEAL}\\?`, 'g'))?.length).toBe(2);
  });

  test('goes on at older decisions, and begins anew at the cursor of another list', async () => {
    const person = await world.person();
    for (let count = 0; count < 21; count += 1) await refusePost(person);
    const page = await open(person, STANDING);
    const older = /href="(\/settings\/standing\?decisions=[^"]+)"/.exec(page)?.[1] ?? '';
    expect((await open(person, older)).match(/Your post was hidden/g)?.length).toBe(1);
    expect(older).not.toBe('');
    const other = await person.fetch(older.replace('decisions=', 'restrictions='), {
      headers: HTML,
      redirect: 'manual',
    });
    expect(leadOf(other)).toEqual([303, STANDING]);
  });

  test('is where notifications of a restriction and of a decision lead', async () => {
    const person = await world.person();
    await refusePost(person);
    await restrict(person);
    expect((await open(person, '/notifications')).split(`href="${STANDING}"`).length - 1).toBe(2);
  });
});

describe('an appeal', () => {
  test('is written once, and its outcome stands beside the decision', async () => {
    const person = await world.person();
    const path = `${APPEAL}?case=${await refusePost(person, { message: 'Not yours.' })}`;
    const page = await open(person, path);
    expect(page).toContain('Not yours.');
    const empty = await readOwnPage(await submitForm(person, path, { message: ' ' }), 422);
    expect(empty).toContain('href="#message"');
    const long = 'x'.repeat(2_001);
    expect(await readOwnPage(await submitForm(person, path, { message: long }), 422)).toContain(long);

    expect(leadOf(await submitForm(person, path, { message: 'It is\r\nmine.' }))).toEqual([
      303,
      `${STANDING}?done=appealed`,
    ]);
    const after = await open(person, `${STANDING}?done=appealed`);
    expect(after).toContain('Appeal sent.');
    expect(after).toContain('It is\nmine.');
    expect(after).not.toContain(`href="${APPEAL}`);
    const again = await readOwnPage(await submitForm(person, path, { message: 'Once more.' }), 409);
    expect(again).toContain('You’ve already appealed this.');

    const staff = await world.person({ role: 'administrator' });
    const { appeals } = await readJson(staff.fetch(`${MODERATION}/appeals?status=open`));
    const mine = appeals.find(({ uid }) => uid === person.uid);
    const decision = { verdict: 'denied', message: 'It is not.', version: mine?.version };
    await staff.send('POST', `${MODERATION}/appeals/${mine?.id}/decision`, decision);
    const decided = await open(person, STANDING);
    expect(decided).toContain('>Denied</span>');
    expect(decided).toContain('It is not.');
  });

  test('against a restriction is written as well, and too late is said', async () => {
    const person = await world.person();
    const path = `${APPEAL}?restriction=${await restrict(person)}`;
    expect(leadOf(await submitForm(person, path, { message: 'I am calm.' }))).toEqual([
      303,
      `${STANDING}?done=appealed`,
    ]);
    const id = await refusePost(await world.person());
    await world.sql`update moderation_case set decided_at = now() - interval '31 days', author_account_id = ${person.id}
      where id = ${id}`;
    const page = await open(person, STANDING);
    expect(page).toContain('It’s too late to appeal this.');
    const late = await readOwnPage(await submitForm(person, `${APPEAL}?case=${id}`, { message: 'Late.' }), 409);
    expect(late).toContain('It’s too late to appeal this.');
  });

  test('is possible about one’s own only', async () => {
    const [person, other] = await world.people(2);
    const path = `${APPEAL}?case=${await refusePost(person)}`;
    for (const address of [path, APPEAL, `${APPEAL}?restriction=none`]) {
      await expectRefused(other.fetch(address, { headers: { accept: 'application/json' } }), '404 case_not_found');
    }
    await expectRefused(world.form(path, { message: 'Mine.' }, { cookie: other.cookie }), '404 case_not_found');
  });
});
