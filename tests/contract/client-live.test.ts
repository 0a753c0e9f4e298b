// The client with an account: notifications across breaks, uploads from start to end, and lists that need a session.
import { expect, test } from 'bun:test';
import {
  connect,
  type Livehouse,
  LivehouseError,
  type Notification,
  type NotificationOptions,
} from '../../packages/client/src/index.ts';
import { UploadFailure, type UploadPhase, uploadFile, volatileStorage } from '../../packages/client/src/uploads.ts';
import { closing } from '../fixtures/closing.ts';
import { writeComment, writePost } from '../fixtures/community.ts';
import { openFaultProxy } from '../fixtures/fault-proxy.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const line = await keepOpen(closing(await openFaultProxy(home.world.address)));

async function connectAs(person: Person): Promise<Livehouse> {
  const scopes = ['read', 'community', 'upload', 'profile'];
  const { secret = '' } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'bot', scopes }));
  return connect(line.endpoint, { token: secret });
}

const fileOf = async (width: number, name = 'a.png'): Promise<File> => new File([await makePng(width, width)], name);

test('notifications arrive once and in order, also those of the time of a break; a signal ends them', async () => {
  const [author, guest] = await home.people(2);
  const post = await writePost(author);
  const livehouse = await connectAs(author);
  const stop = new AbortController();
  const heard: Notification[] = [];
  let opened = 0;
  const counts: number[] = [];
  const listening = (async () => {
    const options = {
      signal: stop.signal,
      thread: post.id,
      onComments: (count: number) => void counts.push(count),
      onOpen: () => void opened++,
    };
    for await (const notification of livehouse.notifications(options)) heard.push(notification);
  })().catch((reason: unknown) => reason);
  await home.world.until(() => opened === 1);
  await writeComment(guest, post.id, { body: 'one' });
  await home.world.until(() => heard.length === 1 && counts.at(-1) === 1);
  line.fault = { kind: 'refuse' };
  await writeComment(guest, post.id, { body: 'two' });
  await writeComment(guest, post.id, { body: 'three' });
  line.fault = { kind: 'none' };
  await home.world.until(() => heard.length === 3 && counts.at(-1) === 3, 30_000);
  const listed = await livehouse.each.notificationList().toArray();
  expect(heard.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toReversed());
  stop.abort(new Error('enough'));
  expect(await listening).toBeUndefined();

  // What came after a known one comes first.
  const missed: string[] = [];
  for await (const { id } of livehouse.notifications({ after: heard[0]?.id ?? '' })) if (missed.push(id) === 2) break;
  expect(missed).toEqual(heard.slice(1).map(({ id }) => id));
}, 60_000);

test('an ended signal ends the loop quietly: before it begins, between two notifications, and while it waits', async () => {
  const [author, guest] = await home.people(2);
  const post = await writePost(author);
  const livehouse = await connectAs(author);
  const list = (signal: AbortSignal, more: NotificationOptions = {}) =>
    Array.fromAsync(livehouse.notifications({ signal, ...more }));
  expect(await list(AbortSignal.abort())).toEqual([]);

  await writeComment(guest, post.id, { body: 'one' });
  const [known] = await livehouse.each.notificationList().toArray();
  await writeComment(guest, post.id, { body: 'two' });
  await writeComment(guest, post.id, { body: 'three' });
  const between = new AbortController();
  let heard = 0;
  for await (const _ of livehouse.notifications({ signal: between.signal, after: known?.id ?? '' })) {
    heard++;
    between.abort();
  }
  expect(heard).toBe(1);

  const waiting = new AbortController();
  line.fault = { kind: 'refuse' };
  expect(await list(waiting.signal, { onBreak: () => waiting.abort() })).toEqual([]);
  line.fault = { kind: 'none' };
  // A refusal is an error, unless the signal has ended.
  expect(
    await connect(line.endpoint)
      .notifications()
      .next()
      .catch((error: unknown) => error),
  ).toBeInstanceOf(LivehouseError);
}, 30_000);

test('a refused stream is an error', async () => {
  const nobody = connect(line.endpoint, { token: 'lh_nobody' });
  const error = await nobody
    .notifications()
    .next()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LivehouseError);
  expect(error).toMatchObject({ status: 401, code: 'invalid_token' });
});

test('a file is sent, examined and used', async () => {
  const livehouse = await connectAs(await home.person());
  const phases: UploadPhase[] = [];
  const attachment = await uploadFile(livehouse, await fileOf(40), { onProgress: ({ phase }) => phases.push(phase) });
  expect(attachment.status).toBe('ready');
  expect(new Set(phases)).toContain('examining');
  const { post } = await livehouse.api.postCreate({ body: { body: 'with a picture', attachmentIds: [attachment.id] } });
  expect(post.attachments.length).toBe(1);
  expect((await livehouse.each.ownAttachmentList().toArray()).map(({ id }) => id)).toEqual([attachment.id]);
}, 30_000);

test('files that the service does not take, and callers without an account, get a code', async () => {
  const livehouse = await connectAs(await home.person());
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof UploadFailure ? error.code : `${error}`;
  };
  expect(await codeOf(uploadFile(livehouse, new File(['x'], 'a.txt')))).toBe('unsupported_file');
  expect(await codeOf(uploadFile(livehouse, new File(['no picture'], 'a.png')))).not.toContain('undefined');
  const nobody = connect(line.endpoint, { token: 'lh_nobody' });
  expect(await codeOf(uploadFile(nobody, await fileOf(8)))).toBe('invalid_token');
}, 30_000);

test('an aborted upload is cancelled; with a storage it is continued as the same attachment', async () => {
  const livehouse = await connectAs(await home.person());
  const file = await fileOf(60);
  const start = (storage?: ReturnType<typeof volatileStorage>) => {
    const stop = new AbortController();
    const options = {
      signal: stop.signal,
      onProgress: ({ phase }: { readonly phase: UploadPhase }) => {
        if (phase === 'waiting' || phase === 'sending') stop.abort(new Error('later'));
      },
      ...(storage === undefined ? {} : { storage }),
    };
    return uploadFile(livehouse, file, options).catch((reason: unknown) => reason);
  };
  const storage = volatileStorage();
  expect(await start(storage)).toEqual(new Error('later'));
  const key = storage.key(0);
  expect(key).toContain('livehouse.upload.');
  const { id }: { id?: string } = JSON.parse(storage.getItem(key ?? '') ?? '{}');
  const finished = await uploadFile(livehouse, file, { storage });
  expect(id === undefined || id === finished.id).toBe(true);
  expect(storage.length).toBe(0);

  expect(await start()).toEqual(new Error('later'));
  await home.world.until(async () => {
    const list = await livehouse.each.ownAttachmentList().toArray();
    return list.every(({ id: other, status }) => other === finished.id || status !== 'reserved');
  });
}, 60_000);

test('recommended posts go on with their seed, and each comes once', async () => {
  const author = await home.person();
  const first = await writePost(author, { body: 'post 0' });
  for (let count = 1; count < 7; count++) await writePost(author, { body: `post ${count}` });
  const livehouse = await connectAs(await home.person());
  const posts = await livehouse.each.postList({ scope: 'recommended', limit: 3, refresh: '1' }).toArray();
  expect(posts.length).toBeGreaterThanOrEqual(7);
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
  const comments = await livehouse.each.postRead({ postId: first.id }).toArray();
  expect(comments).toEqual([]);
});
