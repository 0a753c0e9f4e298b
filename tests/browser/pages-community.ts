// Further states of the community's pages: films, long threads, what is empty, put away, or decided.

import { join } from 'node:path';
import { POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { expectStatus } from '../fixtures/people.ts';
import { settle, upload } from '../fixtures/uploads.ts';
import type { PageRow, PageStage } from './pages.ts';

const FILM = join(import.meta.dir, '..', 'fixtures', 'media-corpus', 'short.mp4');

/** Posts with a film, one for each stage: decoders of films wait for everything else on the machine. */
const films = new WeakMap<PageStage, Promise<string>>();
const film = (stage: PageStage): Promise<string> => {
  const known = films.get(stage) ?? writeFilmPost(stage);
  films.set(stage, known);
  return known;
};
const FILM_WAIT_MS = 110_000;

async function writeFilmPost({ accounts }: PageStage): Promise<string> {
  const author = await accounts.person();
  const id = await upload(author, await Bun.file(FILM).bytes(), 'video/mp4');
  await settle(author, id, FILM_WAIT_MS);
  await author.send('PATCH', `/api/v1/community/attachments/${id}`, { alt: 'A lamp that swings' });
  const post = await writePost(author, { title: 'It swings', body: 'See for yourself.', attachmentIds: [id] });
  return `/community/posts/${post.id}`;
}

/** A post with more replies than a thread shows at first. */
async function thread({ accounts }: PageStage): Promise<string> {
  const [author, first, second] = await accounts.people(3);
  const post = await writePost(author, {
    title: 'Which song comes last?',
    body: 'Say one, and say why.',
    tags: ['live'],
  });
  const root = await writeComment(first, post.id, { body: 'The one with the **lighthouse**. Everybody sings along.' });
  for (const [index, person] of [author, second, first, author, second].entries()) {
    await writeComment(person, post.id, { body: `Answer ${index + 1}: I do not think so.`, parentId: root.id });
  }
  for (const body of ['> sings along\n\nNot me.', 'The slow one.', '- first\n- then\n- last']) {
    await writeComment(second, post.id, { body });
  }
  return `/community/posts/${post.id}`;
}

/** A post that tells how something ends. */
async function spoiler({ accounts }: PageStage): Promise<string> {
  const author = await accounts.person();
  const fields = { title: 'About the last chapter', body: 'The keeper was the singer all along.', spoiler: true };
  return `/community/posts/${(await writePost(author, fields)).id}`;
}

/** The member follows somebody who writes. */
async function followed({ accounts, member }: PageStage): Promise<void> {
  const [reader, author] = [await member(), await accounts.person()];
  await expectStatus(reader.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
  await writePost(author, { title: 'New strings', body: 'They sound brighter than the old ones.', tags: ['practice'] });
}

/** The member with things that several people did, and with decisions. */
async function busy({ accounts, member }: PageStage): Promise<string> {
  const reader = await member();
  const post = await writePost(reader, { title: 'Only today: lamps', body: 'Ask me.' });
  for (let count = 0; count < 4; count += 1) {
    await (await accounts.person()).send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  }
  const moderator = await accounts.person({ role: 'moderator' });
  await moderator.send('POST', `/api/v1/moderation/posts/${post.id}/state`, {
    action: 'hide',
    reasonCode: 'spam',
    version: post.version,
    message: 'Please sell your lamps elsewhere. What you write about music is welcome.',
  });
  return '/notifications';
}

/** Somebody whom the member blocks. */
async function blocked({ accounts, member }: PageStage): Promise<string> {
  const [reader, other] = [await member(), await accounts.person()];
  await expectStatus(reader.send('PUT', `${USERS}/${other.uid}/block`, { active: true }), 200);
  return `/@${other.uid}`;
}

/** The member with a followed and a muted tag; the page of the muted one. */
async function preferredTags({ accounts, member }: PageStage): Promise<string> {
  const [reader, author] = [await member(), await accounts.person()];
  await writePost(author, { title: 'Both', body: 'Tagged twice.', tags: ['guitar', 'spoilers'] });
  for (const [tag, preference] of [
    ['guitar', 'follow'],
    ['spoilers', 'mute'],
  ] as const) {
    await expectStatus(reader.send('PUT', `/api/v1/community/tags/${tag}/preference`, { preference }), 200);
  }
  return '/community/tags/spoilers';
}

/** Somebody new, to whom nothing has happened yet. */
const asNewcomer = async ({ accounts }: PageStage): Promise<string> => (await accounts.person()).cookie;

/** Somebody who may not write, or add files, for three days. */
const asRestricted =
  (kind: 'write' | 'upload') =>
  async ({ accounts }: PageStage): Promise<string> => {
    const { id, cookie } = await accounts.person();
    await accounts.sql`insert into account_restriction (id, account_id, kind, reason_code, message, expires_at)
      values (${Bun.randomUUIDv7()}, ${id}, ${kind}, 'spam', 'Slower, please.', now() + interval '3 days')`;
    return cookie;
  };

const then =
  (make: (stage: PageStage) => Promise<unknown>, path: string) =>
  async (stage: PageStage): Promise<string> => {
    await make(stage);
    return path;
  };

export const COMMUNITY_ROWS: readonly PageRow[] = [
  { name: 'post-film', route: 'postPage', path: film },
  { name: 'community-film', route: 'communityPage', path: then(film, '/community?scope=latest') },
  { name: 'post-thread', route: 'postPage', path: thread, signedIn: true },
  { name: 'post-spoiler', route: 'postPage', path: spoiler, signedIn: true },
  { name: 'community-spoiler', route: 'communityPage', path: then(spoiler, '/community?scope=latest') },
  {
    name: 'post-missing',
    route: 'postPage',
    path: '/community/posts/00000000-0000-7000-8000-000000000000',
    status: 404,
  },
  {
    name: 'community-nobody-followed',
    route: 'communityPage',
    path: '/community?scope=following',
    cookies: asNewcomer,
  },
  {
    name: 'community-following',
    route: 'communityPage',
    path: then(followed, '/community?scope=following'),
    signedIn: true,
  },
  {
    name: 'community-recommended',
    route: 'communityPage',
    path: then(followed, '/community?scope=recommended'),
    signedIn: true,
  },
  { name: 'tag-muted', route: 'tagPage', path: preferredTags, signedIn: true },
  { name: 'tags-own', route: 'tagListPage', path: then(preferredTags, '/community/tags'), signedIn: true },
  { name: 'notifications-none', route: 'notificationsPage', path: '/notifications', cookies: asNewcomer },
  { name: 'notifications-busy', route: 'notificationsPage', path: busy, signedIn: true },
  { name: 'profile-blocked', route: 'profilePage', path: blocked, signedIn: true },
  {
    name: 'profile-own',
    route: 'profilePage',
    path: async (stage) => `/@${(await stage.member()).uid}`,
    signedIn: true,
  },
  { name: 'profile-missing', route: 'profilePage', path: '/@nobody_is_called_so', status: 404 },
  { name: 'compose-restricted', route: 'composePage', path: '/compose', cookies: asRestricted('write') },
  { name: 'compose-without-files', route: 'composePage', path: '/compose', cookies: asRestricted('upload') },
];
