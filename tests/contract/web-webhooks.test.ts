// The pages of webhooks, used without script: a secret is shown once, forms lead back or say what is wrong.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';
import { openWebhookReceiver } from '../fixtures/webhook-receiver.ts';

const PAGE = '/admin/webhooks';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

const world = await keepOpen(openAccountsWorld({ WEBHOOK_PRIVATE: 'on', LIMITS: 'off' }));
const administrator = await world.person({ role: 'administrator' });

const html = { accept: 'text/html' };
const send = (path: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> =>
  world.form(path, fields, { ...html, cookie: administrator.cookie });
const show = async (path: string, status = 200): Promise<string> => {
  const answer = await administrator.fetch(path, { headers: html });
  expect([path, answer.status]).toEqual([path, status]);
  return answer.text();
};
const idOf = (page: string): string => /\/admin\/webhooks\/([0-9a-f-]{36})"/.exec(page)?.[1] ?? '';
const versionOf = (page: string): string => /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';

test('a webhook is made, tested, changed, disabled, given a new secret, and deleted', async () => {
  await using receiver = openWebhookReceiver();
  const empty = await show(PAGE);
  expect(empty).toContain('No webhooks yet.');
  expect(empty).toContain('href="https://www.standardwebhooks.com/"');
  const fields = { url: receiver.url, format: 'standard', description: 'Our bot', 'post.created': 'on' };
  const made = await send(PAGE, fields);
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const first = await made.text();
  expect(first).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const list = await show(PAGE);
  expect(list).not.toContain('whsec_');
  expect(list).toContain('Our bot');
  const path = `${PAGE}/${idOf(list)}`;

  const tested = await send(`${path}/test`);
  expect([tested.status, tested.headers.get('location')]).toEqual([303, `${path}?done=tested`]);
  await world.world.until(async () => (await show(`${path}?done=tested`)).includes('Delivered'));
  expect(receiver.deliveries).toHaveLength(1);

  const version = versionOf(await show(path));
  const changed = await send(path, { ...fields, 'report.created': 'on', version });
  expect([changed.status, changed.headers.get('location')]).toEqual([303, `${path}?done=saved`]);
  expect(await show(`${path}?done=saved`)).toContain('Webhook saved.');
  const late = await send(path, { ...fields, description: 'TYPED', version });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain('TYPED');
  await expectOnlyStatus(send(`${path}/state`, { enabled: 'false', version }), 409);
  const next = versionOf(await show(path));
  const invalid = await send(path, { ...fields, url: 'ftp://a', version: next });
  expect(invalid.status).toBe(422);
  expect(await invalid.text()).toContain('must start with https://');
  const off = await send(`${path}/state`, { enabled: 'false', version: next });
  expect([off.status, off.headers.get('location')]).toEqual([303, `${path}?done=disabled`]);
  expect(await show(path)).toContain('Disabled');
  const renewed = await send(`${path}/secret`);
  expect(renewed.status).toBe(200);
  expect(await renewed.text()).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const gone = await send(`${path}/deletion`);
  expect([gone.status, gone.headers.get('location')]).toEqual([303, `${PAGE}?done=removed`]);
  await show(path, 404);
});

test('the events of another version stay while their box is ticked, and go without it; an address stays unless another is typed', async () => {
  await send(PAGE, {
    url: 'https://hooks.example.org/later/abcdefgh',
    format: 'discord',
    description: 'Later',
    'post.created': 'on',
  });
  const [made] = await world.sql<{ id: string }[]>`
    update webhook set events = array['post.created', 'later.event'] where description = 'Later' returning id`;
  const path = `${PAGE}/${made?.id}`;
  const shown = await show(path);
  expect(shown).toContain('Events of another version: later.event');
  expect(shown).toContain('hooks.example.org/…efgh');
  expect(shown).not.toContain('/later/abcdefgh');
  const fields = { url: '', format: 'discord', description: 'Later', 'report.created': 'on' };
  const save = async (more: Readonly<Record<string, string>>) => {
    const saved = await send(path, { ...fields, ...more, version: versionOf(await show(path)) });
    expect(saved.headers.get('location')).toBe(`${path}?done=saved`);
    const [after] = await world.sql`select events, url, format from webhook where description = 'Later'`;
    return after;
  };
  const stays = { url: 'https://hooks.example.org/later/abcdefgh', format: 'discord' };
  expect(await save({ others: 'on' })).toEqual({ events: ['report.created', 'later.event'], ...stays });
  expect(await save({})).toEqual({ events: ['report.created'], ...stays });
  await send(`${path}/deletion`);
});

test('what is wrong stays in the form; nobody else sees the pages', async () => {
  const answer = await send(PAGE, { url: 'https://a.example/', description: 'TYPED' });
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain('Choose at least one event.');
  expect(page).toContain('TYPED');
  await show(`${PAGE}/${NOWHERE}`, 404);
  const member = await world.person();
  await expectOnlyStatus(member.fetch(PAGE, { headers: html }), 403);
});
