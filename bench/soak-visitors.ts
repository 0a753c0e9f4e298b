// The load of a long run: strangers and members who read and write at a steady rate. What members write is deleted after a
// while. Every answer is read; what is neither expected nor a declared refusal is counted as failed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE } from '../tests/fixtures/changed-sample.ts';
import { POSTS, type PostAnswer } from '../tests/fixtures/community.ts';
import { type Resident, speakFor } from '../tests/fixtures/house-process.ts';
import { readJson } from '../tests/fixtures/people.ts';
import { attachmentPath, complete, reserve, sendContent } from '../tests/fixtures/uploads.ts';

const CATALOG = '/api/v1/servers/demo';
const KEPT_POSTS = 300;
const KEPT_FILES = 40;
const ANSWER_MS = 30_000;
const IN_FLIGHT_MAX = 64;

const PICTURE = new Uint8Array(readFileSync(join(SAMPLE, 'assets/Assets/Livehouse/Jackets/1001.png')));

const SONGS = ['1001', '1002', '2001', '3001'];

type Member = ReturnType<typeof memberOf>;

function memberOf(resident: Resident, address: string) {
  const speak = speakFor(resident, () => address, ANSWER_MS);
  return {
    send: speak,
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(`${address}${path}`, {
        ...init,
        headers: { ...speak.headers(), ...Object.fromEntries(new Headers(init.headers).entries()) },
        signal: AbortSignal.timeout(ANSWER_MS),
      }),
  };
}

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** Opens the load of strangers and of these members. */
export function openVisitors(address: string, residents: readonly Resident[]) {
  const members = residents.map((resident) => memberOf(resident, address));
  const posts: { readonly id: string; readonly by: Member }[] = [];
  const files: { readonly id: string; readonly by: Member }[] = [];
  const statuses = new Map<number, number>();
  const faults = new Set<string>();
  let [failed, skipped, slowestMs, inFlight] = [0, 0, 0, 0];

  const note = async (what: string, answer: Response, refusals: readonly number[]): Promise<Response | undefined> => {
    const body = await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.ok || answer.status === 304) return new Response(body, { status: 200 });
    if (!refusals.includes(answer.status)) {
      failed += 1;
      faults.add(`${what}: ${answer.status} ${new TextDecoder().decode(body).slice(0, 200)}`);
    }
    return undefined;
  };
  const read = async (path: string, by?: Member, refusals: readonly number[] = []): Promise<void> => {
    const headers = { accept: path.startsWith('/api') ? 'application/json' : 'text/html' };
    const answer = by === undefined ? await fetch(`${address}${path}`, { headers }) : await by.fetch(path, { headers });
    await note(path, answer, refusals);
  };
  const write = async (by: Member): Promise<void> => {
    const body = { title: `Soak ${Math.random()}`, body: `Notes on **${Math.random()}** #soak`, tags: ['soak'] };
    const answer = await note('post', await by.send('POST', POSTS, body), []);
    if (answer !== undefined) posts.push({ id: (await readJson<{ post: PostAnswer }>(answer)).post.id, by });
    const old = posts.length > KEPT_POSTS ? posts.shift() : undefined;
    if (old !== undefined)
      await note('delete', await old.by.send('DELETE', `${POSTS}/${old.id}`, { version: 1 }), [404]);
  };
  const uploadPicture = async (by: Member): Promise<void> => {
    const { id, uploadUrl } = await reserve(by, PICTURE.length);
    await note('content', await sendContent(by, id, PICTURE), []);
    if (uploadUrl === null) await complete(by, id);
    files.push({ id, by });
    const old = files.length > KEPT_FILES ? files.shift() : undefined;
    if (old !== undefined) await note('file', await old.by.send('DELETE', attachmentPath(old.id)), [404, 409]);
  };
  const readPost = async (by: Member): Promise<void> => {
    const post = pick(posts);
    // It may be deleted meanwhile.
    if (post !== undefined) await read(`/community/posts/${post.id}`, by, [404]);
  };
  const song = (): string => pick(SONGS) ?? '';
  const acts: readonly (readonly [weight: number, act: (by: Member) => Promise<void>])[] = [
    [20, () => read(`${CATALOG}/songs/${song()}`)],
    [
      6,
      () =>
        read(
          `${CATALOG}/catalog/query/cards?filter=rarity>=${Math.floor(Math.random() * 5)}&limit=${1 + Math.floor(Math.random() * 50)}`,
        ),
    ],
    [6, () => read(`/catalog/demo/songs/${song()}`)],
    [4, () => read(`/catalog/demo/cards?rarity=${Math.floor(Math.random() * 5)}`)],
    [8, () => read(`${POSTS}?limit=20`)],
    [6, (by) => read(`${POSTS}?scope=recommended`, by)],
    [4, (by) => read('/community', by)],
    [8, (by) => readPost(by)],
    [4, (by) => read('/api/v1/community/notifications', by)],
    [5, write],
    [
      8,
      async (by) => {
        const post = pick(posts);
        if (post === undefined) return;
        await note(
          'comment',
          await by.send('POST', `${POSTS}/${post.id}/comments`, { body: `Yes. ${Math.random()}` }),
          [404],
        );
      },
    ],
    [
      10,
      async (by) => {
        const post = pick(posts);
        if (post === undefined) return;
        await note(
          'like',
          await by.send('PUT', `${POSTS}/${post.id}/reaction`, { active: Math.random() < 0.7 }),
          [404],
        );
      },
    ],
    [0.5, uploadPicture],
  ];
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  const actOnce = async (): Promise<void> => {
    let at = Math.random() * total;
    const act = acts.find(([weight]) => {
      at -= weight;
      return at < 0;
    })?.[1];
    const by = pick(members);
    if (act === undefined || by === undefined) return;
    inFlight += 1;
    const startedAt = performance.now();
    try {
      await act(by);
    } catch (error) {
      failed += 1;
      faults.add(String(error).slice(0, 200));
    } finally {
      inFlight -= 1;
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  };

  return {
    /** Answers that were neither expected nor declared. */
    get failed(): number {
      return failed;
    },
    /** Acts `rate` times a second until `end`; an act that would be one of too many at once is left out. */
    live: async (rate: number, end: number): Promise<void> => {
      const startedAt = performance.now();
      for (let done = 1; performance.now() < end; done += 1) {
        if (inFlight < IN_FLIGHT_MAX) void actOnce();
        else skipped += 1;
        await Bun.sleep(Math.max(0, startedAt + (done * 1000) / rate - performance.now()));
      }
      while (inFlight > 0) await Bun.sleep(10);
    },
    describe: (): string =>
      [
        `answers: ${[...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}`,
        `failed ${failed}, left out ${skipped}, the slowest act took ${slowestMs.toFixed(0)} ms`,
        ...[...faults].slice(0, 10),
      ].join('\n'),
  };
}
