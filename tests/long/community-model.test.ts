// Random operations against a simple model of the rules in memory, compared after each step: what every person sees in
// the feed, which status an operation gets, and what the counters say. A failure prints the shrunken list of operations.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { COMMENTS, POSTS, readDetail, readWholeFeed, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const PEOPLE = 3;

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

interface ModelPost {
  readonly id: string;
  readonly author: number;
  visibility: 'public' | 'protected' | 'private';
  state: 'active' | 'archived' | 'deleted';
  version: number;
  readonly likes: Set<number>;
  readonly comments: { readonly id: string; readonly author: number; isDeleted: boolean }[];
}

interface Model {
  readonly people: readonly Person[];
  readonly posts: ModelPost[];
  /** `from>to`. */
  readonly blocks: Set<string>;
  readonly follows: Set<string>;
}

type Operation =
  | { readonly do: 'write'; readonly by: number; readonly visibility: ModelPost['visibility'] }
  | {
      readonly do: 'edit' | 'archive' | 'restore' | 'delete' | 'like' | 'unlike' | 'comment' | 'uncomment';
      readonly by: number;
      readonly post: number;
      readonly visibility: ModelPost['visibility'];
    }
  | { readonly do: 'block' | 'unblock' | 'follow' | 'unfollow'; readonly by: number; readonly whom: number };

const by = fc.nat(PEOPLE - 1);
const visibility = fc.constantFrom('public' as const, 'protected' as const, 'private' as const);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), by, visibility }),
  fc.record({
    do: fc.constantFrom(
      'edit' as const,
      'archive' as const,
      'restore' as const,
      'delete' as const,
      'like' as const,
      'unlike' as const,
      'comment' as const,
      'uncomment' as const,
    ),
    by,
    post: fc.nat(5),
    visibility,
  }),
  fc.record({
    do: fc.constantFrom('block' as const, 'unblock' as const, 'follow' as const, 'unfollow' as const),
    by,
    whom: by,
  }),
);

const isParted = ({ blocks }: Model, one: number, other: number): boolean =>
  blocks.has(`${one}>${other}`) || blocks.has(`${other}>${one}`);

/** Whether a person (or nobody: -1) sees a post in lists. */
const lists = (model: Model, post: ModelPost, who: number): boolean =>
  post.state === 'active' &&
  (post.author === who ||
    (!isParted(model, who, post.author) &&
      (post.visibility === 'public' || (post.visibility === 'protected' && who >= 0))));

const reads = (model: Model, post: ModelPost, who: number): boolean =>
  post.state !== 'deleted' && (post.author === who || lists(model, post, who));

/** Does it, changes the model, and compares the status. */
async function perform(model: Model, step: Operation): Promise<void> {
  const person = model.people[step.by];
  if (person === undefined) return;
  const check = (answer: Response, status: number): void => expect([step, answer.status]).toEqual([step, status]);
  if (step.do === 'write') {
    const { id } = await writePost(person, { visibility: step.visibility });
    model.posts.push({
      id,
      author: step.by,
      visibility: step.visibility,
      state: 'active',
      version: 1,
      likes: new Set(),
      comments: [],
    });
    return;
  }
  if ('whom' in step) {
    const whom = model.people[step.whom];
    const relation = step.do === 'block' || step.do === 'unblock' ? 'block' : 'follow';
    const active = step.do === 'block' || step.do === 'follow';
    const answer = await person.send('PUT', `${USERS}/${whom?.uid}/${relation}`, { active });
    if (step.whom === step.by) return check(answer, 422);
    const pair = `${step.by}>${step.whom}`;
    if (step.do === 'follow' && isParted(model, step.by, step.whom)) return check(answer, 409);
    check(answer, 200);
    const set = relation === 'block' ? model.blocks : model.follows;
    if (active) set.add(pair);
    else set.delete(pair);
    if (step.do === 'block') for (const gone of [pair, `${step.whom}>${step.by}`]) model.follows.delete(gone);
    return;
  }
  const post = model.posts[step.post];
  if (post === undefined) return;
  const path = `${POSTS}/${post.id}`;
  const may = reads(model, post, step.by);
  const isOwn = post.author === step.by;
  const { version } = post;
  const ownStatus = (success: number): number => (may ? (isOwn ? success : 403) : 404);
  switch (step.do) {
    case 'edit': {
      check(
        await person.send('PATCH', path, { body: `edit ${Bun.randomUUIDv7()}`, visibility: step.visibility, version }),
        ownStatus(200),
      );
      if (may && isOwn) Object.assign(post, { visibility: step.visibility, version: version + 1 });
      return;
    }
    case 'archive':
    case 'restore': {
      check(await person.send('POST', `${path}/${step.do}`, { version }), ownStatus(200));
      const state = step.do === 'archive' ? 'archived' : 'active';
      if (may && isOwn && post.state !== state) Object.assign(post, { state, version: version + 1 });
      return;
    }
    case 'delete': {
      check(await person.send('DELETE', path, { version }), ownStatus(204));
      if (may && isOwn) post.state = 'deleted';
      return;
    }
    case 'like':
    case 'unlike': {
      check(
        await person.send('PUT', `${path}/reaction`, { active: step.do === 'like' }),
        may ? (post.state === 'archived' ? 409 : 200) : 404,
      );
      if (!may || post.state === 'archived') return;
      if (step.do === 'like') post.likes.add(step.by);
      else post.likes.delete(step.by);
      return;
    }
    case 'comment': {
      if (may && post.state === 'active') {
        post.comments.push({ id: (await writeComment(person, post.id)).id, author: step.by, isDeleted: false });
        return;
      }
      return check(await person.send('POST', `${path}/comments`, { body: 'a' }), may ? 409 : 404);
    }
    default: {
      const comment = post.comments.find(({ author, isDeleted }) => author === step.by && !isDeleted);
      if (comment === undefined) return;
      // One's own words can be taken back, whoever may read the post by now.
      check(await person.send('DELETE', `${COMMENTS}/${comment.id}`, { version: 1 }), 200);
      comment.isDeleted = true;
    }
  }
}

const standingOf = (post: ModelPost) => post.comments.filter(({ isDeleted }) => !isDeleted);

/** Whom a viewer sees among the followers and the followed of each person. */
async function compareFollows(model: Model, who: number, fetch: Pick<Person, 'fetch'>): Promise<void> {
  const isShown = (person: number): boolean => who < 0 || !isParted(model, who, person);
  for (const [whose, person] of model.people.entries()) {
    for (const [list, isListed] of [
      ['followers', (other: number) => model.follows.has(`${other}>${whose}`)],
      ['following', (other: number) => model.follows.has(`${whose}>${other}`)],
    ] as const) {
      const { people } = await readJson(fetch.fetch(`${USERS}/${person.uid}/${list}`));
      const wanted = [...model.people.keys()].filter((other) => isListed(other) && isShown(other) && isShown(whose));
      const seen = people.map(({ uid }) => model.people.findIndex((one) => one.uid === uid));
      expect([who, whose, list, seen.toSorted()]).toEqual([who, whose, list, wanted.toSorted()]);
    }
  }
}

async function compare(model: Model): Promise<void> {
  const ours = new Set(model.posts.map(({ id }) => id));
  for (const who of [-1, ...model.people.keys()]) {
    const fetch = model.people[who] ?? world.world;
    const wanted = model.posts.filter((post) => lists(model, post, who)).map(({ id }) => id);
    const seen = (await readWholeFeed(fetch, 'scope=latest&limit=50')).filter((id) => ours.has(id));
    expect([who, seen.toSorted()]).toEqual([who, wanted.toSorted()]);
    // Likes and standing comments, then the newest.
    const active = model.posts
      .filter((post) => lists(model, post, who))
      .map((post, at) => ({ post, at, score: post.likes.size + standingOf(post).length }))
      .toSorted((a, b) => b.score - a.score || b.at - a.at)
      .map(({ post }) => post.id);
    const top = (await readWholeFeed(fetch, 'scope=top&period=day&limit=50')).filter((id) => ours.has(id));
    expect([who, top]).toEqual([who, active]);
    await compareFollows(model, who, fetch);
    if (who < 0) continue;
    const followed = model.posts.filter(
      (post) => model.follows.has(`${who}>${post.author}`) && lists(model, post, who),
    );
    expect([who, (await readWholeFeed(fetch, 'scope=following&limit=2')).toSorted()]).toEqual([
      who,
      followed.map(({ id }) => id).toSorted(),
    ]);
    const { profile } = await readJson(world.world.fetch(`${USERS}/${model.people[who]?.uid}`));
    const open = model.posts.filter((post) => post.author === who && lists(model, post, -1));
    const follows = [...model.follows].filter((pair) => pair.startsWith(`${who}>`)).length;
    expect([who, profile.stats.posts, profile.stats.following]).toEqual([who, open.length, follows]);
  }
  for (const post of model.posts) {
    const owner = model.people[post.author];
    if (post.state === 'deleted' || owner === undefined) continue;
    const { post: seen, comments } = await readDetail(owner, post.id);
    const standing = standingOf(post);
    expect([seen.likeCount, seen.commentCount, seen.version]).toEqual([post.likes.size, standing.length, post.version]);
    const shown = standing.filter(({ author }) => author === post.author || !isParted(model, author, post.author));
    expect(comments.map(({ id }) => id).toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
  }
}

test('the service and the model agree after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 40 }), async (steps) => {
      const people = await world.people(PEOPLE);
      const model: Model = { people, posts: [], blocks: new Set(), follows: new Set() };
      for (const step of steps) {
        await perform(model, step);
        await compare(model);
      }
      await world.sql`delete from post`;
    }),
    { numRuns: 12, interruptAfterTimeLimit: 60_000 },
  );
}, 100_000);
