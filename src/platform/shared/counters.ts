// Counters that all processes share, in Redis (LIMITS_URL). The service works without it: while Redis is unavailable, every
// call returns undefined, callers count by themselves, and one call a second retries. Subjects are hashed with a key of the
// instance, so Redis holds no addresses and no account ids.
import { createHash, createHmac } from 'node:crypto';
import { RedisClient } from 'bun';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import type { Log } from '../telemetry/log.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';

/** A request must not wait long for a count. */
const ANSWER_MS = 250;
const RETRY_MS = 1_000;

export interface SharedCounters {
  /** Whether Redis answered the last call. */
  readonly isAvailable: boolean;
  /** Runs a script about a subject. Numbers of its answer; undefined while Redis is away. Never throws. */
  run(script: ScriptName, subject: string, args: readonly (string | number)[]): Promise<readonly number[] | undefined>;
  /** Forgets what was counted of a subject. */
  forget(subject: string): Promise<void>;
  /** Removes one member of a subject's places. */
  leave(subject: string, member: string): Promise<void>;
  close(): void;
}

export interface SharedCountersOptions {
  /** `redis://…` or `rediss://…` */
  readonly url: string;
  /** Hashes subjects. */
  readonly key: string;
  readonly log: Log;
}

const SHAS = new Map<ScriptName, string>();
function shaOf(name: ScriptName): string {
  const known = SHAS.get(name);
  if (known !== undefined) return known;
  const sha = createHash('sha1').update(SCRIPTS[name]).digest('hex');
  SHAS.set(name, sha);
  return sha;
}

/** Opens the counters. Connects at the first call. */
export function openSharedCounters(options: SharedCountersOptions): SharedCounters {
  return new RedisCounters(options);
}

/** Asks a server whether it is there and runs scripts; throws with the reason. */
export async function probeSharedCounters(url: string): Promise<string> {
  const client = connect(url);
  try {
    const answer: unknown = await withinTime(ask(client, 'EVAL', ['return 1', '0']), 5_000, () => {
      throw new Error('no answer within 5 seconds');
    });
    if (answer !== 1) throw new Error('it does not run scripts');
    return 'answers and runs scripts';
  } finally {
    client.close();
  }
}

const connect = (url: string): RedisClient =>
  new RedisClient(url, { connectionTimeout: 2_000, autoReconnect: false, enableOfflineQueue: true });

const ask = (client: RedisClient, command: string, args: string[]): Promise<unknown> => client.send(command, args);

class RedisCounters implements SharedCounters {
  readonly #options: SharedCountersOptions;
  #client: RedisClient | undefined;
  #isAway = false;
  #retryAt = 0;
  #isClosed = false;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
  }

  get isAvailable(): boolean {
    return !this.#isAway;
  }

  async run(
    script: ScriptName,
    subject: string,
    args: readonly (string | number)[],
  ): Promise<readonly number[] | undefined> {
    const rest = ['1', this.#keyOf(subject), ...args.map(String)];
    const answer = await this.#try(async (client) => {
      try {
        return await ask(client, 'EVALSHA', [shaOf(script), ...rest]);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.includes('NOSCRIPT')) throw error;
        return ask(client, 'EVAL', [SCRIPTS[script], ...rest]);
      }
    });
    if (answer === undefined) return undefined;
    return (Array.isArray(answer) ? answer : [answer]).map(Number);
  }

  async forget(subject: string): Promise<void> {
    await this.#try((client) => ask(client, 'DEL', [this.#keyOf(subject)]));
  }

  async leave(subject: string, member: string): Promise<void> {
    await this.#try((client) => ask(client, 'ZREM', [this.#keyOf(subject), member]));
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.close();
    this.#client = undefined;
  }

  #keyOf(subject: string): string {
    return `livehouse:${createHmac('sha256', this.#options.key).update(subject).digest('base64url').slice(0, 32)}`;
  }

  async #try(work: (client: RedisClient) => Promise<unknown>): Promise<unknown> {
    if (this.#isClosed || (this.#isAway && performance.now() < this.#retryAt)) return undefined;
    // The others do not try meanwhile.
    this.#retryAt = performance.now() + RETRY_MS;
    this.#client ??= connect(this.#options.url);
    const client = this.#client;
    try {
      const answer = await withinTime(work(client), ANSWER_MS, () => {
        throw new Error('no answer in time');
      });
      this.#note(undefined);
      return answer;
    } catch (error) {
      if (this.#client === client) this.#client = undefined;
      client.close();
      this.#note(error instanceof Error ? error.message : 'unknown');
      return undefined;
    }
  }

  #note(problem: string | undefined): void {
    const wasAway = this.#isAway;
    this.#isAway = problem !== undefined;
    if (this.#isClosed || wasAway === this.#isAway) return;
    const { log } = this.#options;
    if (problem === undefined) log.info('limits are shared by all processes again');
    else log.warn('limits are counted by each process for itself: Redis is away', { problem });
  }
}
