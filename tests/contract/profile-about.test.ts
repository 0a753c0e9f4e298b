// Banner, favourite entity and links of a person: who sees what, verdicts, removal by staff, export and deletion of the account;
// the first steps of a new account; the pages with their forms.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { USERS } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const MINE = '/api/v1/me/about';
const STEPS = '/api/v1/me/first-steps';
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const song = (id: number) => ({ server: 'jp', resource: 'songs', id: String(id) });
const LINK = { label: 'My videos', url: 'https://example.org/videos' };

type Own = AnswerBody<'GET /api/v1/me/about'>['about'];
type Shown = AnswerBody<'GET /api/v1/community/users/{uid}/about'>['about'];

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());

/** Publishes ten songs, of which the first five have a picture, without some. */
async function publish(without: readonly number[] = []): Promise<void> {
  const all = Array.from({ length: 10 }, (_, index) => index + 1).filter((id) => !without.includes(id));
  const entities = all.map((id) => ({
    musicId: String(id),
    title: `Song ${id}`,
    ...(id <= 5 ? { jacket: `assets/Assets/jacket-${id}.png` } : {}),
  }));
  for (const id of [1, 2, 3, 4, 5]) snapshot.write(`assets/Assets/jacket-${id}.png`, PIXEL);
  snapshot.write('catalog/songs.json', JSON.stringify(entities));
  snapshot.describe({
    resources: { songs: { file: 'catalog/songs.json', id: 'musicId' } },
    presentation: { songs: { title: 'title', image: 'jacket' } },
  });
  await world.world.publish(snapshot.directory);
}
await publish();

const read = async (who: Person): Promise<Own> => (await expectStatus<{ about: Own }>(who.fetch(MINE), 200)).about;
const put = async (who: Person, fields: object) => {
  const { banner, favourite, links, version } = await read(who);
  return who.send('PUT', MINE, { banner, favourite, links, version, ...fields });
};
const write = async (who: Person, fields: object): Promise<Own> =>
  (await expectStatus<{ about: Own }>(put(who, fields), 200)).about;
const show = async (reader: Pick<Person, 'fetch'>, uid: number | string): Promise<Shown> =>
  (await expectStatus<{ about: Shown }>(reader.fetch(`${USERS}/${uid}/about`), 200)).about;
const NOTHING = { banner: null, favourite: null, links: [] };

test('banner, favourite and links are chosen by version', async () => {
  const who = await world.person();
  await expectRefused(world.world.fetch(MINE), '401 authentication_required');
  expect(await read(who)).toEqual({ ...NOTHING, linksStatus: 'allow', version: 1 });
  const refused = async (fields: object, why: `${number} ${string}`) => expectRefused(put(who, fields), why);
  await refused({ banner: song(99) }, '422 invalid_banner');
  // It has no picture.
  await refused({ banner: song(7) }, '422 invalid_banner');
  await refused({ banner: { server: 'jp' } }, '422 invalid_banner');
  await refused({ favourite: song(99) }, '422 invalid_favourite');
  await refused({ version: 0 }, '422 invalid_version');
  await refused({ version: 2 }, '409 version_conflict');
  for (const links of [
    [{ ...LINK, label: ' ' }],
    [{ ...LINK, label: 'x'.repeat(41) }],
    [{ ...LINK, label: 'a\u202eb' }],
    [{ ...LINK, url: 'http://example.org/' }],
    [{ ...LINK, url: 'javascript:alert(1)' }],
    [{ ...LINK, url: 'https://name:word@example.org/' }],
    [{ ...LINK, url: 'https://localhost/' }],
    [{ ...LINK, url: `https://example.org/${'a'.repeat(500)}` }],
    Array.from({ length: 6 }, () => LINK),
  ]) {
    await refused({ links }, '422 invalid_links');
  }
  await expectRefused(who.send('PUT', MINE, []), '422 invalid_body');
  const chosen = await write(who, { banner: song(1), favourite: song(7), links: [{ ...LINK, label: ' My videos ' }] });
  expect(chosen).toEqual({
    banner: { ...song(1), title: 'Song 1', gone: false },
    favourite: { ...song(7), title: 'Song 7', gone: false },
    links: [LINK],
    linksStatus: 'allow',
    version: 2,
  });
  expect(await show(world.world, who.uid)).toEqual({
    banner: chosen.banner,
    favourite: chosen.favourite,
    links: [LINK],
  });
  expect(await write(who, { banner: null, favourite: null, links: [] })).toMatchObject({ ...NOTHING, version: 3 });
  await expectRefused(world.world.fetch(`${USERS}/@nobody-here/about`), '404 profile_not_found');
  await expectRefused(world.world.fetch(`${USERS}/999999/about`), '404 profile_not_found');
});

test('an entity that is gone later stays chosen and is said to be gone', async () => {
  const who = await world.person();
  await write(who, { banner: song(3), favourite: song(3) });
  await publish([3]);
  const gone = { ...song(3), title: 'Song 3', gone: true };
  expect(await show(world.world, who.uid)).toEqual({ banner: gone, favourite: gone, links: [] });
  expect(await write(who, { links: [LINK] })).toMatchObject({ banner: gone, links: [LINK] });
  const text = await (await world.world.fetch(`/@${who.uid}`)).text();
  expect(text).not.toContain('profile-banner');
  expect(text).not.toContain('Song 3');
  await publish();
  expect(await (await world.world.fetch(`/@${who.uid}`)).text()).toContain('profile-banner');
});

test('who sees what', async () => {
  const [author, member, blocked] = await world.people(3);
  const moderator = await world.person({ role: 'moderator' });
  const administrator = await world.person({ role: 'administrator' });
  await expectOnlyStatus(author.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  const readers = { stranger: world.world, member, blocked, author, moderator, administrator };
  const seen = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(readers).map(async ([name, reader]) => {
          const { banner, links } = await show(reader, author.uid);
          return [name, (banner === null ? 0 : 10) + links.length];
        }),
      ),
    );
  await write(author, { banner: song(1), links: [LINK] });
  const all = { stranger: 11, member: 11, blocked: 0, author: 11, moderator: 11, administrator: 11 };
  expect(await seen()).toEqual(all);
  // Links that wait are seen by nobody, and by staff on their own page alone.
  expect(await write(author, { links: [{ ...LINK, label: 'Cheap boosting service' }] })).toMatchObject({
    linksStatus: 'review',
  });
  const waiting = { stranger: 10, member: 10, blocked: 0, author: 10, moderator: 10, administrator: 10 };
  expect(await seen()).toEqual(waiting);
  const links = (who: Pick<Person, 'fetch'>, uid = author.uid) => who.fetch(`/api/v1/moderation/users/${uid}/links`);
  await expectRefused(links(member), '403 staff_required');
  await expectRefused(links(moderator, 999_999), '404 user_not_found');
  expect(await expectStatus(links(moderator), 200)).toMatchObject({ status: 'review', links: [{ url: LINK.url }] });
  // A person decides; the verdict is that of the revision.
  const [open] = await world.sql`select id, version from moderation_case
    where kind = 'profile-links' and subject_id = ${String(author.uid)} and status = 'review'`;
  expect(await expectStatus(moderator.fetch(`/api/v1/moderation/cases/${open.id}/context`), 200)).toMatchObject({
    context: { text: `Cheap boosting service\n${LINK.url}` },
  });
  const decision = { verdict: 'allow', reasonCode: 'other', version: open.version };
  await expectOnlyStatus(moderator.send('POST', `/api/v1/moderation/cases/${open.id}/decision`, decision), 200);
  expect(await seen()).toEqual(all);
});

test('staff takes links away, which is audited and can be appealed', async () => {
  const [author, member] = await world.people(2);
  const [moderator, administrator] = [
    await world.person({ role: 'moderator' }),
    await world.person({ role: 'administrator' }),
  ];
  const remove = (who: Person, uid = author.uid, body: object = { reasonCode: 'spam', message: 'Not here' }) =>
    who.send('DELETE', `/api/v1/moderation/users/${uid}/links`, body);
  await expectRefused(remove(moderator), '404 links_not_found');
  await write(author, { links: [LINK] });
  await write(administrator, { links: [LINK] });
  await expectRefused(remove(member), '403 staff_required');
  await expectRefused(remove(moderator, administrator.uid), '403 forbidden');
  await expectRefused(remove(moderator, 999_999), '404 user_not_found');
  await expectRefused(remove(moderator, author.uid, { reasonCode: 'none' }), '422 invalid_state_change');
  await expectOnlyStatus(remove(moderator), 204);
  await expectRefused(remove(moderator), '404 links_not_found');
  expect((await show(world.world, author.uid)).links).toEqual([]);
  expect(await read(author)).toMatchObject({ links: [LINK], linksStatus: 'rejected' });
  expect(await expectStatus(author.fetch('/api/v1/community/notifications'), 200)).toMatchObject({
    notifications: [{ kind: 'moderation', verdict: 'hide', subjectKind: 'profile-links', message: 'Not here' }],
  });
  const audit = `/api/v1/moderation/audit?subjectKind=profile-links&subjectId=${author.uid}`;
  expect(await expectStatus(moderator.fetch(audit), 200)).toMatchObject({
    events: [{ action: 'profile-links.hide', subjectId: String(author.uid), reasonCode: 'spam' }],
  });
  // The page of the person: the links with their verdict, and the form without script.
  const person = await moderator.fetch(`/moderation/people/${author.uid}`);
  expect(await person.text()).toContain('https://example.org/videos');
  await write(author, { links: [{ ...LINK, label: 'Other videos' }] });
  const form = (fields: Record<string, string>) =>
    world.form(`/moderation/people/${author.uid}/links`, fields, { cookie: moderator.cookie });
  expect((await form({ reasonCode: '', message: '' })).status).toBe(422);
  expect((await form({ reasonCode: 'spam', message: '' })).status).toBe(303);
  expect((await form({ reasonCode: 'spam', message: '' })).status).toBe(404);
  const ofAdministrator = world.form(
    `/moderation/people/${administrator.uid}/links`,
    { reasonCode: 'spam', message: '' },
    { cookie: moderator.cookie },
  );
  expect((await ofAdministrator).status).toBe(403);
});

test('the page of the profile and its settings, without script', async () => {
  const who = await world.person();
  const text = async (path: string, reader: Pick<Person, 'fetch'> = who) => (await reader.fetch(path)).text();
  const form = (path: string, fields: Record<string, string>) => world.form(path, fields, { cookie: who.cookie });
  // From the page of an entity.
  expect(await text('/catalog/jp/songs/2')).toContain('Use as banner');
  expect(await text('/catalog/jp/songs/7')).not.toContain('Use as banner');
  expect(await text('/catalog/jp/songs/2', world.world)).not.toContain('Make favourite');
  const then = '/catalog/jp/songs/2';
  for (const part of ['banner', 'favourite']) {
    const sent = await form('/settings/profile/entity', { ...song(2), part, active: 'true', then });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, then]);
  }
  expect(await text(then)).toContain('No longer favourite');
  const none = await form('/settings/profile/entity', { ...song(99), part: 'banner', active: 'true', then });
  expect(none.status).toBe(422);
  const neither = await form('/settings/profile/entity', { ...song(99), part: 'favourite', active: 'true', then });
  expect(neither.status).toBe(422);
  // By the settings: a path, a link, and links with a refused one.
  expect(await text('/settings/profile')).toContain('jp/songs/2');
  const { version } = await read(who);
  const fields = {
    banner: `${world.origin}/catalog/jp/songs/1`,
    favourite: '/catalog/jp/songs/7',
    version: `${version}`,
  };
  const wrong = await form('/settings/profile/about', { ...fields, label1: 'Site', url1: 'ftp://example.org' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('ftp://example.org');
  expect((await form('/settings/profile/about', { ...fields, banner: 'no such thing' })).status).toBe(422);
  expect((await form('/settings/profile/about', { ...fields, favourite: 'jp/songs/99' })).status).toBe(422);
  expect((await form('/settings/profile/about', { ...fields, version: '1' })).status).toBe(409);
  const saved = await form('/settings/profile/about', { ...fields, label2: LINK.label, url2: LINK.url });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/settings/profile?done=saved']);
  expect(await show(world.world, who.uid)).toMatchObject({
    banner: { id: '1' },
    favourite: { id: '7' },
    links: [LINK],
  });
  const page = await text(`/@${who.uid}`, world.world);
  expect(page).toContain('class="profile-banner"');
  expect(page).toContain('rel="nofollow noopener me"');
  expect(page).toContain('href="/catalog/jp/songs/7"');
  // Public lists, by the name of their collection.
  await expectOnlyStatus(who.send('PUT', '/api/v1/me/lists/owned/entries', { subjects: [song(1)], active: true }), 200);
  const { lists } = await expectStatus<AnswerBody<'GET /api/v1/me/lists'>>(who.fetch('/api/v1/me/lists'), 200);
  const [list] = lists;
  expect(await text(`/@${who.uid}?view=lists`, world.world)).toContain('No public lists yet.');
  await expectOnlyStatus(
    who.send('PATCH', `/api/v1/me/lists/${list?.id}`, { visibility: 'public', version: list?.version }),
    200,
  );
  expect(await text(`/@${who.uid}?view=lists`, world.world)).toContain('Owned: Songs');
  expect(await text('/settings/lists')).toContain('Owned: Songs');
  const begins = await world.world.fetch(`/@${who.uid}?view=lists&cursor=e30`, { redirect: 'manual' });
  expect([begins.status, begins.headers.get('location')]).toEqual([303, `/@${who.uid}?view=lists`]);
});

test('the first steps are computed, and put away', async () => {
  const who = await world.person();
  type Steps = AnswerBody<'GET /api/v1/me/first-steps'>;
  const steps = async () => {
    const found = await expectStatus<Steps>(who.fetch(STEPS), 200);
    return [found.active, found.steps.flatMap(({ name, done }) => (done ? [name] : []))];
  };
  const home = async () => (await (await who.fetch('/')).text()).includes('first-steps');
  await expectRefused(world.world.fetch(STEPS), '401 authentication_required');
  expect(await steps()).toEqual([true, []]);
  expect(await home()).toBe(true);
  expect(await (await world.world.fetch('/')).text()).not.toContain('first-steps');
  await expectOnlyStatus(who.send('PATCH', '/api/v1/account/profile', { handle: `steps-${who.uid}`, version: 1 }), 200);
  await write(who, { favourite: song(1) });
  const other = await world.person();
  await expectOnlyStatus(who.send('PUT', `${USERS}/${other.uid}/follow`, { active: true }), 200);
  expect(await steps()).toEqual([true, ['profile', 'favourite', 'follow']]);
  await expectRefused(who.send('PUT', STEPS, { dismissed: 1 }), '422 invalid_body');
  expect(await expectStatus(who.send('PUT', STEPS, { dismissed: true }), 200)).toMatchObject({ active: false });
  expect(await home()).toBe(false);
  expect(await expectStatus(who.send('PUT', STEPS, { dismissed: false }), 200)).toMatchObject({ active: true });
  const sent = await world.form('/first-steps', {}, { cookie: who.cookie });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/']);
  expect(await steps()).toEqual([false, ['profile', 'favourite', 'follow']]);
  // An old account is shown none, and neither is one that did all of it.
  await world.sql`update profile set joined_at = now() - interval '31 days' where account_id = ${other.id}`;
  expect(await expectStatus(other.fetch(STEPS), 200)).toMatchObject({ active: false, dismissed: false });
});

test('it is exported, and a deleted account leaves nothing', async () => {
  const who = await world.person();
  await write(who, { favourite: song(1), links: [LINK] });
  const archive = await who.fetch('/api/v1/account/export');
  expect(archive.status).toBe(200);
  expect(Buffer.from(await archive.arrayBuffer()).includes('community/about.json')).toBe(true);
  await expectOnlyStatus(who.send('DELETE', '/api/v1/account/profile', { confirmation: who.email }), 204);
  await expectRefused(world.world.fetch(`${USERS}/${who.uid}/about`), '404 profile_not_found');
  await world.world.until(
    async () => (await world.sql`select 1 from profile_about where account_id = ${who.id}`).length === 0,
    60_000,
  );
});
