// The settings of the instance over the wire: what is stored beats the environment, a stale version is refused, the logo is
// re-encoded, mail can be tested, and secrets stay secret.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { makeAnimatedPng, makePng, makePngBomb, ZIP } from '../fixtures/pictures.ts';

const SETTINGS = '/api/v1/admin/settings';
const LOGO = `${SETTINGS}/logo`;
const SECRET = 'a-secret-that-nobody-may-ever-read-0123456789';

type View = AnswerBody<'GET /api/v1/admin/settings'>;

const home = await keepOpen(
  openAccountsWorld({
    LIMITS: 'off',
    INSTANCE_NAME: 'The Cellar',
    INSTANCE_DESCRIPTION: 'Below the street',
    AUTH_SECRET: SECRET,
    LIVEHOUSE_TOKEN: SECRET,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
    SOCIAL_OIDC_ISSUER: `https://operator:${SECRET}@id.example.org`,
    SOCIAL_OIDC_ID: 'client',
    SOCIAL_OIDC_SECRET: SECRET,
  }),
);
const admin = await home.person({ role: 'administrator' });

const read = async (): Promise<View> => readJson(admin.fetch(SETTINGS));
const patch = async (fields: object) => admin.send('PATCH', SETTINGS, fields);
const change = async (fields: object): Promise<View> => {
  return expectStatus(patch({ version: (await read()).version, ...fields }), 200);
};
const instance = async () => readJson(home.world.fetch('/api/v1/instance'));

test('only administrators who confirmed lately read and write them', async () => {
  for (const role of ['member', 'moderator'] as const) {
    const person = await home.person({ role });
    await expectRefused(person.fetch(SETTINGS), '403 forbidden');
    await expectRefused(person.send('PATCH', SETTINGS, { version: 1 }), '403 forbidden');
  }
  await expectRefused(home.world.fetch(SETTINGS), '401 authentication_required');
  const other = await home.person({ role: 'administrator' });
  await home.sql`update session set created_at = now() - interval '61 minutes' where account_id = ${other.id}`;
  for (const answer of [await other.fetch(SETTINGS), await other.send('PATCH', SETTINGS, { version: 1 })]) {
    await expectRefused(answer, '403 reauthentication_required');
  }
  const foreign = await admin.fetch(SETTINGS, {
    method: 'PATCH',
    body: '{"version":1}',
    headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
  });
  await expectRefused(foreign, '403 cross_origin_request');
});

test('the environment is listed without its secrets', async () => {
  const answer = await admin.fetch(SETTINGS);
  const text = await answer.text();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(home.databaseUrl);
  const { environment }: View = JSON.parse(text);
  const of = (name: string) => environment.find((row) => row.name === name);
  expect(of('AUTH_SECRET')).toMatchObject({ isSet: true, isSecret: true, value: null });
  expect(of('DATABASE_URL')).toMatchObject({ isSet: true, isSecret: true, value: null });
  expect(of('INSTANCE_NAME')).toMatchObject({ isSet: true, isSecret: false, value: 'The Cellar' });
  expect(of('SMTP_URL')).toMatchObject({ isSet: false, isSecret: true, value: null });
  for (const name of ['LIVEHOUSE_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS']) {
    expect(of(name)).toMatchObject({ isSet: true, isSecret: true, value: null });
  }
  expect(of('LIMITS_URL')).toMatchObject({ isSecret: true, value: null });
  expect(of('SOCIAL_OIDC_ISSUER')).toMatchObject({ isSet: true, value: 'https://…@id.example.org' });
  const page = await admin.fetch('/admin/settings/environment', { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain(SECRET);
});

test('what is stored beats the environment everywhere, until it is reset', async () => {
  expect((await read()).settings).toMatchObject({ name: 'The Cellar', description: 'Below the street' });
  const changed = await change({ name: 'The Attic', description: null, registration: 'closed', locale: 'ja' });
  expect(changed.stored.toSorted()).toEqual(['description', 'locale', 'name', 'registration']);
  const hidden = changed.environment.flatMap(({ name, hiddenBy }) =>
    hiddenBy.length > 0 ? [[name, ...hiddenBy]] : [],
  );
  expect(hidden).toEqual([
    ['INSTANCE_NAME', 'name'],
    ['INSTANCE_DESCRIPTION', 'description'],
  ]);
  for (const path of ['/admin/settings', '/admin/settings/environment']) {
    const page = await (await admin.fetch(path, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text();
    expect(page).toContain(path === '/admin/settings' ? 'These variables have no effect' : 'no effect: changed here');
    expect(page).toContain('INSTANCE_DESCRIPTION');
  }
  expect(await instance()).toMatchObject({
    name: 'The Attic',
    description: null,
    registration: 'closed',
    locale: 'ja',
  });
  const spoken = [
    await (await home.world.fetch('/', { headers: { accept: 'text/html' } })).text(),
    await (await home.world.fetch('/openapi.json')).text(),
    await (await home.world.fetch('/sonolus/info')).text(),
  ];
  for (const text of spoken) expect(text).toContain('The Attic');
  const { email } = await home.person();
  await home.send('POST', '/api/auth/request-password-reset', { email });
  expect((await home.mail(email)).text).toContain('The Attic');

  const after = await change({ reset: ['name', 'description', 'registration', 'locale'] });
  expect(after.stored).toEqual([]);
  expect(await instance()).toMatchObject({ name: 'The Cellar', description: 'Below the street', registration: 'open' });
});

test('a stale version changes nothing, and one of two at once is stale', async () => {
  const { version } = await read();
  const answers = await Promise.all(['Left', 'Right'].map((name) => patch({ version, name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await read()).version).toBe(version + 1);
  const before = await read();
  await expectRefused(patch({ version, name: 'Late' }), '409 version_conflict');
  expect(await read()).toEqual(before);
  // Nothing changes, so nothing is recorded and the version stays.
  expect((await change({ name: before.settings.name })).version).toBe(before.version);
  await change({ reset: ['name'] });
});

test('texts are edited with the placeholder of the name and shown with the name', async () => {
  const about = { en: 'Welcome to {name}.', ko: '{name}에 오신 것을 환영합니다.' };
  expect((await change({ about })).settings.about).toEqual(about);
  expect(await instance()).toMatchObject({ about: { en: 'Welcome to The Cellar.' } });
  await change({ notice: { en: 'Closed on *Monday*.' } });
  const page = await (
    await home.world.fetch('/about', { headers: { accept: 'text/html', 'accept-language': 'en' } })
  ).text();
  expect(page).toContain('Welcome to The Cellar.');
  expect(page).toContain('<em>Monday</em>');
  await change({ reset: ['about', 'notice'] });
});

test('what reasons say is changed on pages and for programs', async () => {
  await change({ reasons: { spam: { en: 'Noise and advertising', ja: ' 宣伝だけの投稿 ' } } });
  const { reasons } = await readJson(home.world.fetch('/api/v1/instance/reasons'));
  expect([reasons.en?.spam, reasons.ja?.spam, reasons.ko?.spam]).toEqual([
    'Noise and advertising',
    '宣伝だけの投稿',
    '광고·스팸',
  ]);
  expect(reasons.en?.hate).toBe('Hate speech');
  const tag = (await home.world.fetch('/api/v1/instance/reasons')).headers.get('etag') ?? '';
  await expectOnlyStatus(home.world.fetch('/api/v1/instance/reasons', { headers: { 'if-none-match': tag } }), 304);

  const person = await home.person();
  const issued = await admin.send('POST', `/api/v1/moderation/users/${person.uid}/restrictions`, {
    kind: 'write',
    reasonCode: 'spam',
    message: 'Please stop.',
  });
  expect(issued.status).toBe(201);
  const english = { accept: 'text/html', 'accept-language': 'en' };
  for (const path of ['/settings/standing', '/compose']) {
    expect(await (await person.fetch(path, { headers: english })).text()).toContain('Noise and advertising');
  }
  expect((await home.mail(person.email)).text).toContain('Noise and advertising');
  await change({ reset: ['reasons'] });
});

describe('what cannot be stored', () => {
  const long = 'x'.repeat(50_001);
  const wrong: readonly (readonly [object, number, string])[] = [
    [{ name: '' }, 422, 'invalid_instance_name'],
    [{ name: 'two\nlines' }, 422, 'invalid_instance_name'],
    [{ name: null }, 422, 'invalid_instance_name'],
    [{ description: 'x'.repeat(301) }, 422, 'invalid_instance_description'],
    [{ contact: `https://example.org/${'x'.repeat(181)}` }, 422, 'invalid_instance_contact'],
    [{ contact: 'javascript:alert(1)' }, 422, 'invalid_instance_contact'],
    [{ contact: 'javascript:alert(1)//a@example.org' }, 422, 'invalid_instance_contact'],
    [{ contact: 'data:text/html,x' }, 422, 'invalid_instance_contact'],
    [{ contact: 'mailto:a@example.org?body=x' }, 422, 'invalid_instance_contact'],
    [{ contact: 'https://operator:password@example.org' }, 422, 'invalid_instance_contact'],
    [{ contact: 'ask at the bar' }, 422, 'invalid_instance_contact'],
    [{ contact: '' }, 422, 'invalid_instance_contact'],
    [{ logoUrl: 'javascript:alert(1)' }, 422, 'invalid_instance_logo'],
    [{ logoUrl: '//elsewhere.example/logo.png' }, 422, 'invalid_instance_logo'],
    [{ about: { en: long } }, 422, 'invalid_instance_text'],
    [{ about: { fr: 'Bonjour' } }, 422, 'invalid_instance_text'],
    [{ rules: { en: 'a\u0000b' } }, 422, 'invalid_instance_text'],
    [{ reasons: { envy: { en: 'Envy' } } }, 422, 'invalid_reason_text'],
    [{ reasons: { spam: { en: 'x'.repeat(201) } } }, 422, 'invalid_reason_text'],
    [{ registration: 'perhaps' }, 422, 'invalid_body'],
    [{ locale: 'xx' }, 422, 'invalid_body'],
    [{ reset: ['password'] }, 422, 'invalid_body'],
    [{ unknown: 1 }, 422, 'invalid_body'],
    [{ version: 0 }, 422, 'invalid_body'],
    [{ version: '1' }, 422, 'invalid_body'],
  ];
  for (const [fields, status, code] of wrong) {
    test(`${JSON.stringify(fields).slice(0, 60)} is refused with ${code}`, async () => {
      const before = await read();
      await expectRefused(patch({ version: before.version, ...fields }), `${status} ${code}`);
      expect(await read()).toEqual(before);
    });
  }

  test('bodies that are none', async () => {
    const send = (body: string, type = 'application/json') =>
      admin.fetch(SETTINGS, { method: 'PATCH', headers: { 'content-type': type }, body });
    await expectRefused(send('{'), '400 invalid_json');
    await expectRefused(send('{}', 'text/plain'), '415 content_type_required');
    await expectRefused(send(`"${'x'.repeat(8 * 1024 * 1024)}"`), '413 request_too_large');
  });
});

describe('the logo', () => {
  const put = (bytes: Uint8Array<ArrayBuffer> | string, type = 'image/png', query = '') =>
    admin.fetch(`${LOGO}${query}`, { method: 'PUT', headers: { 'content-type': type }, body: bytes });

  test('is re-encoded, served, shown, and gone when it is reset', async () => {
    await expectRefused(home.world.fetch('/api/v1/instance/logo'), '404 logo_not_found');
    const answer = await put(await makePng(640, 480), 'image/png', `?version=${(await read()).version}`);
    expect(answer.status).toBe(200);
    const { logoUrl } = await instance();
    expect(logoUrl).toMatch(/^\/api\/v1\/instance\/logo\?v=[0-9a-f]{16}$/);
    const picture = await home.world.fetch(String(logoUrl));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const tag = picture.headers.get('etag') ?? '';
    await expectOnlyStatus(home.world.fetch(String(logoUrl), { headers: { 'if-none-match': tag } }), 304);
    const page = await (await home.world.fetch('/', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain(`src="${String(logoUrl)}"`);
    await change({ reset: ['logoUrl'] });
    await expectRefused(home.world.fetch('/api/v1/instance/logo'), '404 logo_not_found');
    const [row]: { count: number }[] = await home.sql`select count(*)::int as count from instance_logo`;
    expect(row?.count).toBe(0);
  });

  test('is refused when it is no picture, too large, or for another version', async () => {
    const png = await makePng(8, 8);
    await expectRefused(put('<svg/>', 'image/svg+xml'), '415 unsupported_logo');
    await expectRefused(put('no picture'), '415 invalid_png_container');
    await expectRefused(put(''), '413 invalid_logo_size');
    await expectRefused(put(new Uint8Array(2 * 1024 * 1024 + 1)), '413 invalid_logo_size');
    await expectRefused(put(await makePng(4097, 8)), '415 image_dimensions_exceeded');
    for (const [picture, type, code] of [
      [png, 'image/jpeg', 'invalid_jpeg_container'],
      [png, 'image/webp', 'invalid_webp_container'],
      [makePngBomb(8, 8, { width: 0, height: 8 }), 'image/png', 'invalid_image_dimensions'],
      [await makeAnimatedPng(), 'image/png', 'animated_images_not_allowed'],
      [ZIP, 'image/png', 'forbidden_container'],
    ] as const) {
      await expectRefused(put(picture, type), `415 ${code}`);
    }
    await expectRefused(put(png, 'image/png', '?version=999'), '409 version_conflict');
    await expectRefused(put(png, 'image/png', '?version=x'), '400 invalid_query');
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(png);
        controller.close();
      },
    });
    const chunked = await admin.fetch(LOGO, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: stream });
    await expectRefused(chunked, '411 content_length_required');
  });
});

test('a test mail reaches the administrator who asked for it', async () => {
  expect(await readJson(admin.send('POST', '/api/v1/admin/mail/test', {}))).toEqual({ isDelivered: false });
  expect((await home.mail(admin.email)).text).toContain('The Cellar');
  const send = (body: string, type = 'application/json') =>
    admin.fetch('/api/v1/admin/mail/test', { method: 'POST', headers: { 'content-type': type }, body });
  await expectRefused(send('{'), '400 invalid_json');
  await expectRefused(send('{"to":"somebody@example.org"}'), '422 invalid_body');
  await expectRefused(send('{}', 'text/plain'), '415 content_type_required');
  await expectRefused(send(`{"x":"${'x'.repeat(100)}"}`), '413 request_too_large');
});

test('a mail server that takes nothing is said, and writes are limited', async () => {
  await using other = await openAccountsWorld({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' });
  const person = await other.person({ role: 'administrator' });
  const mail = () => person.send('POST', '/api/v1/admin/mail/test', {});
  const mailed = async (): Promise<unknown> => (await readJson(person.fetch('/api/v1/admin/checklist'))).items[0];
  // It took mails before.
  await other.sql`insert into instance_mark (name) values ('mail-tested')`;
  expect(await mailed()).toMatchObject({ name: 'mail', isDone: true });
  await expectRefused(mail(), '502 mail_not_sent');
  expect(await mailed()).toEqual({ name: 'mail', isDone: false, at: null });
  const said = other.world.log.filter(({ code }) => code === 'mail_not_sent').map(({ message }) => message);
  expect(said).toEqual(['the mail server did not accept a mail']);
  const until = async (send: () => Promise<Response>): Promise<readonly [number, string]> => {
    for (;;) {
      const answer = await send();
      if (answer.status === 429) return refusalOf(answer);
    }
  };
  const limited = [429, 'rate_limit_exceeded'] as const;
  expect(await until(mail)).toEqual(limited);
  expect(await until(() => person.send('PATCH', SETTINGS, { version: 1 }))).toEqual(limited);
  const empty = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: '' };
  expect(await until(() => person.fetch(LOGO, empty))).toEqual(limited);
});

test('every change is audited with who, before and after', async () => {
  await change({ name: 'Audited' });
  const { events } = await readJson(
    admin.fetch('/api/v1/moderation/audit?subjectKind=instance&subjectId=settings&limit=1'),
  );
  expect(events[0]).toMatchObject({
    action: 'instance.settings',
    actorUid: admin.uid,
    before: { name: null },
    after: { name: 'Audited' },
  });
  await change({ reset: ['name'] });
});

test('the last known settings are kept on disk', async () => {
  await change({ name: 'Kept here' });
  const file = Bun.file(`${home.world.dataDirectory}/instance.json`);
  expect(await file.json()).toMatchObject({ settings: { name: 'Kept here' } });
  await change({ reset: ['name'] });
});
