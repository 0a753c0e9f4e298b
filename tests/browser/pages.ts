// Every page with the states in which it is looked at. The browser tests open each row in two looks and without script;
// the pictures are made from the same rows.

import { join } from 'node:path';
import { POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { addPasskey, enrol, pendingStep, personWithPassword } from '../fixtures/factors.ts';
import type { AccountsWorld, Person } from '../fixtures/people.ts';
import { readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { settle, upload } from '../fixtures/uploads.ts';
import type { World } from '../world.ts';
import { ADMINISTRATION_ROWS } from './pages-administration.ts';
import { COMMUNITY_ROWS } from './pages-community.ts';
import { MODERATION_ROWS } from './pages-moderation.ts';

const JACKET = join(import.meta.dir, '..', '..', 'examples/sample/assets/Assets/Livehouse/Jackets/1002.png');

/** A person who looks at a page. */
interface PageVisitor {
  /** `Cookie` header of the session. */
  readonly cookie: string;
  readonly email: string;
}

export interface PageStage {
  readonly world: World;
  readonly accounts: AccountsWorld;
  /** A person with a session; the same one for all rows. */
  member(): Promise<PageVisitor & Person>;
}

export interface PageRow {
  /** Of the test and of the picture. */
  readonly name: string;
  /** Id of the page's route. */
  readonly route: string;
  /** Path and query, or what makes the state and returns them. */
  readonly path: string | ((stage: PageStage) => Promise<string>);
  /** Opens the page with the session of the member. */
  readonly signedIn?: true;
  /** `Cookie` header of a state that is kept in cookies. */
  readonly cookies?: (stage: PageStage) => Promise<string>;
  /** What a script of the page writes last; it is waited for. */
  readonly ready?: string;
  /** Status of the page; default 200. */
  readonly status?: number;
  /** Needs what other rows must not have, so that none of them runs meanwhile. */
  readonly isAlone?: true;
  /** Checks that do not hold on this page, each with the reason in a comment. */
  readonly excused?: readonly ('axe' | 'bytes' | 'console' | 'shift' | 'script-off')[];
}

/** A mailed link that sets a password. */
async function passwordLink({ accounts }: PageStage): Promise<string> {
  const { email } = await accounts.person();
  await accounts.send('POST', '/api/auth/request-password-reset', { email });
  return `/account/password?token=${(await accounts.mail(email)).token}`;
}

/** A mailed link that verifies an address. */
async function addressLink({ accounts }: PageStage): Promise<string> {
  const { email } = await accounts.person({ emailVerified: false });
  await accounts.send('POST', '/api/auth/send-verification-email', { email });
  return `/account/address?token=${(await accounts.mail(email)).token}`;
}

/** A card with a post about it, which the member keeps. */
async function talkedAbout({ accounts, member }: PageStage): Promise<string> {
  const { cookie } = await member();
  const subject = { server: 'demo', resource: 'cards', id: '2001' };
  const body = { title: 'What the lamp sees', body: 'Look at the window.', subject };
  await accounts.send('POST', '/api/v1/community/posts', body, { cookie });
  await accounts.send('PUT', '/api/v1/me/entities', { ...subject, active: true }, { cookie });
  return '/catalog/demo/cards/2001';
}

/** Somebody who writes and uploads, which other rows forbid the member; one for each stage. */
const writers = new WeakMap<PageStage, Promise<Person>>();
const writerOf = (stage: PageStage): Promise<Person> => {
  const known = writers.get(stage) ?? stage.accounts.person();
  writers.set(stage, known);
  return known;
};
const asWriter = async (stage: PageStage): Promise<string> => (await writerOf(stage)).cookie;

/** The composer with a post that has a picture. */
async function ownPost(stage: PageStage): Promise<string> {
  const person = await writerOf(stage);
  const file = await upload(person, await Bun.file(JACKET).bytes(), 'image/png');
  await settle(person, file);
  const post = await writePost(person, {
    title: 'A row of lamps',
    body: 'What we saw **last night**, and #live.\n\n1. the bridge\n2. the lighthouse\n3. the last bus',
    tags: ['harbour'],
    attachmentIds: [file],
  });
  return `/compose?post=${post.id}`;
}

/** A post with tags, a reply to a comment and likes, by somebody other than the member. */
async function fullPost({ accounts }: PageStage): Promise<string> {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, {
    title: 'Lanterns at the harbour',
    body: '## The way there\n\nFirst the *bridge*, then **left** at the lighthouse. #harbour\n\n> Bring a coat.\n\n- one\n- two',
    tags: ['harbour', 'travel'],
  });
  const comment = await writeComment(reader, post.id, { body: 'Which bridge do you mean?' });
  await writeComment(author, post.id, { body: 'The old one, of course.', parentId: comment.id });
  await reader.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  return `/community/posts/${post.id}`;
}

/** A post about a card, which links to others. */
async function linkingPost({ accounts, world }: PageStage): Promise<string> {
  const author = await accounts.person();
  const link = (path: string): string => `${world.address}/catalog/demo/${path}`;
  const post = await writePost(author, {
    title: 'Two cards and a song',
    body: `Beside this one I like [the keeper](${link('cards/1002')}), and ${link('songs/1001')} while I look at it.`,
    subject: { server: 'demo', resource: 'cards', id: '2001' },
  });
  return `/community/posts/${post.id}`;
}

/** A post of the member with two revisions. */
async function revisedPost({ member }: PageStage): Promise<string> {
  const person = await member();
  const post = await writePost(person, { title: 'The set list', body: 'Harbour\nLantern\nTide', tags: ['live'] });
  const edit = { body: 'Harbour\nLighthouse\nTide\nEncore', tags: ['live', 'encore'], editReason: 'One more song' };
  await person.send('PATCH', `${POSTS}/${post.id}`, { ...edit, version: post.version });
  return `/community/posts/${post.id}`;
}

/** A post with pictures, one of them described. */
async function pictures({ accounts }: PageStage): Promise<string> {
  const author = await accounts.person();
  const attachmentIds: string[] = [];
  for (const width of [640, 480, 360]) {
    attachmentIds.push(await upload(author, await makePng(width, 360), 'image/png'));
  }
  for (const id of attachmentIds) await settle(author, id);
  await author.send('PATCH', `/api/v1/community/attachments/${attachmentIds[0]}`, { alt: 'The stage at noon' });
  const post = await writePost(author, { title: 'Before the doors open', tags: ['stage'], attachmentIds });
  return `/community/posts/${post.id}`;
}

/** The archived post of the member. */
async function archivedPost(stage: PageStage): Promise<string> {
  const person = await stage.member();
  const { id, version } = await writePost(person, { title: 'Last year’s plans', body: 'They were good plans.' });
  await person.send('POST', `${POSTS}/${id}/archive`, { version });
  return `/community/posts/${id}`;
}

const feedWith =
  (path: string) =>
  async (stage: PageStage): Promise<string> => {
    await fullPost(stage);
    return path;
  };

/** The page of a person with a handle and posts. */
async function profile({ accounts }: PageStage): Promise<string> {
  const person = await accounts.person();
  await writePost(person, { title: 'A first song', body: 'Recorded in the attic.', tags: ['music'] });
  return `/users/${person.uid}`;
}

/** The member with something to read. */
async function notified(stage: PageStage): Promise<string> {
  const member = await stage.member();
  const post = await writePost(member, { body: 'Who plays tonight?' });
  await writeComment(await stage.accounts.person(), post.id, { body: 'We do.' });
  return '/notifications';
}

/** A sign-in that waits for its second factor. */
async function waitingStep({ accounts }: PageStage): Promise<string> {
  const person = await personWithPassword(accounts);
  await enrol(accounts, person.cookie);
  return pendingStep(accounts, person.email);
}

/** Somebody with a password. */
const withPassword = async ({ accounts }: PageStage): Promise<string> => (await personWithPassword(accounts)).cookie;

/** Somebody with a password and an authenticator app. */
async function withApp({ accounts }: PageStage): Promise<string> {
  const person = await personWithPassword(accounts);
  return (await enrol(accounts, person.cookie)).cookie;
}

/** Somebody who can confirm by mail alone. */
const withNothing = async ({ accounts }: PageStage): Promise<string> => (await accounts.person()).cookie;

/** Somebody who administers the instance. */
const asAdministrator = async ({ accounts }: PageStage): Promise<string> =>
  (await accounts.person({ role: 'administrator' })).cookie;

/** A webhook whose deliveries went as they can go; its id. */
async function writeWebhook({ accounts }: PageStage): Promise<string> {
  const administrator = await accounts.person({ role: 'administrator' });
  const plan = {
    url: 'https://hooks.example.org/livehouse/events?channel=releases',
    events: ['release.promoted', 'post.created', 'report.created'],
    description: 'The bot of our chat',
  };
  const made = await accounts.send('POST', '/api/v1/admin/webhooks', plan, { cookie: administrator.cookie });
  const { webhook }: { webhook: { id: string } } = JSON.parse(await made.text());
  const rows = [
    ['post.created', 'waiting', 2, null, 'timed_out', 10_003, '90 seconds'],
    ['report.created', 'delivered', 1, 204, null, 87, '10 minutes'],
    ['release.promoted', 'failed', 11, 503, 'status', 412, '3 days'],
    ['webhook.test', 'failed', 1, null, 'address_refused', 4, '4 days'],
    ['post.created', 'dropped', 3, 500, 'status', 95, '9 days'],
  ] as const;
  for (const [type, status, attempts, answer, failure, took, age] of rows) {
    // Due in a month, so that nothing is sent.
    await accounts.sql`insert into webhook_delivery (id, webhook_id, event_id, type, payload, status, attempts,
        answer_status, failure, milliseconds, attempted_at, due_at, created_at)
      values (${Bun.randomUUIDv7()}, ${webhook.id}, gen_random_uuid(), ${type}, '{}', ${status}, ${attempts}, ${answer},
        ${failure}, ${took}, now(), ${status === 'waiting' ? new Date(Date.now() + 30 * 86_400_000) : null},
        now() - ${age}::interval)`;
  }
  await accounts.sql`update webhook set arrived_at = now() - interval '10 minutes' where id = ${webhook.id}`;
  return webhook.id;
}
const webhookPath = async (stage: PageStage): Promise<string> => `/admin/webhooks/${await writeWebhook(stage)}`;
const withWebhook = async (stage: PageStage): Promise<string> => {
  const id = await writeWebhook(stage);
  await stage.accounts
    .sql`update webhook set enabled = false, disabled_for = 'failing', description = '' where id = ${id}`;
  await writeWebhook(stage);
  return asAdministrator(stage);
};

/** The link of the first run, as if nobody had administered the instance before. */
async function firstRun({ accounts: { sql } }: PageStage): Promise<string> {
  const code = 'a-code-of-the-first-run-with-43-characters-x';
  const hash = new Bun.CryptoHasher('sha256').update(code).digest('hex');
  await sql`update profile set role = 'member' where role = 'administrator'`;
  await sql`insert into instance_setup (id, token_hash) values (1, ${hash})
    on conflict (id) do update set token_hash = excluded.token_hash`;
  return `/setup?code=${code}`;
}

/** The people whom the member blocks and mutes. */
async function blocking({ accounts, member }: PageStage): Promise<string> {
  const [{ cookie }, blocked, muted] = [await member(), await accounts.person(), await accounts.person()];
  await accounts.send('PUT', `/api/v1/community/users/${blocked.uid}/block`, { active: true }, { cookie });
  await accounts.send('PUT', `/api/v1/community/users/${muted.uid}/mute`, { active: true }, { cookie });
  return '/settings/people';
}

/** Confirms the sessions of an account, as a run of every look takes longer than a confirmation lasts. */
async function confirm({ sql }: PageStage['accounts'], accountId: string): Promise<void> {
  await sql`update session set confirmed_at = now() where account_id = ${accountId}`;
}

/** The member with a token. */
async function tokens({ accounts, member }: PageStage): Promise<string> {
  const { id, cookie } = await member();
  await confirm(accounts, id);
  await accounts.send('POST', '/api/v1/account/tokens', { name: 'A clock', scopes: ['read'] }, { cookie });
  return '/settings/tokens';
}

/** A member with a passkey, an authenticator app and another session. */
async function secured({ accounts, member }: PageStage): Promise<string> {
  const { id, cookie } = await member();
  await confirm(accounts, id);
  await addPasskey(accounts, cookie);
  const session = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await accounts.sql`insert into session (id, token, account_id, expires_at)
    values (${session[0]}, ${session[1]}, ${id}, now() + interval '7 days')`;
  return '/settings/security';
}

/** A public list of the member with two songs. */
async function list({ member }: PageStage): Promise<string> {
  const person = await member();
  const { list: made } = await readJson(
    person.send('POST', '/api/v1/me/lists', {
      title: 'To learn',
      description: 'Before the next live',
      visibility: 'public',
    }),
  );
  const subjects = ['1001', '1002'].map((id) => ({ server: 'demo', resource: 'songs', id }));
  await person.send('PUT', `/api/v1/me/lists/${made.id}/entries`, { subjects, active: true });
  return `/lists/${made.id}`;
}

async function comparison(stage: PageStage): Promise<string> {
  const [a, b] = [await list(stage), await list(stage)].map((path) => path.slice('/lists/'.length));
  return `/lists/compare?a=${a}&b=${b}`;
}

/** The member with a refused name, a restriction and an appeal against it; the path of the form for the other. */
async function standing({ accounts, member }: PageStage): Promise<string> {
  const { id, uid } = await member();
  const found = [Bun.randomUUIDv7(), Bun.randomUUIDv7()] as const;
  await accounts.sql`insert into moderation_case
      (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt, reason_code, message, decided_at)
    values (${found[0]}, 'profile-name', ${String(uid)}, ${Math.floor(Math.random() * 1e9)}, ${id}, ${uid}, 'decided',
      'rejected', 'A name', 'harassment', 'Names are not for insults.', now())`;
  // The page is read in several looks at once, and one restriction of a kind may be active.
  await accounts.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext(${id}))`;
    await sql`update account_restriction set lifted_at = now() where account_id = ${id} and lifted_at is null`;
    await sql`insert into account_restriction (id, account_id, kind, reason_code, message, expires_at)
      values (${found[1]}, ${id}, 'upload', 'copyright', 'Please upload what you made yourself.', now() + interval '7 days')`;
  });
  await accounts.sql`insert into appeal (id, account_id, restriction_id, message)
    values (${Bun.randomUUIDv7()}, ${id}, ${found[1]}, 'I made all of it.')`;
  return `/settings/standing/appeal?case=${found[0]}`;
}

/** The mailed link of somebody who may not sign in. */
async function appealLink({ accounts }: PageStage): Promise<string> {
  const [person, administrator] = [await accounts.person(), await accounts.person({ role: 'administrator' })];
  const path = `/api/v1/moderation/users/${person.uid}/restrictions`;
  const message = 'We have asked you twice to stop.';
  await administrator.send('POST', path, { kind: 'sign_in', reasonCode: 'harassment', message });
  return `/account/appeal?token=${(await accounts.mail(person.email)).token}`;
}

/** The member with files in several states. */
async function files({ accounts, member }: PageStage): Promise<string> {
  const { id, uid } = await member();
  for (const [name, status, alt] of [
    ['a-very-long-name-of-a-picture-of-the-stage-in-the-rain.png', 'reserved', null],
    ['refused.png', 'rejected', null],
    ['stage.mp4', 'review', 'Four people play on a small stage.'],
  ] as const) {
    const file = Bun.randomUUIDv7();
    await accounts.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type,
        size, charged_bytes, status, original_key, alt, expires_at)
      values (${file}, ${id}, ${uid}, ${file}, ${name}, 'image/png', 10, 10, ${status}, ${file}, ${alt}, now() + interval '1 hour')`;
  }
  return '/settings/files';
}

/** The comparison of the only release with itself. */
async function changesOfOne({ world }: PageStage): Promise<string> {
  const { releaseId } = await (await world.fetch('/api/v1/servers/demo/release?projection=identity')).json();
  return `/catalog/demo/releases/${releaseId}...${releaseId}`;
}

export const PAGE_ROWS: readonly PageRow[] = [
  { name: 'sign-in', route: 'signInPage', path: '/sign-in?then=/upload' },
  { name: 'register', route: 'registerPage', path: '/register' },
  { name: 'register-sent', route: 'registerPage', path: '/register?sent=1' },
  { name: 'forgot', route: 'forgotPage', path: '/forgot' },
  { name: 'forgot-sent', route: 'forgotPage', path: '/forgot?sent=1' },
  { name: 'community', route: 'communityPage', path: feedWith('/community') },
  { name: 'community-signed-in', route: 'communityPage', path: feedWith('/community'), signedIn: true },
  { name: 'community-top', route: 'communityPage', path: '/community?scope=top&period=month' },
  { name: 'community-search', route: 'communityPage', path: '/community?q=nothing-has-this' },
  { name: 'bookmarks', route: 'bookmarksPage', path: '/bookmarks', signedIn: true },
  { name: 'tags', route: 'tagListPage', path: feedWith('/community/tags') },
  { name: 'tag', route: 'tagPage', path: feedWith('/community/tags/harbour') },
  { name: 'post', route: 'postPage', path: fullPost },
  { name: 'post-linking', route: 'postPage', path: linkingPost },
  {
    name: 'community-about',
    route: 'communityPage',
    path: async (stage) => {
      await linkingPost(stage);
      return '/community?scope=latest';
    },
  },
  { name: 'post-signed-in', route: 'postPage', path: fullPost, signedIn: true },
  { name: 'post-pictures', route: 'postPage', path: pictures },
  {
    name: 'community-pictures',
    route: 'communityPage',
    path: async (stage) => {
      await pictures(stage);
      return '/community?scope=latest';
    },
  },
  { name: 'post-own', route: 'postPage', path: revisedPost, signedIn: true },
  { name: 'post-archived', route: 'postPage', path: archivedPost, signedIn: true },
  {
    name: 'post-revisions',
    route: 'postRevisionsPage',
    path: async (stage) => `${await revisedPost(stage)}/revisions`,
    signedIn: true,
  },
  {
    name: 'post-delete',
    route: 'postDeletePage',
    path: async (stage) => `${await revisedPost(stage)}/delete`,
    signedIn: true,
  },
  ...COMMUNITY_ROWS,
  { name: 'community-mine', route: 'communityPage', path: '/community?scope=mine&state=archived', signedIn: true },
  { name: 'profile', route: 'profilePage', path: profile },
  { name: 'profile-signed-in', route: 'userPage', path: profile, signedIn: true },
  {
    name: 'followers',
    route: 'followersPage',
    path: async ({ accounts }) => `/@${(await accounts.person()).uid}/followers`,
  },
  {
    name: 'following',
    route: 'followingPage',
    path: async ({ accounts }) => `/@${(await accounts.person()).uid}/following`,
  },
  { name: 'notifications', route: 'notificationsPage', path: notified, signedIn: true },
  { name: 'settings', route: 'settingsPage', path: '/settings', signedIn: true },
  { name: 'settings-profile', route: 'profileSettingsPage', path: '/settings/profile', signedIn: true },
  { name: 'settings-security', route: 'securityPage', path: secured, signedIn: true },
  {
    name: 'settings-password',
    route: 'passwordSettingsPage',
    path: '/settings/security/password',
    cookies: withPassword,
  },
  { name: 'settings-no-password', route: 'passwordSettingsPage', path: '/settings/security/password', signedIn: true },
  { name: 'settings-address', route: 'addressSettingsPage', path: '/settings/security/address', signedIn: true },
  { name: 'settings-app', route: 'authenticatorPage', path: '/settings/security/app', signedIn: true },
  { name: 'settings-app-on', route: 'authenticatorPage', path: '/settings/security/app', cookies: withApp },
  { name: 'settings-confirm', route: 'confirmPage', path: '/settings/confirm', cookies: withApp },
  { name: 'settings-confirm-mail', route: 'confirmPage', path: '/settings/confirm', cookies: withNothing },
  { route: 'ownListsPage', name: 'settings-lists', path: '/settings/lists', signedIn: true },
  {
    route: 'draftsPage',
    name: 'settings-drafts',
    path: async (stage) => {
      const member = await stage.member();
      // Not of a new post, which the composer would open on its own page.
      for (const id of ['edit-01a00000-0000-7000-8000-000000000000', 'comment-01a00000-0000-7000-8000-000000000000'])
        await member.send('PUT', `/api/v1/me/drafts/${id}`, {
          content: { body: 'Begun **here**\nand on' },
          version: 0,
        });
      return '/settings/drafts';
    },
    signedIn: true,
  },
  { route: 'listPage', name: 'list', path: list, signedIn: true },
  { route: 'listComparePage', name: 'lists-compare', path: comparison, signedIn: true },
  {
    route: 'listImportPage',
    name: 'list-import',
    path: async (stage) => `${await list(stage)}/import`,
    signedIn: true,
  },
  {
    name: 'settings-standing',
    route: 'standingPage',
    path: async (stage) => (await standing(stage)).replace(/\/appeal.*$/, ''),
    signedIn: true,
  },
  { name: 'settings-appeal', route: 'appealPage', path: standing, signedIn: true },
  { name: 'settings-files', route: 'filesPage', path: files, signedIn: true },
  {
    name: 'settings-notifications',
    route: 'notificationSettingsPage',
    path: '/settings/notifications',
    signedIn: true,
  },
  { name: 'settings-display', route: 'displaySettingsPage', path: '/settings/display', signedIn: true },
  { name: 'settings-people', route: 'peopleSettingsPage', path: blocking, signedIn: true },
  { name: 'settings-tokens', route: 'tokensPage', path: tokens, signedIn: true },
  { name: 'settings-game-accounts', route: 'gameAccountsPage', path: '/settings/game-accounts', signedIn: true },
  { name: 'settings-data', route: 'dataPage', path: '/settings/data', signedIn: true },
  // Only while nobody is an administrator.
  { name: 'setup', route: 'setupPage', path: firstRun, isAlone: true },
  {
    name: 'setup-no-code',
    route: 'setupPage',
    isAlone: true,
    path: async (stage) => {
      await firstRun(stage);
      return '/setup';
    },
  },
  { name: 'admin', route: 'adminPage', path: '/admin', cookies: asAdministrator },
  { name: 'admin-webhooks', route: 'webhooksPage', path: '/admin/webhooks', cookies: withWebhook },
  { name: 'admin-webhook', route: 'webhookPage', path: webhookPath, cookies: asAdministrator },
  // Says who may.
  { name: 'admin-member', route: 'adminPage', path: '/admin', signedIn: true, status: 403 },
  ...ADMINISTRATION_ROWS,
  ...MODERATION_ROWS,
  { name: 'home', route: 'homePage', path: '/' },
  { name: 'home-signed-in', route: 'homePage', path: '/', signedIn: true },
  { name: 'play', route: 'playPage', path: '/play' },
  { name: 'play-found', route: 'playPage', path: '/play?q=light' },
  { name: 'play-nothing', route: 'playPage', path: '/play?q=nothing-is-called-so' },
  { name: 'about', route: 'aboutPage', path: '/about' },
  { name: 'rules', route: 'rulesPage', path: '/rules' },
  { name: 'privacy', route: 'privacyPage', path: '/privacy' },
  { name: 'missing', route: 'homePage', path: '/there-is-no-such-page', status: 404 },
  { name: 'password', route: 'passwordPage', path: passwordLink },
  { name: 'password-dead', route: 'passwordPage', path: '/account/password?token=none' },
  { name: 'address', route: 'addressPage', path: addressLink },
  {
    name: 'second-factor',
    route: 'secondFactorPage',
    path: '/account/second-factor?then=/upload',
    cookies: waitingStep,
  },
  { name: 'second-factor-over', route: 'secondFactorPage', path: '/account/second-factor' },
  { name: 'appeal-link', route: 'appealLinkPage', path: appealLink },
  { name: 'mail-unsubscribe', route: 'mailUnsubscribePage', path: '/mail/unsubscribe/none' },
  { name: 'account-error', route: 'accountErrorPage', path: '/account/error' },
  { name: 'auth-error', route: 'authErrorPage', path: '/api/auth/error' },
  { name: 'compose', route: 'composePage', path: '/compose?tag=live', signedIn: true },
  // Leads to sign in.
  { name: 'compose-stranger', route: 'composePage', path: '/compose' },
  { name: 'compose-edit', route: 'composePage', path: ownPost, cookies: asWriter },
  { name: 'catalog', route: 'catalogServerPage', path: '/catalog/demo' },
  { name: 'catalog-to-the-only-server', route: 'catalogPage', path: '/catalog' },
  { name: 'search', route: 'searchPage', path: '/search?q=light' },
  { name: 'search-nothing', route: 'searchPage', path: '/search?q=xylophone-quartz' },
  { name: 'catalog-found', route: 'catalogServerPage', path: '/catalog/demo?q=light' },
  { name: 'list-cards-advanced', route: 'catalogListPage', path: '/catalog/demo/cards?where=rarity%3E%3D' },
  { name: 'list-cards', route: 'catalogListPage', path: '/catalog/demo/cards' },
  { name: 'list-cards-filtered', route: 'catalogListPage', path: '/catalog/demo/cards?rarity=4&sort=-releasedAt' },
  { name: 'list-shows', route: 'catalogListPage', path: '/catalog/demo/shows' },
  { name: 'list-songs-table', route: 'catalogListPage', path: '/catalog/demo/songs?view=table' },
  { name: 'calendar', route: 'catalogCalendarPage', path: '/catalog/demo/~calendar' },
  { name: 'calendar-month', route: 'catalogCalendarPage', path: '/catalog/demo/~calendar?month=2026-06' },
  { name: 'calendar-nothing', route: 'catalogCalendarPage', path: '/catalog/demo/~calendar?month=1999-01' },
  { name: 'list-events', route: 'catalogListPage', path: '/catalog/demo/events' },
  { name: 'list-nothing', route: 'catalogListPage', path: '/catalog/demo/cards?q=nothing-is-called-so' },
  { name: 'list-document', route: 'catalogListPage', path: '/catalog/demo/provenance' },
  { name: 'entity-card', route: 'catalogEntityPage', path: '/catalog/demo/cards/1002' },
  { name: 'entity-song', route: 'catalogEntityPage', path: '/catalog/demo/songs/3004' },
  { name: 'song', route: 'catalogEntityPage', path: '/catalog/demo/songs/1001' },
  { name: 'song-easy', route: 'catalogEntityPage', path: '/catalog/demo/songs/1001?d=easy' },
  { name: 'entity-character', route: 'catalogEntityPage', path: '/catalog/demo/characters/1' },
  { name: 'entity-story', route: 'catalogEntityPage', path: '/catalog/demo/stories/103-2' },
  { name: 'entity-talked-about', route: 'catalogEntityPage', path: talkedAbout, signedIn: true },
  { name: 'compare-cards', route: 'catalogListPage', path: '/catalog/demo/cards?compare=1001,1002,2001' },
  { name: 'developers', route: 'developersPage', path: '/developers' },
  { name: 'files', route: 'catalogFilesPage', path: '/catalog/demo/files' },
  { name: 'files-folder', route: 'catalogFilePage', path: '/catalog/demo/files/assets/Assets/Livehouse/Banners' },
  { name: 'files-found', route: 'catalogFilesPage', path: '/catalog/demo/files?q=song' },
  {
    name: 'file-picture',
    route: 'catalogFilePage',
    path: '/catalog/demo/files/assets/Assets/Livehouse/Banners/event_2(zh-Hant).png',
  },
  { name: 'file-sound', route: 'catalogFilePage', path: '/catalog/demo/files/runtime/sounds/song-1001.mp3' },
  { name: 'releases', route: 'catalogReleasesPage', path: '/catalog/demo/releases' },
  { name: 'entity-history', route: 'catalogEntityHistoryPage', path: '/catalog/demo/cards/1001/history' },
  { name: 'changes-none', route: 'catalogChangesPage', path: changesOfOne },
  { name: 'mirror', route: 'mirrorPage', path: '/catalog/~provider' },
  { name: 'mirror-region', route: 'mirrorRegionPage', path: '/catalog/~provider/jp' },
  { name: 'mirror-songs', route: 'mirrorListPage', path: '/catalog/~provider/jp/songs?sort=-releaseAt' },
  { name: 'mirror-cards', route: 'mirrorListPage', path: '/catalog/~provider/jp/cards?rarity=4' },
  { name: 'mirror-song', route: 'mirrorEntityPage', path: '/catalog/~provider/jp/songs/30' },
  { name: 'mirror-card', route: 'mirrorEntityPage', path: '/catalog/~provider/jp/cards/21' },
  { name: 'mirror-story', route: 'mirrorEntityPage', path: '/catalog/~provider/jp/main-stories/main.1' },
  { name: 'entity-missing', route: 'catalogEntityPage', path: '/catalog/demo/cards/9999999', status: 404 },
  { name: 'docs', route: 'docsPage', path: '/docs' },
  { name: 'docs-found', route: 'docsPage', path: '/docs?q=query' },
  { name: 'docs-section', route: 'docsPartPage', path: '/docs/catalog' },
];
