// Every operation of the client profile, called through the client against the running sample: the path, parameters and body
// that it sends reach the route, the answer is one that the document describes, and the client gives it is.
import { expect, test } from 'bun:test';
import { connect, LivehouseError } from '../../packages/client/src/index.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { writeComment, writePost } from '../fixtures/community.ts';
import { ApiDocument, type Operation } from '../fixtures/document.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { getReady } from '../fixtures/query-client.ts';
import { reserve } from '../fixtures/uploads.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
/** Operations that a person who stays signed in must not call. */
const LEAVING = /^(?:signOut|session|profileDelete|password|email|twoFactor|backupCode|admin|passkey)/;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', PROVIDER_URL: 'off' }));
const { releaseId } = await home.world.publish(SAMPLE);
await getReady(home.world.fetch, '/api/v1/servers/demo/catalog/query/cards');
const author = await home.person();
const administrator = await home.person({ role: 'administrator' });
const guest = await home.person();
const post = await writePost(author, { body: 'a post', tags: ['news'] });
const comment = await writeComment(author, post.id, { body: 'a comment' });
const attachment = await reserve(author, 4000);
const { api } = connect(home.world.address);
const [level] = (await api.levelList()).items;
const [playlist] = (await api.playlistList()).items;
const { bundles } = await api.clientManifest({ server: 'demo' });
const source = await api.sourceTree({ server: 'demo' });
expect([level, playlist, source]).not.toContain(undefined);
const values: Readonly<Record<string, unknown>> = {
  server: 'demo',
  resource: 'songs',
  id: '1001',
  release: releaseId,
  releaseId,
  projection: 'identity',
  region: 'jp',
  width: 96,
  song: '1001',
  difficulty: 'expert',
  itemType: 'engines',
  page: 0,
  levelName: level?.name,
  playlistName: playlist?.name,
  itemName: 'bandori',
  platform: bundles.platform,
  postId: post.id,
  commentId: comment.id,
  attachmentId: attachment.id,
  uid: String(guest.uid),
  tag: 'news',
  userId: author.id,
  notificationId: NOBODY,
  partNumber: 1,
  musicId: '1',
  cardId: '1',
  'Idempotency-Key': 'client-operations-1',
  url: `${home.world.address}/community/posts/${post.id}`,
};

/** Parameters that some operations need in another form. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  assetRead: { path: 'Assets/Livehouse/Jackets/1001.png' },
  runtimeRead: { path: 'sounds/song-1001.mp3' },
  pictureRead: { path: 'assets/Assets/Livehouse/Jackets/1001.png' },
  objectRead: { path: 'unity/ui.jsonl.gz' },
  artifactRead: {
    sourceId: 'demo-1.5.0',
    fileName: 'stamps_assets_9109ec44bc68bc9454eb80582544cefb.bundle',
  },
  clientMaster: { fileName: 'MasterDataSystemVersion.txt' },
  viewRead: { resource: 'stories', view: 'chapters' },
  sourceAssetRead: { path: 'Livehouse/Bands/1.png' },
  viewEntityRead: { resource: 'stories', view: 'chapters', id: '101' },
  relationRead: { resource: 'characters', relation: 'band', key: '1' },
  resourceRead: { id: ['1001', '1002'] },
  clientIndex: { shard: '00.json' },
  notificationList: { unread: 'true' },
  userFind: { q: 'Person' },
  sitemapPart: { part: 'pages' },
  entityCardRead: { id: '1001' },
};

/** Bodies with which operations do something. Others are sent `{}`, and refuse it. */
const BODIES: Readonly<Record<string, unknown>> = {
  postCreate: { body: 'through the client', subject: { server: 'demo', resource: 'songs', id: '1001' } },
  postEdit: { body: 'edited', version: 1 },
  postPin: { active: true, version: 2 },
  postLike: { active: true },
  postBookmark: { active: true },
  commentCreate: { body: 'a comment' },
  commentEdit: { body: 'edited', version: 1 },
  commentLike: { active: true },
  markdownPreview: { body: '**bold**' },
  entityBookmark: { server: 'demo', resource: 'songs', id: '1001', active: true },
  tagPrefer: { preference: 'follow' },
  userFollow: { active: true },
  userMute: { active: false },
  userBlock: { active: false },
  preferencesWrite: { locale: 'en' },
  profilePatch: { bio: 'through the client', version: 1 },
  uploadIntentCreate: { fileName: 'a.png', mediaType: 'image/png', size: 10 },
  uploadContentWrite: new Uint8Array(4000),
  uploadPartWrite: new Uint8Array(10),
  avatarWrite: new Blob(['no picture'], { type: 'image/png' }),
  adminLogoWrite: new Blob(['no picture'], { type: 'image/png' }),
  adminFaviconWrite: new Blob(['no picture'], { type: 'image/png' }),
  adminHeroWrite: new Blob(['no picture'], { type: 'image/png' }),
  attachmentDescribe: { alt: 'a picture' },
};

interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly url: string;
}

/** What the client answers, or the error, and what the service said. */
async function call(operation: Operation): Promise<{ readonly given: unknown; readonly heard: Heard | undefined }> {
  const isStaff = /\/(?:admin|moderation)\//.test(operation.path);
  const role = isStaff ? 'administrator' : 'member';
  const caller = LEAVING.test(operation.id) ? await home.person({ role }) : isStaff ? administrator : author;
  let heard: Heard | undefined;
  const livehouse = connect(home.world.address, {
    retries: 0,
    cache: false,
    fetch: async (url, init) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), origin: home.origin, cookie: caller.cookie };
      const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
      const body = isStream ? '' : await answer.clone().text();
      heard = { status: answer.status, headers: answer.headers, body, url: url.slice(home.world.address.length) };
      return answer;
    },
  });
  const known = { ...values, ...PARAMETERS[operation.id] };
  // Filters that would change what is asked for stay out, unless somebody asks for them.
  const asked = operation.parameters.filter(
    ({ name, in: place }) =>
      place === 'path' ||
      name in (PARAMETERS[operation.id] ?? {}) ||
      ['url', 'projection', 'Idempotency-Key'].includes(name),
  );
  const input = Object.fromEntries(asked.map(({ name }) => [name, known[name] ?? 'unknown']));
  const body = operation.body === undefined ? {} : { body: BODIES[operation.id] ?? {} };
  const given: unknown = await Reflect.get(
    livehouse.api,
    operation.id,
  )({ ...input, ...body }).catch((error: unknown) => error);
  return { given, heard };
}

test('each operation is reached, answers as documented, and is given as it is', async () => {
  const document = new ApiDocument(await (await home.world.fetch('/openapi.json?profile=client')).text());
  expect(document.operations.length).toBeGreaterThan(180);
  const problems: string[] = [];
  const succeeded: string[] = [];
  for (const operation of document.operations) {
    const { given, heard } = await call(operation);
    if (heard === undefined) {
      problems.push(`${operation.id}: no request: ${given}`);
      continue;
    }
    const problem = document.judge(operation, operation.method, heard) ?? compare(operation, given, heard);
    if (problem !== undefined) problems.push(`${operation.id} ${heard.url}: ${problem}`);
    if (heard.status < 300) succeeded.push(operation.id);
    if (given instanceof Response) await given.body?.cancel();
  }
  expect(problems).toEqual([]);
  expect(succeeded.length).toBeGreaterThan(130);
}, 120_000);

/** How the result of the client differs from what the service said. */
function compare({ id }: Operation, given: unknown, { status, headers, body }: Heard): string | undefined {
  if (status >= 300) {
    if (!(given instanceof LivehouseError)) return `${status} is given as ${given}`;
    return given.status === status && given.requestId === headers.get('x-request-id') ? undefined : 'another error';
  }
  if (given instanceof Error) return `${status} is given as ${given.message}`;
  if (given instanceof Response) return given.status === status ? undefined : 'another response';
  if (body === '') return given === undefined ? undefined : 'a value without content';
  const isJson = /json/.test(headers.get('content-type') ?? '');
  return (isJson ? JSON.stringify(JSON.parse(body)) === JSON.stringify(given) : given === body)
    ? undefined
    : `${id}: ${given}`;
}
