// Random requests generated from /openapi.json, by callers of every kind: boundaries, wrong types, all of Unicode, repeated
// and overlong parameters, odd methods, conditional and range headers. Each answer must be one that the document describes
// (status, media type, schema, refusal code), none is a 5xx that is not declared, none hangs, and the service works
// afterwards.
// LIVEHOUSE_STORM_REQUESTS: how many (default 1500). TEST_SEED: which ones. LIVEHOUSE_STORM_CONNECTIONS: how
// many at once (default 6). A failure names the seed and the requests.
import { expect, test } from 'bun:test';
import { Chance, type ChanceRequest } from '../fixtures/chance.ts';
import { ODD_METHODS } from '../fixtures/chance-values.ts';
import { type Answered, ApiDocument, type Operation } from '../fixtures/document.ts';
import { type AccountsWorld, expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { writeSnapshot } from '../fixtures/release-snapshot.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { Storm } from '../fixtures/storm.ts';
import { type Headers as Asker, openRound } from '../fixtures/storm-round.ts';
import { TEST_SEED } from '../seed.ts';

const REQUESTS = Number(process.env.LIVEHOUSE_STORM_REQUESTS ?? 1500);
const AT_ONCE = Number(process.env.LIVEHOUSE_STORM_CONNECTIONS ?? 6);
/** Requests per set of people. */
const ROUND = 200;
const ROUNDS = Math.ceil(REQUESTS / ROUND);
const PATIENCE_MS = 30_000;
/** Slower answers are printed. On a machine that has other work, they are no fault. */
const SLOW_MS = 5_000;
const SHOWN = 100;

async function sendRaw(home: AccountsWorld, { method, target }: ChanceRequest, asker: Asker): Promise<Answered> {
  const fields = Object.entries(asker).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = await home.world.raw(
    `${method} ${target} HTTP/1.1\r\nHost: ${new URL(home.origin).host}\r\n${fields.join('')}Connection: close\r\n\r\n`,
  );
  return { status: answer.status, headers: new Headers([...answer.headers]), body: answer.body };
}

async function send(home: AccountsWorld, request: ChanceRequest, asker: Asker): Promise<Answered> {
  const { method, target, body } = request;
  // `fetch` does not send other methods.
  if (ODD_METHODS.includes(method)) return await sendRaw(home, request, asker);
  const answer = await home.world.fetch(target, {
    method,
    headers: { ...asker, ...request.headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers, body: isStream ? '' : await answer.text() };
}

test(
  `${REQUESTS} random requests are answered as documented (seed ${TEST_SEED})`,
  async () => {
    await using provider = await openSimulator();
    await using home = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', PROVIDER_URL: provider.address });
    await using earlier = await writeSnapshot({ edition: 'earlier', sourceId: 'src-0' });
    await using snapshot = await writeSnapshot();
    const elsewhere = createSmallSnapshot({ server: 'kr', media: 2 });
    using _elsewhere = { [Symbol.dispose]: () => elsewhere[Symbol.dispose]() };
    const first = await home.world.publish(earlier.directory);
    const second = await home.world.publish(snapshot.directory);
    // Told even when the run ends in another way.
    using _errors = {
      [Symbol.dispose]: () => {
        for (const line of home.world.log.filter(({ level }) => level === 'error').slice(0, SHOWN))
          process.stdout.write(`${JSON.stringify(line).slice(0, 1500)}\n`);
      },
    };
    const document = new ApiDocument(await (await home.world.fetch('/openapi.json')).text());
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    const slow: string[] = [];

    /** Sends a request and returns its answer; notes what is wrong with it. */
    const ask = async (operation: Operation, request: ChanceRequest, asker: Asker): Promise<Answered | undefined> => {
      const note = (fault: string): void => {
        const line = `${operation.id}: ${fault} ${JSON.stringify({ ...request, asker }).slice(0, 1500)}`;
        problems.push(line);
        // At once, since a long run may end in another way.
        if (problems.length <= SHOWN) process.stdout.write(`${line}\n`);
      };
      try {
        const startedAt = performance.now();
        const answer = await send(home, request, asker);
        const took = performance.now() - startedAt;
        if (took > SLOW_MS)
          slow.push(`${operation.id}: ${Math.round(took)} ms ${JSON.stringify({ ...request, asker })}`);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = document.judge(operation, request.method, answer);
        if (fault !== undefined) note(fault);
        return answer;
      } catch (error) {
        note(`no answer: ${error}`);
        return undefined;
      }
    };

    for (const number of new Storm(`document, seed ${TEST_SEED}, rounds of ${ROUND}`, ROUNDS, ROUNDS)) {
      const done = number * ROUND;
      const round = await openRound(home, {
        snapshots: [earlier.directory, snapshot.directory],
        releases: [first.releaseId, second.releaseId],
        elsewhere: elsewhere.directory,
        round: number,
      });
      const chance = new Chance(document, round.known, TEST_SEED * 1_000_003 + done);
      const plans = Array.from({ length: Math.min(ROUND, REQUESTS - done) }, () => {
        const operation = chance.pick(document.operations);
        const asker = chance.pick(chance.happens(0.5) ? round.fitting(operation) : round.askers);
        return { operation, request: chance.request(operation), asker };
      });
      const walk = async (): Promise<void> => {
        for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
          const { operation, request, asker } = plan;
          const answer = await ask(operation, request, asker);
          const tag = answer?.headers.get('etag');
          if (request.again === undefined || tag == null) continue;
          const { name, range } = request.again;
          const headers = { ...request.headers, [name]: tag, ...(name === 'if-range' ? { range } : {}) };
          await ask(operation, { ...request, headers, again: undefined }, asker);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, walk));
    }
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(`seed ${TEST_SEED}: ${counts.join(', ')}; ${slow.length} slower than ${SLOW_MS} ms\n`);
    for (const line of slow.slice(0, SHOWN)) process.stdout.write(`${line.slice(0, 300)}\n`);
    expect(problems.length).toBe(0);
    await expectOnlyStatus(home.world.fetch('/readyz'), 200);
  },
  60_000 + REQUESTS * 100,
);
