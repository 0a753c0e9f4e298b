// Compare-and-set of small objects on S3. Uses conditional writes if a probe at the first swap shows that the server
// implements them; several servers accept the headers and ignore them, or refuse a correct one. Otherwise a lock
// supplied by the caller serialises writers, and each write is read back.
import { randomBytes } from 'node:crypto';
import { probeKey } from '../../../kernel/object-key.ts';
import { ObjectsUnavailable } from '../objects.ts';
import type { S3Answer, S3Client } from './client.ts';
import { isMissing } from './missing.ts';

/** Serialises writers of one name where the server has no conditional writes. */
export interface WriterLock {
  /** Scope of the lock, as text for the operator. */
  readonly reach: string;
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

const STALE_ETAG = '"00000000000000000000000000000000"';

export class Swaps {
  readonly #client: S3Client;
  readonly #lock: WriterLock;
  #conditional: Promise<boolean> | undefined;

  constructor(client: S3Client, lock: WriterLock) {
    this.#client = client;
    this.#lock = lock;
  }

  /** Whether the server implements conditional writes. Probed once. */
  isConditional(): Promise<boolean> {
    this.#conditional ??= this.#probe().catch((error: unknown) => {
      this.#conditional = undefined;
      throw error;
    });
    return this.#conditional;
  }

  get lockReach(): string {
    return this.#lock.reach;
  }

  /** See `Objects.swap`. */
  async swap(key: string, expected: string | undefined, next: Uint8Array | undefined): Promise<boolean> {
    if (!(await this.isConditional())) {
      return this.#lock.run(`${this.#client.place} ${key}`, () => this.#swapLocked(key, expected, next));
    }
    if (next === undefined) return this.#removeIf(key, expected);
    const answer = await this.#put(key, next, conditionOf(expected), [404, 409, 412]);
    if (answer.status < 300) return true;
    // With `If-Match` on a missing object a server responds 404. It also does so for a missing bucket.
    if (expected === undefined && answer.status === 404) isMissing(answer);
    // An earlier attempt whose response was lost may have succeeded.
    return answer.tries > 1 && (await this.#holds(key, next));
  }

  async #removeIf(key: string, expected: string | undefined): Promise<boolean> {
    if ((await this.#readEtag(key)) !== expected) return false;
    if (expected === undefined) return true;
    const headers = { 'If-Match': expected };
    const answer = await this.#client.send({ method: 'DELETE', key, headers, accept: [404, 409, 412] });
    return answer.status < 300;
  }

  async #swapLocked(key: string, expected: string | undefined, next: Uint8Array | undefined): Promise<boolean> {
    if ((await this.#readEtag(key)) !== expected) return false;
    if (next === undefined) {
      await this.#client.send({ method: 'DELETE', key, accept: [404] });
      return true;
    }
    await this.#put(key, next, {}, []);
    if (!(await this.#holds(key, next))) throw new ObjectsUnavailable('The object store did not keep what was written');
    return true;
  }

  #put(
    key: string,
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>>,
    accept: readonly number[],
  ): Promise<S3Answer> {
    return this.#client.send({ method: 'PUT', key, headers, accept, body: Uint8Array.from(bytes) });
  }

  async #readEtag(key: string): Promise<string | undefined> {
    const answer = await this.#client.send({ method: 'GET', key, accept: [404] });
    return isMissing(answer) ? undefined : (answer.headers.get('etag') ?? '');
  }

  async #holds(key: string, bytes: Uint8Array): Promise<boolean> {
    const answer = await this.#client.send({ method: 'GET', key, accept: [404] });
    return !isMissing(answer) && Buffer.compare(answer.bytes, bytes) === 0;
  }

  /** Four writes to a probe key: new, existing, correct version, stale version. */
  async #probe(): Promise<boolean> {
    const key = probeKey(randomBytes(16).toString('hex'));
    const refusals = [400, 404, 405, 409, 412, 501];
    const put = async (headers: Readonly<Record<string, string>>): Promise<S3Answer> =>
      this.#put(key, Buffer.from('probe'), headers, refusals);
    try {
      const first = await put(conditionOf(undefined));
      if (first.status === 404) isMissing(first);
      if (first.status >= 300) return false;
      if ((await put(conditionOf(undefined))).status !== 412) return false;
      const etag = await this.#readEtag(key);
      if ((await put(conditionOf(etag))).status >= 300) return false;
      return (await put(conditionOf(STALE_ETAG))).status === 412;
    } finally {
      await this.#client.send({ method: 'DELETE', key, accept: [404] }).catch(() => undefined);
    }
  }
}

const conditionOf = (expected: string | undefined): Readonly<Record<string, string>> =>
  expected === undefined ? { 'If-None-Match': '*' } : { 'If-Match': expected };
