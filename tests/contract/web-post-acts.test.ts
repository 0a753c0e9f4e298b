// What the author and the staff do on the pages of a post, by forms without script: revisions, pins, the archive, deletion.
import { beforeAll, describe, expect, test } from 'bun:test';
import { POSTS, type PostAnswer, readDetail, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [author, reader, moderator] = await Promise.all([
  accounts.person(),
  accounts.person(),
  accounts.person({ role: 'moderator' }),
]);

const pathOf = (id: string, below = ''): string => `/community/posts/${id}${below}`;

interface FormFields {
  readonly act?: string;
  readonly version?: number | string;
}

const submit = (person: Pick<Person, 'fetch'>, path: string, { act, version }: FormFields, origin = accounts.origin) =>
  person.fetch(path, {
    method: 'POST',
    headers: { ...FORM, origin },
    body: new URLSearchParams({
      ...(act === undefined ? {} : { act }),
      ...(version === undefined ? {} : { version: String(version) }),
    }),
    redirect: 'manual',
  });

/** The post as its author sees it now. */
const now = async (id: string): Promise<PostAnswer> => (await readDetail(author, id)).post;
const stranger = (): Pick<Person, 'fetch'> => ({ fetch: (path, init) => accounts.world.fetch(path, init) });

describe('revisions', () => {
  let post: PostAnswer;
  beforeAll(async () => {
    post = await writePost(author, { title: 'Lamps', body: 'One\nTwo <b>', tags: ['harbour'] });
    const edit = { body: 'One\nThree <b>', version: post.version, tags: ['bridge'], visibility: 'private' };
    await author.send('PATCH', `${POSTS}/${post.id}`, { ...edit, editReason: 'A better word' });
  });

  test('show the newest with what it changed, and others by address', async () => {
    const page = await openPage(author, pathOf(post.id, '/revisions'));
    expect(page).toContain('<del>Two &lt;b></del>');
    expect(page).toContain('<ins>Three &lt;b></ins>');
    expect(page).toContain('A better word');
    expect(page).toContain('#harbour → #bridge');
    expect(page).toContain('Everyone → Only me');
    const first = await openPage(author, pathOf(post.id, '/revisions?revision=1'));
    expect(first).toContain('This is the first version.');
    expect(first).not.toContain('<ins>');
    const unknown = await openPage(author, pathOf(post.id, '/revisions?revision=99'));
    expect(unknown).toContain('<ins>Three &lt;b></ins>');
  });

  test('answer 304, and begin anew when the cursor is of another list', async () => {
    const path = pathOf(post.id, '/revisions');
    const first = await author.fetch(path, { headers: HTML });
    const known = { ...HTML, 'if-none-match': first.headers.get('etag') ?? '' };
    await expectOnlyStatus(author.fetch(path, { headers: known }), 304);
    const stale = await author.fetch(`${path}?cursor=bm90`, { headers: HTML, redirect: 'manual' });
    expect([stale.status, stale.headers.get('location')]).toEqual([303, path]);
  });

  test('of one page compare their last one with the first of the next', async () => {
    const long = await writePost(author, { title: 'Long', body: 'Text 0' });
    for (let count = 1, { version } = long; count <= 21; count++, version++) {
      await expectOnlyStatus(author.send('PATCH', `${POSTS}/${long.id}`, { body: `Text ${count}`, version }), 200);
    }
    const page = await openPage(author, pathOf(long.id, '/revisions'));
    const next = /href="([^"]*cursor=[^"]*)" (?:class="[^"]*" )?rel="next"|rel="next" href="([^"]*)"/.exec(page);
    const to = (next?.[1] ?? next?.[2] ?? '').replaceAll('&amp;', '&');
    const last = [...page.matchAll(/id="revision-(\d+)"/g)].map(([, number]) => Number(number)).at(-1) ?? 0;
    const compared = await openPage(author, pathOf(long.id, `/revisions?revision=${last}`));
    expect(compared).toContain(`<del>Text ${last - 2}</del>`);
    expect(compared).toContain(`<ins>Text ${last - 1}</ins>`);
    const older = await openPage(author, to);
    expect(older).toContain(`id="revision-${last - 1}"`);
    expect(older).toContain('Newest');
  });

  test('are for the author and the staff alone', async () => {
    const open = await writePost(author, { title: 'Open' });
    expect(await openPage(moderator, pathOf(open.id, '/revisions'))).toContain('This is the first version.');
    const path = pathOf(open.id, '/revisions');
    await expectRefused(reader.fetch(path), '404 post_not_found');
    await expectRefused(stranger().fetch(path), '401 authentication_required');
  });
});

describe('acts', () => {
  test('pin to the profile and unpin', async () => {
    const post = await writePost(author, { title: 'Pinned' });
    const pinned = await submit(author, pathOf(post.id, '/acts'), { act: 'pin', version: post.version });
    expect([pinned.status, pinned.headers.get('location')]).toEqual([303, pathOf(post.id)]);
    const { pinnedAt, version } = await now(post.id);
    expect(pinnedAt).not.toBeNull();
    expect(await openPage(author, pathOf(post.id))).toContain('Unpin from profile');
    await expectOnlyStatus(submit(author, pathOf(post.id, '/acts'), { act: 'unpin', version }), 303);
    expect((await now(post.id)).pinnedAt).toBeNull();
  });

  test('put a post first in the feed, for the staff alone', async () => {
    const post = await writePost(author, { title: 'Featured' });
    expect(await openPage(author, pathOf(post.id))).not.toContain('>Feature<');
    expect(await openPage(moderator, pathOf(post.id))).toContain('Feature');
    const act = { act: 'feature', version: post.version };
    await expectRefused(submit(reader, pathOf(post.id, '/acts'), act), '403 forbidden');
    await expectOnlyStatus(submit(moderator, pathOf(post.id, '/acts'), act), 303);
    const { featuredAt, version } = await now(post.id);
    expect(featuredAt).not.toBeNull();
    await expectOnlyStatus(submit(moderator, pathOf(post.id, '/acts'), { act: 'unfeature', version }), 303);
    expect((await now(post.id)).featuredAt).toBeNull();
  });

  test('archive and restore; archived posts are listed for their author', async () => {
    const post = await writePost(author, { title: 'Put away for now' });
    await expectOnlyStatus(submit(author, pathOf(post.id, '/acts'), { act: 'archive', version: post.version }), 303);
    const { version } = await now(post.id);
    const page = await openPage(author, pathOf(post.id));
    expect(page).toContain('This post is archived.');
    expect(page).not.toContain('Pin to profile');
    expect(await openPage(author, '/community?scope=mine')).not.toContain('Put away for now');
    expect(await openPage(author, '/community?scope=mine&state=archived')).toContain('Put away for now');
    expect(await openPage(reader, '/community?scope=mine&state=archived')).toContain('No archived posts.');
    const refused = await submit(author, pathOf(post.id, '/acts'), { act: 'pin', version });
    expect([refused.status, (await refused.text()).includes('post_archived')]).toEqual([409, true]);
    await expectOnlyStatus(submit(author, pathOf(post.id, '/acts'), { act: 'restore', version }), 303);
    expect((await now(post.id)).archivedAt).toBeNull();
  });

  test('of an older version change nothing and show the post as it is', async () => {
    const post = await writePost(author, { title: 'Before' });
    await author.send('PATCH', `${POSTS}/${post.id}`, { title: 'After', body: post.body, version: post.version });
    const refused = await submit(author, pathOf(post.id, '/acts'), { act: 'archive', version: post.version });
    const page = await refused.text();
    expect([refused.status, page.includes('was changed in the meantime'), page.includes('After')]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await now(post.id)).archivedAt).toBeNull();
  });

  test('are refused for others, strangers, other sites, and when they make no sense', async () => {
    const post = await writePost(author, { title: 'Mine' });
    const path = pathOf(post.id, '/acts');
    const act = { act: 'archive', version: post.version };
    await expectRefused(submit(reader, path, act), '403 forbidden');
    await expectRefused(submit(stranger(), path, act), '401 authentication_required');
    await expectRefused(submit(author, path, act, 'https://elsewhere.example'), '403 cross_origin_request');
    expect((await refusalOf(submit(author, path, { act: 'burn', version: 1 })))[1]).toBe('invalid_body');
    const missing = pathOf(Bun.randomUUIDv7(), '/acts');
    await expectRefused(submit(author, missing, act), '404 post_not_found');
  });
});

describe('a post is deleted', () => {
  test('after a page that asks, and cannot be read any more', async () => {
    const post = await writePost(author, { title: 'Delete <me>' });
    const path = pathOf(post.id, '/delete');
    const page = await author.fetch(path, { headers: HTML });
    expect(await page.text()).toContain('Delete “Delete &lt;me>”?');
    const known = { ...HTML, 'if-none-match': page.headers.get('etag') ?? '' };
    await expectOnlyStatus(author.fetch(path, { headers: known }), 304);
    const deleted = await submit(author, path, { version: post.version });
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/community?scope=mine&done=deleted']);
    expect(await openPage(author, '/community?scope=mine&done=deleted')).toContain('Post deleted.');
    await expectRefused(author.fetch(path), '404 post_not_found');
    await expectRefused(submit(author, path, { version: post.version }), '404 post_not_found');
  });

  test('not when it was changed in the meantime', async () => {
    const post = await writePost(author, { title: 'Kept' });
    await author.send('PATCH', `${POSTS}/${post.id}`, { title: 'Still here', body: post.body, version: post.version });
    const refused = await submit(author, pathOf(post.id, '/delete'), { version: post.version });
    const page = await refused.text();
    expect([refused.status, page.includes('was changed in the meantime'), page.includes('Still here')]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await now(post.id)).title).toBe('Still here');
  });

  test('by its author alone', async () => {
    const post = await writePost(author, { title: 'Not yours' });
    const path = pathOf(post.id, '/delete');
    const version = { version: post.version };
    for (const person of [reader, moderator]) {
      await expectRefused(person.fetch(path), '403 forbidden');
      await expectRefused(submit(person, path, version), '403 forbidden');
    }
    await expectRefused(stranger().fetch(path), '401 authentication_required');
    await expectRefused(submit(stranger(), path, version), '401 authentication_required');
    await expectRefused(submit(author, path, version, 'https://elsewhere.example'), '403 cross_origin_request');
  });
});
