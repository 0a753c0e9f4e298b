// The pages of the settings without script: what is typed is stored, what others change meanwhile is shown and nothing typed
// is lost, texts and reasons are edited by language, the logo goes up and away, and mail is tested.
import { beforeEach, describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML } from '../fixtures/page-client.ts';
import { expectOnlyStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const SETTINGS = '/admin/settings';
const API = '/api/v1/admin/settings';
const SECRET = 'a-secret-that-nobody-may-ever-read-0123456789';

type View = AnswerBody<'GET /api/v1/admin/settings'>;
interface Seen {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', INSTANCE_NAME: 'The Cellar', AUTH_SECRET: SECRET }));
const admin = await home.person({ role: 'administrator' });

const read = async (): Promise<View> => readJson(admin.fetch(API));
const change = async (fields: object): Promise<void> => {
  await expectOnlyStatus(admin.send('PATCH', API, { version: (await read()).version, ...fields }), 200);
};
beforeEach(async () => change({ reset: (await read()).stored }));

async function seen(answered: Promise<Response>): Promise<Seen> {
  const answer = await answered;
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}
const open = (path: string, who = admin): Promise<Seen> => seen(who.fetch(path, { headers: HTML, redirect: 'manual' }));
const send = (path: string, body: BodyInit): Promise<Seen> =>
  seen(admin.fetch(path, { method: 'POST', headers: HTML, body, redirect: 'manual' }));
const post = (path: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> =>
  send(path, new URLSearchParams(fields));

/** The fields of the form of a page that names its first values, as a browser would send them. */
function fieldsOf(html: string, action: string): Record<string, string> {
  const form = html.slice(html.indexOf(`action="${action}"`));
  const inside = form.slice(0, form.indexOf('</form>'));
  const decode = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const fields: Record<string, string> = {};
  for (const [tag] of inside.matchAll(/<input (?:[^>"]|"[^"]*")*>/g)) {
    const [, name] = / name="([^"]*)"/.exec(tag) ?? [];
    if (name !== undefined) fields[name] = decode(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name = '', options = ''] of inside.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    fields[name] = /<option [^>]*value="([^"]*)"[^>]* selected/.exec(options)?.[1] ?? '';
  }
  for (const [, name = '', text = ''] of inside.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)) {
    fields[name] = decode(text);
  }
  return fields;
}
const openForm = async (path: string, action = path): Promise<Record<string, string>> =>
  fieldsOf((await open(path)).text, action);

describe('the first form', () => {
  test('stores what was typed and nothing else', async () => {
    const fields = await openForm(SETTINGS);
    expect(fields).toMatchObject({ name: 'The Cellar', 'was-name': 'The Cellar', registration: 'open' });
    const typed = { ...fields, name: ' The <Attic> ', description: 'Up the stairs', registration: 'invite' };
    expect(await post(SETTINGS, typed)).toMatchObject({ status: 303, location: `${SETTINGS}?done=saved` });
    expect(await read()).toMatchObject({
      settings: { name: 'The <Attic>', description: 'Up the stairs', registration: 'invite', locale: 'en' },
      stored: ['name', 'description', 'registration'],
    });
    const page = await open(`${SETTINGS}?done=saved`);
    expect(page.text).toContain('Settings saved.');
    expect(page.text).toContain('The &lt;Attic>');
    const emptied = await post(SETTINGS, { ...(await openForm(SETTINGS)), description: '' });
    expect(emptied.status).toBe(303);
    expect((await read()).settings.description).toBe(null);
  });

  test('says which field is wrong and keeps what was typed', async () => {
    const fields = await openForm(SETTINGS);
    for (const [wrong, text] of [
      [{ name: ' ' }, 'A name needs 1 to 60 characters.'],
      [{ name: 'x'.repeat(61) }, 'A name needs 1 to 60 characters.'],
      [{ description: 'x'.repeat(301) }, 'up to 300 characters'],
      [{ contact: `${'x'.repeat(200)}@example.org` }, 'up to 200 characters'],
      [{ contact: 'javascript:alert(1)' }, 'Enter an email address or a web address'],
    ] as const) {
      const answer = await post(SETTINGS, { ...fields, contact: 'TYPED@example.org', ...wrong });
      expect([wrong, answer.status, answer.text.includes(text)]).toEqual([wrong, 422, true]);
      if (!('contact' in wrong)) expect(answer.text).toContain('value="TYPED@example.org"');
    }
    for (const wrong of [{ other: 'x' }, { 'was-name': undefined }]) {
      const kept = Object.entries({ ...fields, ...wrong }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      expect((await post(SETTINGS, Object.fromEntries(kept))).status).toBe(422);
    }
    expect((await read()).stored).toEqual([]);
  });

  test('what somebody else changed meanwhile is shown, and nothing typed is lost', async () => {
    const fields = await openForm(SETTINGS);
    await change({ name: 'The Loft', contact: 'loft@example.org' });
    const late = await post(SETTINGS, { ...fields, name: 'The Attic' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('Someone else changed this while you were typing.');
    expect(late.text).toMatch(/<dt>Name<\/dt><dd[^>]*>The Loft<\/dd>/);
    // Only what was typed into is shown as changed; the rest of the form is up to date.
    expect(late.text).not.toContain('<dt>Contact</dt>');
    const again = fieldsOf(late.text, SETTINGS);
    expect(again).toMatchObject({ name: 'The Attic', 'was-name': 'The Loft', contact: 'loft@example.org' });
    expect((await read()).settings.name).toBe('The Loft');
    expect((await post(SETTINGS, again)).status).toBe(303);
    expect((await read()).settings).toMatchObject({ name: 'The Attic', contact: 'loft@example.org' });
  });

  test('two who change different fields do not meet, even at the same moment', async () => {
    const fields = await openForm(SETTINGS);
    const answers = await Promise.all([
      post(SETTINGS, { ...fields, name: 'The Attic' }),
      post(SETTINGS, { ...fields, contact: 'attic@example.org' }),
      post(SETTINGS, { ...fields, registration: 'closed' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await read()).settings).toMatchObject({
      name: 'The Attic',
      contact: 'attic@example.org',
      registration: 'closed',
    });
  });

  test('settings follow the environment again', async () => {
    await change({ name: 'The Attic', contact: 'a@example.org' });
    const page = await open(SETTINGS);
    expect(page.text).toContain('Reset to environment');
    expect(await post(`${SETTINGS}/reset`, { name: 'on' })).toMatchObject({
      status: 303,
      location: `${SETTINGS}?done=reset`,
    });
    expect(await read()).toMatchObject({ settings: { name: 'The Cellar' }, stored: ['contact'] });
    expect((await post(`${SETTINGS}/reset`)).status).toBe(303);
    expect((await post(`${SETTINGS}/reset`, { password: 'on' })).status).toBe(422);
  });
});

test('variables of the environment have their meaning, without pointers into the manual', async () => {
  const { text } = await open(`${SETTINGS}/environment`);
  expect(text).toContain('public address of the service');
  expect(text).not.toMatch(/; see (?:names|storage|the instance)/);
});

describe('texts', () => {
  const RULES = `${SETTINGS}/texts/rules`;

  test('are edited by language, with a preview that has the name', async () => {
    const page = await open(`${RULES}?language=en`);
    expect(page.text).toContain('Be respectful.');
    const form = fieldsOf(page.text, `${RULES}/en`);
    const text = '# Hi\r\n\r\nBe kind at *{name}*. <b>';
    const saved = await post(`${RULES}/en`, { ...form, text });
    expect(saved).toMatchObject({ status: 303, location: `${RULES}?language=en&done=saved` });
    const after = await open(`${RULES}?language=en`);
    expect(after.text).toContain('Be kind at <em>The Cellar</em>. &lt;b>');
    expect(after.text).toContain('Be kind at *{name}*. &lt;b>');
    const { settings, stored } = await read();
    expect(stored).toEqual(['rules']);
    // The other languages keep the words that they had.
    expect(settings.rules).toMatchObject({ en: text.replaceAll('\r\n', '\n'), ja: expect.stringContaining('尊重') });
    expect(
      (await post(`${RULES}/ko`, { ...(await openForm(`${RULES}?language=ko`, `${RULES}/ko`)), text: ' ' })).status,
    ).toBe(303);
    expect((await read()).settings.rules).not.toHaveProperty('ko');
    expect(await post(`${SETTINGS}/reset`, { rules: 'on' })).toMatchObject({ location: `${RULES}?done=reset` });
    expect((await read()).stored).toEqual([]);
  });

  test('the same text changed by two is shown as a difference; another language is no conflict', async () => {
    const form = await openForm(`${RULES}?language=en`, `${RULES}/en`);
    await change({ rules: { en: 'Line one\nTheirs' } });
    const late = await post(`${RULES}/en`, { ...form, text: 'Line one\nMine' });
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/<del>Theirs<\/del>/);
    expect(late.text).toMatch(/<ins>Mine<\/ins>/);
    const again = fieldsOf(late.text, `${RULES}/en`);
    expect(again.text).toBe('Line one\nMine');
    await change({ rules: { en: 'Line one\nTheirs', ja: 'なかよく' } });
    expect((await post(`${RULES}/en`, again)).status).toBe(303);
    expect((await read()).settings.rules).toEqual({ en: 'Line one\nMine', ja: 'なかよく' });
  });

  test('the longest text fits, and one more character is said', async () => {
    const form = await openForm(`${SETTINGS}/texts/notice?language=ja`, `${SETTINGS}/texts/notice/ja`);
    expect((await post(`${SETTINGS}/texts/notice/ja`, { ...form, text: '灯'.repeat(50_000) })).status).toBe(303);
    const next = await openForm(`${SETTINGS}/texts/notice?language=ja`, `${SETTINGS}/texts/notice/ja`);
    const long = await post(`${SETTINGS}/texts/notice/ja`, { ...next, text: '灯'.repeat(50_001) });
    expect([long.status, long.text.includes('up to 50,000 characters')]).toEqual([422, true]);
    expect((await open(`${SETTINGS}/texts/cookies`)).status).toBe(404);
    expect((await post(`${SETTINGS}/texts/notice/fr`, { text: '', was: '' })).status).toBe(404);
  });
});

test('reasons have words of this instance in one language, and defaults elsewhere', async () => {
  const path = `${SETTINGS}/reasons`;
  const form = await openForm(`${path}?language=ja`, `${path}/ja`);
  expect(form).toMatchObject({ spam: '', 'was-spam': '' });
  expect(await post(`${path}/ja`, { ...form, spam: '宣伝はやめて' })).toMatchObject({
    status: 303,
    location: `${path}?language=ja&done=saved`,
  });
  await change({ reasons: { spam: { ja: '宣伝はやめて', en: 'No ads' }, hate: { en: 'Hate speech' } } });
  const next = await openForm(`${path}?language=ja`, `${path}/ja`);
  expect((await post(`${path}/ja`, { ...next, spam: '', hate: '憎悪' })).status).toBe(303);
  expect((await read()).settings.reasons).toEqual({ spam: { en: 'No ads' }, hate: { en: 'Hate speech', ja: '憎悪' } });
  const stale = await post(`${path}/ja`, { ...next, hate: '差別' });
  expect([stale.status, stale.text.includes('憎悪'), stale.text.includes('value="差別"')]).toEqual([409, true, true]);
  const long = await post(`${path}/ja`, { ...next, 'was-hate': '憎悪', hate: 'x'.repeat(201) });
  expect([long.status, long.text.includes('href="#hate"')]).toEqual([422, true]);
  expect((await post(`${path}/fr`, { spam: 'Publicité' })).status).toBe(404);
});

describe('the logo', () => {
  const upload = (bytes: Uint8Array<ArrayBuffer>): Promise<Seen> => {
    const form = new FormData();
    form.set('logo', new File([bytes], 'logo.png', { type: 'image/png' }));
    return send(`${SETTINGS}/logo`, form);
  };

  test('goes up, stands on every page, and away', async () => {
    expect(await upload(await makePng(300, 200))).toMatchObject({ status: 303, location: `${SETTINGS}?done=logo` });
    const page = await open(`${SETTINGS}?done=logo`);
    expect(page.text).toContain('Logo changed.');
    const address = /<img src="(\/api\/v1\/instance\/logo\?v=[0-9a-f]{16})"/.exec(page.text)?.[1] ?? '';
    expect((await home.world.fetch(address)).headers.get('content-type')).toBe('image/webp');
    expect(await post(`${SETTINGS}/logo/removal`)).toMatchObject({ location: `${SETTINGS}?done=logo-removed` });
    expect((await read()).settings.logoUrl).toBe(null);
    expect((await open(SETTINGS)).text).toContain('No logo.');
  });

  test('what does not fit is said', async () => {
    for (const bytes of [new TextEncoder().encode('no picture'), new Uint8Array(3 * 1024 * 1024), new Uint8Array(0)]) {
      const answer = await upload(bytes);
      expect([answer.status, answer.text.includes('This picture can’t be used.')]).toEqual([422, true]);
    }
    expect((await post(`${SETTINGS}/logo`)).status).toBe(415);
  });
});

test('mail is tested, and without a server it is said that nobody gets it', async () => {
  expect((await open(SETTINGS)).text).toContain('No mail server is set');
  expect(await post(`${SETTINGS}/mail-test`)).toMatchObject({ status: 303, location: `${SETTINGS}?done=written` });
  expect((await open(`${SETTINGS}?done=written`)).text).toContain('written to the outbox folder');
  await home.mail(admin.email);
});

test('a mail server that refuses is said', async () => {
  await using other = await openAccountsWorld({
    LIMITS: 'off',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.org',
  });
  const person = await other.person({ role: 'administrator' });
  const answer = await seen(
    person.fetch(`${SETTINGS}/mail-test`, { method: 'POST', headers: HTML, redirect: 'manual' }),
  );
  expect([answer.status, answer.text.includes('didn’t accept the email')]).toEqual([502, true]);
});

test('the environment is listed without its secrets', async () => {
  const page = await open(`${SETTINGS}/environment`);
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/<code>INSTANCE_NAME<\/code>/);
  expect(page.text).toContain('set, secret');
  expect(page.text).not.toContain(SECRET);
  expect(page.text).not.toContain(home.databaseUrl);
});
