// The own picture as a browser without script sends it: the file of a form, as it is.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, openAccountsWorld, type Person, readJson, refusalOf } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const PATH = '/settings/profile/picture/file';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [person, png] = [await accounts.person(), await makePng(300, 200)];

const formWith = (bytes: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData();
  form.set('picture', new File([bytes], 'me.png', { type: 'image/png' }));
  return form;
};
const submit = (who: Pick<Person, 'fetch'>, body: BodyInit, headers: Readonly<Record<string, string>> = {}) =>
  who.fetch(PATH, { method: 'POST', headers: { origin: accounts.origin, ...headers }, body, redirect: 'manual' });
const stranger: Pick<Person, 'fetch'> = { fetch: (path, init) => accounts.world.fetch(path, init) };

test('a picture is taken and prepared', async () => {
  const answer = await submit(person, formWith(png));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/profile?done=picture-sent']);
  const page = await person.fetch('/settings/profile?done=picture-sent', { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('Picture uploaded.');
  await accounts.world.until(async () => {
    return (await readJson(person.fetch('/api/v1/account/profile'))).profile.avatarUrl !== null;
  }, 30_000);
});

test('what does not fit is said on the page', async () => {
  const misfits = [
    formWith(new TextEncoder().encode('not a picture')),
    formWith(new Uint8Array(2 * 1024 * 1024 + 1)),
    formWith(new Uint8Array(3 * 1024 * 1024)),
    formWith(new Uint8Array(0)),
  ];
  for (const [index, form] of misfits.entries()) {
    const answer = await submit(person, form);
    const page = await answer.text();
    expect([index, answer.status, page.includes('can’t be used')]).toEqual([index, 422, true]);
  }
});

test('strangers, other sites, and bodies that are no such form are refused', async () => {
  await expectRefused(submit(stranger, formWith(png)), '401 authentication_required');
  const foreign = await submit(person, formWith(png), { origin: 'https://elsewhere.example' });
  await expectRefused(foreign, '403 cross_origin_request');
  expect((await refusalOf(submit(person, new URLSearchParams({ picture: 'x' }))))[1]).toBe('content_type_required');
  const broken = await submit(person, 'no parts', { 'content-type': 'multipart/form-data; boundary=x' });
  expect((await refusalOf(broken))[1]).toBe('invalid_body');
});
