// The pages of the administration without script: lists with their filters, forms that act and lead back, and the page again
// where something is refused.
import { describe, expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML } from '../fixtures/page-client.ts';
import { openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const UNKNOWN = 'r-11111111111111111111';

const made: string[] = [];

async function publish(sourceId: string, promote = true): Promise<string> {
  snapshot.describe({ sourceId, server: { id: 'jp', displayName: 'Japan <&>', region: 'jp' } });
  snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: `Song of ${sourceId}`, bandId: 1 }]));
  return (await home.world.publish(snapshot.directory, { promote })).releaseId;
}

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });
await home.person({ role: 'administrator' });
const snapshot = await keepOpen(createSmallSnapshot());

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

async function seen(answered: Promise<Response>): Promise<Seen> {
  const answer = await answered;
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}
const open = (path: string, who = admin): Promise<Seen> => seen(who.fetch(path, { headers: HTML, redirect: 'manual' }));
const post = (path: string, fields: Readonly<Record<string, string>> = {}, who = admin): Promise<Seen> =>
  seen(who.fetch(path, { method: 'POST', headers: HTML, body: new URLSearchParams(fields), redirect: 'manual' }));

async function nameOf({ id }: Person): Promise<string> {
  const [row]: { display_name: string }[] = await home.sql`select display_name from profile where account_id = ${id}`;
  return row?.display_name ?? '';
}

describe('accounts', () => {
  test('are listed, filtered by a form, and lead to their pages', async () => {
    const person = await home.person({ role: 'moderator' });
    const all = await open('/admin/accounts');
    expect([all.status, all.text.includes(`href="/admin/accounts/${person.uid}"`)]).toEqual([200, true]);
    expect(all.text).not.toContain('@example.org');
    const found = await open(`/admin/accounts?q=${encodeURIComponent(person.email)}&role=&state=`);
    expect(found.text).toContain(`href="/admin/accounts/${person.uid}"`);
    expect(found.text).not.toContain(`href="/admin/accounts/${admin.uid}"`);
    expect((await open('/admin/accounts?q=nobody-is-called-so')).text).toContain('No accounts found.');
    for (const query of ['role=owner', 'cursor=x']) {
      expect(await open(`/admin/accounts?${query}`)).toMatchObject({ status: 303, location: '/admin/accounts' });
    }
  });

  test('an account that is not there is not found', async () => {
    for (const answer of [
      open('/admin/accounts/999999999'),
      open('/admin/accounts/x'),
      post('/admin/accounts/999999999/role', { role: 'moderator', from: 'member', name: 'x' }),
      post('/admin/accounts/999999999/suspension', { reasonCode: 'spam', message: '', note: '' }),
      post('/admin/accounts/999999999/acts/sessions'),
    ]) {
      expect((await answer).status).toBe(404);
    }
    expect((await post(`/admin/accounts/${admin.uid}/acts/dance`)).status).toBe(404);
  });

  test('a role is given when the name is typed, and taken', async () => {
    const person = await home.person();
    const path = `/admin/accounts/${person.uid}`;
    const wrong = await post(`${path}/role`, { role: 'moderator', from: 'member', name: 'somebody else' });
    expect([wrong.status, wrong.text.includes('This isn’t the account’s name.')]).toEqual([422, true]);
    expect(wrong.text).toContain('<option value="moderator" selected');
    const name = await nameOf(person);
    const given = await post(`${path}/role`, { role: 'moderator', from: 'member', name: ` ${name.toUpperCase()} ` });
    expect(given).toMatchObject({ status: 303, location: `${path}?done=role` });
    expect((await open(given.location ?? '')).text).toContain('Role changed.');
    const stale = await post(`${path}/role`, { role: 'administrator', from: 'member', name });
    expect([stale.status, stale.text.includes('Someone changed the role in the meantime.')]).toEqual([409, true]);
    await home.sql`update profile set handle = 'lamp_keeper' where account_id = ${person.id}`;
    const taken = await post(`${path}/role`, { role: 'member', from: 'moderator', name: '@Lamp_Keeper' });
    expect(taken.status).toBe(303);
    expect((await post(`${path}/role`, { role: 'owner', from: 'member', name })).status).toBe(422);
  });

  test('an account is suspended with a reason and reinstated', async () => {
    const person = await home.person();
    const path = `/admin/accounts/${person.uid}`;
    const plan = { reasonCode: 'spam', message: 'Too many\r\nlinks <b>', note: '' };
    expect((await post(`${path}/suspension`, { ...plan, reasonCode: 'dislike' })).status).toBe(422);
    // Nothing is preselected, and a reason is required; what was typed stays.
    const unchosen = await post(`${path}/suspension`, { reasonCode: '', message: 'typed before', note: 'for us' });
    expect(unchosen.status).toBe(422);
    for (const part of ['Choose a reason.', 'typed before', 'value="for us"']) expect(unchosen.text).toContain(part);
    for (const { text } of [unchosen, await open(path)])
      expect(text).toMatch(/<select[^>]*id="reasonCode"[^>]*required[^>]*>\s*<option value selected>Choose a reason</);
    expect(await post(`${path}/suspension`, plan)).toMatchObject({ status: 303, location: `${path}?done=suspension` });
    const page = await open(path);
    for (const part of ['Spam or advertising', 'links &lt;b>', 'Reinstate account']) expect(page.text).toContain(part);
    const again = await post(`${path}/suspension`, plan);
    expect([again.status, again.text.includes('already suspended')]).toEqual([409, true]);
    const back = await post(`${path}/acts/reinstatement`);
    expect(back).toMatchObject({ status: 303, location: `${path}?done=reinstatement` });
    const twice = await post(`${path}/acts/reinstatement`);
    expect([twice.status, twice.text.includes('This account isn’t suspended.')]).toEqual([409, true]);
  });

  test('sessions are ended, a password link is mailed, factors are removed', async () => {
    const person = await home.person();
    const path = `/admin/accounts/${person.uid}`;
    for (const act of ['sessions', 'password-link', 'factors']) {
      const done = await post(`${path}/acts/${act}`);
      expect(done).toMatchObject({ status: 303, location: `${path}?done=${act}` });
    }
    await home.world.until(() => home.mails(person.email).length === 3);
    const own = await post(`/admin/accounts/${admin.uid}/acts/sessions`);
    expect([own.status, own.text.includes('This is your account')]).toEqual([409, true]);
    expect((await open(`/admin/accounts/${admin.uid}`)).text).not.toContain('/acts/sessions');
  });

  test('who gives their own role up is led to sign in', async () => {
    const third = await home.person({ role: 'administrator' });
    const fields = { role: 'member', from: 'administrator', name: await nameOf(third) };
    const left = await post(`/admin/accounts/${third.uid}/role`, fields, third);
    expect(left).toMatchObject({ status: 303, location: '/sign-in' });
  });
});

describe('releases', () => {
  test('nothing is published, and the page says how', async () => {
    expect((await open('/admin/releases')).text).toContain('livehouse publish DIR');
  });

  test('the page of a change says from, to and what readers see; its form does it', async () => {
    for (const version of ['v1', 'v2']) made.push(await publish(version));
    made.push(await publish('v3', false));
    const [first = '', second = '', third = ''] = made;
    const list = await open('/admin/releases');
    for (const part of ['Japan &lt;&amp;>', 'Never public', `/admin/releases/jp/promote?to=${third}`, '/jp/rollback']) {
      expect(list.text).toContain(part);
    }
    // The size of so small a release is written in the unit that fits.
    expect(list.text).toMatch(/entries, [\d.]+ (?:B|KiB)</);
    expect(list.text).toContain(`/catalog/jp/releases/${first}...${second}`);

    const before = await open('/admin/releases/jp/rollback');
    for (const part of [first, second, 'Within two seconds', 'no release is deleted'])
      expect(before.text).toContain(part);
    expect(before.text).toContain(`href="/catalog/jp/releases/${second}...${first}"`);
    const done = await post('/admin/releases/jp/rollback', { from: second, to: first });
    expect(done).toMatchObject({ status: 303, location: '/admin/releases?done=rollback&server=jp' });
    expect((await open(done.location ?? '')).text).toContain('was rolled back.');
    await home.world.until(async () => {
      return (await readJson<{ title: string }>(home.world.fetch('/api/v1/servers/jp/songs/1'))).title === 'Song of v1';
    });

    const stale = await post('/admin/releases/jp/promote', { from: second, to: third });
    expect([stale.status, stale.text.includes('Another release is current now.')]).toEqual([409, true]);
    expect(stale.text).toContain(`name="from" value="${first}"`);
    const promoted = await post('/admin/releases/jp/promote', { from: first, to: third });
    expect(promoted).toMatchObject({ status: 303, location: '/admin/releases?done=promote&server=jp' });

    expect((await open('/admin/releases/jp/retire')).text).toContain('return 404');
    expect((await post('/admin/releases/jp/retire', { from: third, to: '' })).status).toBe(303);
    expect((await open('/admin/releases')).text).toContain('Retired');
    expect((await post('/admin/releases/jp/promote', { from: third, to: third })).status).toBe(303);
  });

  test('what is not there is refused', async () => {
    snapshot.describe({ sourceId: 'only', server: { id: 'kr', displayName: 'Korea', region: 'kr' } });
    const { releaseId } = await home.world.publish(snapshot.directory);
    const fields = { from: releaseId, to: UNKNOWN };
    for (const [path, status] of [
      ['/admin/releases/tw/promote', 404],
      ['/admin/releases/KR/promote', 404],
      ['/admin/releases/kr/erase', 404],
      [`/admin/releases/kr/promote?to=${UNKNOWN}`, 404],
      ['/admin/releases/kr/rollback', 409],
    ] as const) {
      expect([path, (await open(path)).status]).toEqual([path, status]);
      expect([path, (await post(path.replace(/\?.*/, ''), fields)).status]).toEqual([path, status]);
    }
    expect((await post('/admin/releases/kr/promote', { from: 'newest', to: releaseId })).status).toBe(422);
    expect((await post('/admin/releases/kr/promote', {})).status).toBe(422);
  });

  test('while the store is away the page says so', async () => {
    await home.world.withoutStore(async () => {
      expect((await open('/admin/releases')).status).toBe(503);
    });
  });
});

describe('jobs', () => {
  const add = async (fields: { readonly state: string; readonly kind?: string }): Promise<string> => {
    const kind = fields.kind ?? 'moderation.mail';
    const isDead = fields.state === 'failed';
    const data = JSON.stringify({ of: 'case', id: Bun.randomUUIDv7() });
    const [row]: { id: string }[] = await home.sql`
      insert into jobs.job (name, data, state, start_after, started_on, expire_seconds, source_name, source_id, source_output)
      values (${isDead ? 'dead-letter' : kind}, ${data}::text::jsonb,
        ${fields.state === 'active' ? 'active' : 'created'}::jobs.job_state, now() + interval '1 hour', now(), 3600,
        ${isDead ? kind : null}, ${isDead ? Bun.randomUUIDv7() : null},
        ${isDead ? JSON.stringify({ message: 'PostgresError' }) : null}::text::jsonb) returning id`;
    return row?.id ?? '';
  };

  test('failed ones come first in words, are tried again and deleted', async () => {
    expect((await open('/admin/jobs')).text).toContain('No failed jobs.');
    const [dead, other, active] = [
      await add({ state: 'failed' }),
      await add({ state: 'failed', kind: 'gone.kind' }),
      await add({ state: 'active' }),
    ];
    const page = await open('/admin/jobs?state=failed');
    for (const part of ['2 jobs failed.', 'PostgresError', `action="/admin/jobs/${dead}"`]) {
      expect(page.text).toContain(part);
    }
    expect(page.text).not.toContain(`action="/admin/jobs/${active}"`);
    const fields = { state: 'failed', kind: '' };
    const retried = await post(`/admin/jobs/${dead}`, { ...fields, act: 'retry' });
    expect(retried).toMatchObject({ status: 303, location: '/admin/jobs?state=failed&done=retry' });
    expect((await open(retried.location ?? '')).text).toContain('Job started.');
    const refused = await post(`/admin/jobs/${other}`, { ...fields, act: 'retry' });
    expect([refused.status, refused.text.includes('This job can’t be retried')]).toEqual([409, true]);
    const running = await post(`/admin/jobs/${active}`, { ...fields, act: 'delete' });
    expect([running.status, running.text.includes('This job is running right now.')]).toEqual([409, true]);
    const deleted = await post(`/admin/jobs/${other}`, { ...fields, act: 'delete' });
    expect(deleted).toMatchObject({ status: 303, location: '/admin/jobs?state=failed&done=delete' });
    expect((await post(`/admin/jobs/${other}`, { ...fields, act: 'delete' })).status).toBe(404);
    expect((await post(`/admin/jobs/${active}`, { act: 'dance' })).status).toBe(422);
    await home.sql`delete from jobs.job where id = ${active}`;
    expect(await open('/admin/jobs?cursor=x')).toMatchObject({ status: 303, location: '/admin/jobs' });
  });
});

describe('the audit log', () => {
  test('says in words who did what, with before and after, and is filtered', async () => {
    const person = await home.person();
    const path = `/admin/accounts/${person.uid}`;
    await post(`${path}/role`, { role: 'moderator', from: 'member', name: await nameOf(person) });
    const today = new Date().toISOString().slice(0, 10);
    const query = `subjectKind=user&subjectId=${person.uid}&actor=${admin.uid}&action=account.role&since=${today}&until=${today}`;
    const page = await open(`/admin/audit?${query}`);
    for (const part of ['Changed a role', `href="${path}"`, 'Role: ', '>Member</del>', '>Moderator</ins>']) {
      expect([part, page.text.replace(/<span class="unseen">[^<]*<\/span>/g, '').includes(part)]).toEqual([part, true]);
    }
    const none = await open(`/admin/audit?subjectId=${person.uid}&since=2000-01-01&until=2000-01-01`);
    expect([none.status, none.text.includes('No events found.')]).toEqual([200, true]);
    for (const fault of ['actor=somebody', 'since=yesterday', 'cursor=x']) {
      const again = await open(`/admin/audit?${fault}`);
      expect([fault, again.status, again.text.includes('A filter isn’t valid.')]).toEqual([fault, 422, true]);
    }
  });

  test('writes moments, lists and what is so in words', async () => {
    const note = `For ${Bun.randomUUIDv7()}`;
    await admin.send('POST', '/api/v1/admin/invites', { maxUses: 3, note, expiresAt: Date.UTC(2099, 0, 1) });
    await admin.send('POST', '/api/v1/admin/webhooks', {
      url: 'https://hooks.example.org/',
      events: ['post.created', 'report.created'],
      description: note,
    });
    const { text } = await open('/admin/audit');
    const shown = text.replace(/<span class="unseen">[^<]*<\/span>/g, '');
    expect(shown).toMatch(/Ends: <ins>Jan 1, 2099, 12:00\sAM UTC</);
    for (const part of [
      ...['Uses allowed: <ins>3', `Note: <ins>${note}`],
      ...['Events: <ins>Public post is published, New report', 'Enabled: <ins>yes'],
    ]) {
      expect([part, shown.includes(part)]).toEqual([part, true]);
    }
  });
});
