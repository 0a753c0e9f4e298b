// Mails about decisions and restrictions: in the person's language, with reason and message; for people who cannot sign in
// with a link that appeals once. Opening the link changes nothing.
import { describe, expect, test } from 'bun:test';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  type ReadMail,
  readJson,
} from '../fixtures/people.ts';

const PAGE = '/account/appeal';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' }));
const moderator = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });

/** Decides about a new post of a person; the id of the case. */
async function decidePost(person: Person, fields: object = {}): Promise<string> {
  const post = await writePost(person, { body: `Something ${Bun.randomUUIDv7()}` });
  return decideCase(post.id, fields);
}

async function decideCase(subjectId: string, fields: object): Promise<string> {
  const [row]: { id: string; version: number }[] = await world.sql`
    select id, version from moderation_case where subject_id = ${subjectId} and status = 'review'`;
  const decision = { verdict: 'rejected', reasonCode: 'copyright', version: row?.version, ...fields };
  await expectOnlyStatus(moderator.send('POST', `${MODERATION}/cases/${row?.id}/decision`, decision), 200);
  return row?.id ?? '';
}

async function restrict(person: Person, fields: object): Promise<string> {
  const body = { reasonCode: 'harassment', message: 'Please <calm> down.', ...fields };
  const answer = await administrator.send('POST', `${MODERATION}/users/${person.uid}/restrictions`, body);
  const { restriction } = await readJson(answer);
  return restriction.id;
}

/** Decides the only open appeal of a person. */
async function decideAppeal(person: Person, verdict: string, message: string): Promise<void> {
  const other = await world.person({ role: 'administrator' });
  const { appeals } = await readJson(other.fetch(`${MODERATION}/appeals?status=open`));
  const found = appeals.find(({ uid }) => uid === person.uid);
  const decision = { verdict, message, version: found?.version };
  await expectOnlyStatus(other.send('POST', `${MODERATION}/appeals/${found?.id}/decision`, decision), 200);
}

const pathOf = ({ link = '' }: ReadMail): string => new URL(link).pathname;
const openLink = (token: string) => world.world.fetch(`${PAGE}?token=${token}`);
const appeal = (token: string, message: string): Promise<Response> => world.form(PAGE, { token, message });
const appealsOf = ({ id }: Person): Promise<{ message: string }[]> =>
  world.sql`select message from appeal where account_id = ${id}`;

describe('a mail', () => {
  test('tells the author of a rejection why, in their language, and leads to the standing', async () => {
    const person = await world.person();
    await person.send('PUT', '/api/v1/me/preferences', { locale: 'ja' });
    await decidePost(person, { message: 'This is <the> song of somebody else.', note: 'seen at their page' });
    const mail = await world.mail(person.email);
    expect(mail.text).toStartWith('投稿が非表示になりました\n');
    expect(mail.text).toContain('理由：著作権');
    expect(mail.text).toContain('This is <the> song of somebody else.');
    expect(mail.html).toContain('This is &lt;the&gt; song of somebody else.');
    expect(mail.text).not.toContain('seen at their page');
    expect(pathOf(mail)).toBe('/settings/standing');
  });

  test('is not sent for what was allowed', async () => {
    const person = await world.person();
    await decidePost(person, { verdict: 'allow' });
    await restrict(person, { kind: 'upload' });
    await world.mail(person.email);
    expect(world.mails(person.email).length).toBe(1);
  });

  test('about content comes once a minute, about restrictions always', async () => {
    const person = await world.person();
    await decidePost(person);
    await world.mail(person.email);
    await decidePost(person);
    await restrict(person, { kind: 'upload' });
    expect((await world.mail(person.email, 2)).subject).toBe('You can no longer upload files');
    expect(world.mails(person.email).length).toBe(2);
  });

  test('tells of a restriction with reason, message and end', async () => {
    const person = await world.person();
    await restrict(person, { kind: 'write', expiresAt: Date.now() + 86_400_000 });
    const mail = await world.mail(person.email);
    expect(mail.subject).toBe('You can no longer write posts and comments');
    for (const text of ['Reason: Harassment', 'Please <calm> down.', 'Until ']) expect(mail.text).toContain(text);
    expect(pathOf(mail)).toBe('/settings/standing');
  });

  test('has no line for a reason that says nothing', async () => {
    const person = await world.person();
    await restrict(person, { kind: 'write', reasonCode: 'other' });
    const mail = await world.mail(person.email);
    expect(mail.text).toContain('Please <calm> down.');
    expect(mail.text).not.toContain('Reason');
  });

  test('tells how an appeal was decided', async () => {
    const person = await world.person();
    const caseId = await decidePost(person);
    await person.send('POST', '/api/v1/account/appeals', { caseId, message: 'It is mine.' });
    await decideAppeal(person, 'granted', 'You are right.');
    const mail = await world.mail(person.email, 2);
    expect(mail.subject).toBe('Your appeal was granted');
    for (const text of ['You are right.', 'This decision is final.']) expect(mail.text).toContain(text);
  });
});

describe('the link for people who cannot sign in', () => {
  test('appeals once against the restriction; opening it changes nothing, and only its digest is stored', async () => {
    const person = await world.person();
    await restrict(person, { kind: 'sign_in' });
    const mail = await world.mail(person.email);
    expect([mail.subject, pathOf(mail)]).toEqual(['You can no longer sign in', PAGE]);
    const { token } = mail;
    const rows: { text: string }[] =
      await world.sql`select l::text as text from appeal_link l where account_id = ${person.id}`;
    expect(rows.length).toBe(1);
    expect(rows[0]?.text).not.toContain(token);
    for (let count = 0; count < 2; count += 1) {
      const page = await openLink(token);
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const text = await page.text();
      for (const part of ['You can no longer sign in', 'Please &lt;calm> down.', 'name="message"'])
        expect(text).toContain(part);
    }
    expect(await appealsOf(person)).toEqual([]);

    for (const empty of ['  ', 'x'.repeat(2_001)]) {
      const again = await appeal(token, empty);
      expect(again.status).toBe(422);
      expect(await again.text()).toContain('href="#message"');
    }
    const done = await appeal(token, 'It was\r\nmy brother.');
    expect([done.status, (await done.text()).includes('Appeal sent')]).toEqual([200, true]);
    expect(await appealsOf(person)).toEqual([{ message: 'It was\nmy brother.' }]);
    await expectOnlyStatus(appeal(token, 'Again.'), 400);
    expect(await (await openLink(token)).text()).not.toContain('name="message"');
    expect((await appealsOf(person)).length).toBe(1);

    await decideAppeal(person, 'denied', 'It was you.');
    const outcome = await world.mail(person.email, 2);
    expect([outcome.subject, outcome.link]).toEqual(['Your appeal was denied', undefined]);
  });

  test('is in the mail about a decision on the content of somebody suspended', async () => {
    const person = await world.person();
    const post = await writePost(person, { body: `Something ${Bun.randomUUIDv7()}` });
    await world.sql`update profile set status = 'suspended' where account_id = ${person.id}`;
    const caseId = await decideCase(post.id, {});
    const { token, ...mail } = await world.mail(person.email);
    expect(pathOf({ ...mail, token })).toBe(PAGE);
    await expectOnlyStatus(appeal(token, 'It is mine.'), 200);
    const rows: unknown[] = await world.sql`select 1 from appeal where case_id = ${caseId}`;
    expect(rows.length).toBe(1);
  });

  test('ends after 30 days, and when there is nothing to appeal against any more', async () => {
    const person = await world.person();
    const id = await restrict(person, { kind: 'sign_in' });
    const { token } = await world.mail(person.email);
    await world.sql`update account_restriction set lifted_at = now() where id = ${id}`;
    await expectOnlyStatus(appeal(token, 'Please.'), 400);
    await world.sql`update account_restriction set lifted_at = null where id = ${id}`;
    await world.sql`update appeal_link set expires_at = now() - interval '1 second' where account_id = ${person.id}`;
    await expectOnlyStatus(appeal(token, 'Please.'), 400);
    expect(await appealsOf(person)).toEqual([]);
  });

  test('is refused from other sites and without its fields, and a wrong one does nothing', async () => {
    const fields = { token: 'A'.repeat(32), message: 'Please.' };
    await expectRefused(world.form(PAGE, fields, { origin: 'https://elsewhere.example' }), '403 cross_origin_request');
    await expectRefused(world.form(PAGE, {}), '422 invalid_body');
    for (const token of ['A'.repeat(32), '', 'no token']) await expectOnlyStatus(appeal(token, 'Please.'), 400);
  });
});
