// The page of the composer and its form: who gets it, what it shows of posts and restrictions, and how the form ends.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  openWithoutDatabase,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

type StoredPost = AnswerBody<'POST /api/v1/community/posts'>['post'];

const write = async (person: Person, body: Readonly<Record<string, unknown>>): Promise<StoredPost> =>
  (await readJson(person.send('POST', '/api/v1/community/posts', body))).post;
const read = async (person: Person, id: string): Promise<StoredPost> =>
  (await readJson<{ post: StoredPost }>(person.fetch(`/api/v1/community/posts/${id}`))).post;
const sendForm = (person: Person, path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  home.form(path, fields, { cookie: person.cookie, accept: 'text/html' });
const idOf = (answer: Response): string =>
  /^\/community\/posts\/([0-9a-f-]{36})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
const restrict = (person: Person, kind: string, days: number | undefined): Promise<unknown> =>
  home.sql`insert into account_restriction (id, account_id, kind, reason_code, expires_at) values
    (${Bun.randomUUIDv7()}, ${person.id}, ${kind}, 'spam', ${days === undefined ? null : new Date(Date.now() + days * 86_400_000)})`;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const author = await home.person();
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: 'Lighthouse' }]));
await home.world.publish(snapshot.directory);

describe('composePage', () => {
  test('is for people with a session, and never kept', async () => {
    await expectRefused(home.world.fetch('/compose'), '401 authentication_required');
    const answer = await author.fetch('/compose');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    const page = await answer.text();
    expect(page).toContain('<h1>New post</h1>');
    expect(page).toContain('data-island="composer"');
    expect(page).toMatch(/<form[^>]* method="post" action="\/compose"/);
    const japanese = await author.fetch('/compose', { headers: { 'accept-language': 'ja' } });
    expect(await japanese.text()).toContain('<h1>新規投稿</h1>');
  });

  test('takes a tag and a subject from the address', async () => {
    const page = await (await author.fetch('/compose?tag=%23live&subject=jp/songs/1')).text();
    expect(page).toMatch(/name="tags"[^>]* value="live"/);
    expect(page).toMatch(/name="subject" value="jp\/songs\/1"/);
    expect(page).toContain('>Lighthouse</a>');
    const without = await (await author.fetch('/compose?subject=jp/songs/9')).text();
    expect(without).not.toContain('name="subject"');
    const long = 'x'.repeat(500);
    await expectRefused(author.fetch(`/compose?tag=${long}`), '422 invalid_tags');
    await expectRefused(author.fetch(`/compose?subject=${long}`), '422 invalid_subject');
    await expectRefused(author.fetch('/compose?tag=a&tag=b'), '400 duplicate_query_parameter');
  });

  test('opens one’s own post with its tags, and nobody else’s', async () => {
    const post = await write(author, {
      title: 'T',
      body: 'A <b>text</b> and #word',
      tags: ['own'],
      visibility: 'private',
    });
    const page = await (await author.fetch(`/compose?post=${post.id}`)).text();
    expect(page).toContain('<h1>Edit post</h1>');
    expect(page).toContain('A &lt;b>text&lt;/b> and #word');
    expect(page).toMatch(/name="tags"[^>]* value="own"/);
    expect(page).toMatch(/<option[^>]*value="private"[^>]* selected/);
    const other = await home.person();
    await expectRefused(other.fetch(`/compose?post=${post.id}`), '404 post_not_found');
    await expectRefused(author.fetch('/compose?post=1'), '404 post_not_found');
    const shown = await write(author, { body: 'For all' });
    await expectRefused(other.fetch(`/compose?post=${shown.id}`), '403 forbidden');
  });

  test('leaves the title empty where nobody gave one, and the form leaves it so', async () => {
    const post = await write(author, { body: 'One sentence' });
    const path = `/compose?post=${post.id}`;
    const page = await (await author.fetch(path)).text();
    expect(/<input[^>]*name="title"[^>]*>/.exec(page)?.[0]).not.toContain('One sentence');
    const fields = { title: '', body: 'Another sentence', tags: '', visibility: 'public', reason: '', version: '1' };
    await expectOnlyStatus(sendForm(author, path, fields), 303);
    expect((await read(author, post.id)).title).toBe('Another sentence');
  });

  test('says why and until when an account may not write, before anything is typed', async () => {
    const quiet = await home.person();
    await restrict(quiet, 'write', 3);
    const page = await (await quiet.fetch('/compose')).text();
    expect(page).toContain('Your account can’t post right now');
    expect(page).toContain('Spam or advertising');
    expect(page).toMatch(/Until <time datetime="\d{4}-/);
    expect(page).not.toContain('<textarea');
    const endless = await home.person();
    await restrict(endless, 'sign_in', undefined);
    expect(await (await endless.fetch('/compose')).text()).toContain('There’s no end date.');
    const bare = await home.person();
    await restrict(bare, 'upload', 1);
    const text = await (await bare.fetch('/compose')).text();
    expect(text).toContain('Your account can’t upload files right now.');
    expect(text).toContain('Spam or advertising');
    expect(text).toMatch(/Until <time datetime="\d{4}-/);
    expect(text).not.toContain('type="file"');
    expect(text).toContain('<textarea');
    const unverified = await home.person({ emailVerified: false });
    expect(await (await unverified.fetch('/compose')).text()).toContain('Confirm your email address first');
  });

  test('is closed to accounts that do not stand', async () => {
    const suspended = await home.person({ status: 'suspended' });
    await expectRefused(suspended.fetch('/compose'), '403 account_suspended');
    const deleted = await home.person({ status: 'deleted' });
    await expectRefused(deleted.fetch('/compose'), '403 account_deleted');
  });
});

describe('composeWrite', () => {
  test('publishes the text of a form and leads to the post', async () => {
    const answer = await sendForm(author, '/compose', {
      title: ' A title ',
      body: 'One\r\nTwo #three',
      tags: '#four, five',
      visibility: 'protected',
      subject: 'jp/songs/1',
      spoiler: 'on',
    });
    expect(answer.status).toBe(303);
    const post = await read(author, idOf(answer));
    expect(post).toMatchObject({ title: 'A title', body: 'One\nTwo #three', visibility: 'protected', spoiler: true });
    expect(post.subject).toEqual({ server: 'jp', resource: 'songs', id: '1', title: 'Lighthouse' });
    expect([...post.tags].sort()).toEqual(['five', 'four', 'three']);
  });

  test.each([
    [{ body: ' ' }, 'Write something first.'],
    [{ body: 'text', title: 'x'.repeat(121) }, 'A title must be one line of up to 120 characters.'],
    [{ body: 'text', tags: 'a!b' }, 'Tags can have letters, digits'],
    [{ body: 'text', subject: 'jp/songs/9' }, 'isn’t in the current release any more'],
  ])('shows %o again with what is wrong', async (fields, words) => {
    const answer = await sendForm(author, '/compose', fields);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(words);
    expect(page).toContain('<title>Your post wasn’t published');
    if (fields.body === 'text') expect(page).toMatch(/<textarea[^>]*>text<\/textarea>/);
  });

  test('changes one’s own post; of two edits of a version one succeeds', async () => {
    const post = await write(author, { title: 'Named', body: 'Before', tags: ['kept'] });
    const path = `/compose?post=${post.id}`;
    const fields = { body: 'After', tags: 'kept', version: String(post.version), reason: 'a word' };
    expect(idOf(await sendForm(author, path, fields))).toBe(post.id);
    expect(await read(author, post.id)).toMatchObject({ body: 'After', tags: ['kept'], version: post.version + 1 });
    const late = await sendForm(author, path, { ...fields, body: 'Later' });
    expect(late.status).toBe(422);
    expect(await late.text()).toContain('Later');
    const same = await sendForm(author, path, { ...fields, title: 'Named', version: String(post.version + 1) });
    expect([same.status, (await same.text()).includes('You haven’t changed anything.')]).toEqual([422, true]);
    const other = await home.person();
    await expectRefused(home.form(path, fields, { cookie: other.cookie }), '403 forbidden');
    await expectRefused(home.form(`/compose?post=${NOBODY}`, fields, { cookie: author.cookie }), '404 post_not_found');
  });

  test('passes the gates of the routes that it stands for', async () => {
    const fields = { body: 'text' };
    const formAs = async (person: Person) => refusalOf(home.form('/compose', fields, { cookie: person.cookie }));
    await expectRefused(home.form('/compose', fields), '401 authentication_required');
    const foreign = await home.form('/compose', fields, { cookie: author.cookie, origin: 'https://evil.example' });
    await expectRefused(foreign, '403 cross_origin_request');
    expect(await formAs(await home.person({ emailVerified: false }))).toEqual([403, 'email_verification_required']);
    expect(await formAs(await home.person({ status: 'suspended' }))).toEqual([403, 'account_suspended']);
    expect(await formAs(await home.person({ status: 'deleted' }))).toEqual([403, 'account_deleted']);
    const quiet = await home.person();
    await restrict(quiet, 'write', 1);
    expect(await formAs(quiet)).toEqual([403, 'community_write_restricted']);
    await expectRefused(author.send('POST', '/compose', fields), '415 content_type_required');
    const large = await home.form('/compose', { body: 'x'.repeat(300_000) }, { cookie: author.cookie });
    await expectRefused(large, '413 request_too_large');
    const wrong = await home.form('/compose', { ...fields, visibility: 'secret' }, { cookie: author.cookie });
    await expectRefused(wrong, '422 invalid_post');
    const twice = await home.form(`/compose?post=${NOBODY}&post=${NOBODY}`, fields, { cookie: author.cookie });
    await expectRefused(twice, '400 duplicate_query_parameter');
    const { secret } = await readJson(
      author.send('POST', '/api/v1/account/tokens', { name: 'reader', scopes: ['read'] }),
    );
    const byToken = await home.world.fetch('/compose', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, origin: home.origin },
      body: new URLSearchParams(fields),
    });
    await expectRefused(byToken, '403 insufficient_scope');
    await expectOnlyStatus(home.world.fetch('/compose', { headers: { authorization: `Bearer ${secret}` } }), 403);
  });

  test('is counted like other writes', async () => {
    await using limited = await openAccountsWorld();
    const person = await limited.person();
    for (let sent = 0; sent < 30; sent++) await limited.form('/compose', { body: ' ' }, { cookie: person.cookie });
    await expectRefused(limited.form('/compose', { body: ' ' }, { cookie: person.cookie }), '429 rate_limit_exceeded');
  });
});

test('without a database the page and its form say so', async () => {
  await using away = await openWithoutDatabase();
  const { cookie } = away;
  const headers = { origin: away.address, cookie };
  await expectRefused(away.fetch('/compose', { headers }), '503 database_unavailable');
  const form = await away.fetch('/compose', { method: 'POST', headers, body: new URLSearchParams({ body: 'text' }) });
  await expectRefused(form, '503 database_unavailable');
});

test('uploadLead leads to the composer', async () => {
  const answer = await home.world.fetch('/upload?tag=a', { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, 'compose?tag=a']);
});
