// Random requests generated from /openapi.json, by anonymous callers, members and staff. Each answer must be one that the
// document describes (status, media type, schema, refusal code), none is a 5xx, none hangs, and the service works afterwards.
// LIVEHOUSE_STORM_REQUESTS: how many (default 1500). LIVEHOUSE_STORM_SEED: which ones (default 1). A failure names the seed
// and the requests.
import { expect, test } from 'bun:test';
import { Chance, type ChanceRequest, type Known } from '../fixtures/chance.ts';
import { POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { ApiDocument, type Operation } from '../fixtures/document.ts';
import { type AccountsWorld, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { writeSnapshot } from '../fixtures/release-snapshot.ts';
import { reserve } from '../fixtures/uploads.ts';

const REQUESTS = Number(process.env.LIVEHOUSE_STORM_REQUESTS ?? 1500);
const SEED = Number(process.env.LIVEHOUSE_STORM_SEED ?? 1);
const AT_ONCE = 6;
/** Requests per set of people, because some of the requests sign out or delete their account. */
const ROUND = 150;
const PATIENCE_MS = 30_000;

interface Round {
  readonly known: Known;
  /** Headers of each caller. */
  readonly askers: readonly Readonly<Record<string, string>>[];
}

async function openRound(home: AccountsWorld, round: number): Promise<Round> {
  const [author, moderator, administrator] = await Promise.all([
    home.person(),
    home.person({ role: 'moderator' }),
    home.person({ role: 'administrator' }),
  ]);
  const post = await writePost(author, { body: `words of round ${round}`, tags: ['tag'] });
  const comment = await writeComment(author, post.id, { body: 'a comment' });
  const attachment = await reserve(author, 4000);
  const detail = await home.world.fetch(`${POSTS}/${post.id}`);
  const tag = detail.headers.get('etag') ?? '"x"';
  const known = {
    server: ['jp'],
    resource: ['things', 'list'],
    id: ['10', 'o-1', 'talk:1'],
    view: ['odd'],
    relation: ['tag'],
    key: ['red'],
    sourceId: ['src-1'],
    fileName: ['a.bundle', 'manifest.json'],
    platform: ['Android'],
    shard: ['00.json'],
    path: ['Assets/ui/r1.png', 'ui/r1.png', 'voice', 'Assets/text.txt', 'unity/a'],
    region: ['jp'],
    postId: [post.id],
    commentId: [comment.id],
    targetId: [post.id, comment.id],
    attachmentId: [attachment.id],
    attachmentIds: [attachment.id],
    parentId: [comment.id],
    uid: [String(author.uid), String(moderator.uid)],
    email: [author.email],
    tag: ['tag'],
    'If-None-Match': [tag, '*'],
  };
  const own = { origin: home.origin };
  const as = (person: Person) => ({ ...own, cookie: person.cookie });
  return {
    known,
    askers: [
      own,
      {},
      { origin: 'https://elsewhere.example' },
      { ...own, authorization: 'Bearer lh_nobody' },
      { ...own, cookie: 'livehouse.session_token=forged' },
      as(author),
      as(author),
      as(moderator),
      as(administrator),
    ],
  };
}

async function send(home: AccountsWorld, request: ChanceRequest, asker: Readonly<Record<string, string>>) {
  const { method, target, body } = request;
  const stop = AbortSignal.timeout(PATIENCE_MS);
  const headers = { ...asker, ...request.headers };
  const answer = await home.world.fetch(target, {
    method,
    headers,
    signal: stop,
    ...(body === undefined ? {} : { body }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers, body: isStream ? '' : await answer.text() };
}

test(
  `${REQUESTS} random requests are answered as documented (seed ${SEED})`,
  async () => {
    await using home = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', PROVIDER_URL: 'off' });
    await using snapshot = await writeSnapshot();
    await home.world.publish(snapshot.directory);
    const document = new ApiDocument(await (await home.world.fetch('/openapi.json')).text());
    const problems: string[] = [];

    const ask = async (operation: Operation, request: ChanceRequest, asker: Readonly<Record<string, string>>) => {
      const fault = await send(home, request, asker).then(
        (answer) => document.judge(operation, request.method, answer),
        (error: unknown) => `no answer: ${error}`,
      );
      if (fault !== undefined) problems.push(`${operation.id}: ${fault} ${JSON.stringify({ ...request, asker })}`);
    };

    for (let done = 0; done < REQUESTS; done += ROUND) {
      const { known, askers } = await openRound(home, done / ROUND);
      const chance = new Chance(document, known, SEED + done);
      const plans = Array.from({ length: Math.min(ROUND, REQUESTS - done) }, () => {
        const operation = chance.pick(document.operations);
        return { operation, request: chance.request(operation), asker: chance.pick(askers) };
      });
      const walk = async (): Promise<void> => {
        for (let plan = plans.pop(); plan !== undefined; plan = plans.pop())
          await ask(plan.operation, plan.request, plan.asker);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, walk));
    }
    expect(problems).toEqual([]);
    expect((await home.world.fetch('/readyz')).status).toBe(200);
  },
  60_000 + REQUESTS * 100,
);
