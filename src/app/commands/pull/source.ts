// The instance that a release is pulled from. Every request goes over a guarded connection: public addresses over https only,
// and no redirects, unless the operator allows private addresses. Repeats what fails for a while, and turns refusals into
// errors for the operator.
import { z } from 'zod';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import { BodyTooLarge, type GuardedAnswer, GuardedGetter } from '../../../platform/outside/guarded-get.ts';
import { GuardFailed } from '../../../platform/outside/guarded-socket.ts';
import { UsageError } from '../../command.ts';

const REDIRECTS_MAX = 5;
const ATTEMPTS = 6;
const PAUSE_MS = 250;
const PAUSE_MAX_MS = 30_000;
const REFUSAL_BYTES = 64 * 1024;
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

const envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export interface SourceOptions {
  readonly allowPrivate: boolean;
  /** Called before a request is repeated. */
  readonly onTrouble: (what: string) => void;
}

export interface Wanted {
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes that the body may have. */
  readonly bytesMax: number;
}

/** Checks the address of an instance. Throws UsageError. */
export function parseSourceAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`"${text}" is no address. Addresses begin with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError('The address must not contain a user name, a query or a fragment');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** One connection to the instance, for requests one after another. */
export class Source implements Disposable {
  readonly #address: string;
  readonly #options: SourceOptions;
  readonly #getter: GuardedGetter;

  constructor(address: string, options: SourceOptions) {
    this.#address = address;
    this.#options = options;
    this.#getter = new GuardedGetter({ allowPrivate: options.allowPrivate });
  }

  /** A whole answer. Throws OperatorError. */
  readWhole(wanted: Wanted): Promise<Uint8Array> {
    return this.read(wanted, async ({ body }) => {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(piece);
      return Buffer.concat(pieces);
    });
  }

  /** Passes an answer of 2xx on. `take` is called again when its body broke off. Throws OperatorError. */
  async read<T>(wanted: Wanted, take: (answer: GuardedAnswer) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#readOnce(wanted, take);
      if ('value' in outcome) return outcome.value;
      if (attempt === ATTEMPTS) {
        throw operatorError('server_unavailable', `${this.#address} cannot be read: ${outcome.trouble}`);
      }
      this.#options.onTrouble(outcome.trouble);
      await Bun.sleep(Math.max(PAUSE_MS * 2 ** attempt, Math.min(PAUSE_MAX_MS, outcome.waitMs)));
    }
  }

  async #readOnce<T>(
    wanted: Wanted,
    take: (answer: GuardedAnswer) => Promise<T>,
  ): Promise<{ readonly value: T } | { readonly trouble: string; readonly waitMs: number }> {
    try {
      const answer = await this.#follow(wanted);
      if (answer.status === 200 || answer.status === 206) {
        const coding = answer.headers.get('content-encoding') ?? 'identity';
        if (coding !== 'identity') throw operatorError('not_livehouse', `${this.#address} answers in ${coding}.`);
        return { value: await take(answer) };
      }
      const refused = await readRefusal(answer);
      const message = refused?.message ?? `it answers with status ${answer.status}`;
      if (PASSING.has(answer.status)) {
        return { trouble: message, waitMs: 1000 * Number(answer.headers.get('retry-after') ?? 0) || 0 };
      }
      const hint = refused?.code === 'route_not_found' ? ' (an earlier version of Livehouse offers no copies)' : '';
      throw operatorError(refused?.code ?? 'not_livehouse', `${this.#address}: ${message}${hint}`);
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        throw operatorError('answer_too_large', `${this.#address} sends more than ${wanted.bytesMax} bytes.`);
      }
      if (!(error instanceof GuardFailed)) throw error;
      return { trouble: this.#describe(error), waitMs: 0 };
    }
  }

  async #follow({ path, search = {}, headers = {}, bytesMax }: Wanted): Promise<GuardedAnswer> {
    let url = new URL(`${this.#address}${path}`);
    for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value);
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#getter.get(url, headers, bytesMax);
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer;
      await answer.body.return();
      const next = URL.parse(location, url.href);
      if (!this.#options.allowPrivate) {
        const where = next?.origin ?? 'another address';
        throw operatorError('redirected', `${this.#address} redirects to ${where}; only --allow-private follows.`);
      }
      if (next === null || !/^https?:$/.test(next.protocol) || redirects === REDIRECTS_MAX) {
        throw operatorError('redirected', `${this.#address} redirects too often, or to no address.`);
      }
      url = next;
    }
  }

  /** What is wrong with a connection. Throws OperatorError if that will not change. */
  #describe({ failure }: GuardFailed): string {
    const refuse = (why: string) => operatorError(failure, `${this.#address} ${why}`);
    switch (failure) {
      case 'address_refused':
        throw refuse('is not read: its name has a private address, or it is http. --allow-private allows that.');
      case 'name_not_found':
        throw refuse('has a name that cannot be resolved.');
      case 'certificate_invalid':
        throw refuse('has a certificate that is not valid.');
      case 'connection_failed':
        return 'the connection was refused';
      case 'timed_out':
        return 'nothing came for too long';
      case 'no_answer':
        return 'the connection ended, or the answer is no HTTP';
    }
  }

  [Symbol.dispose](): void {
    this.#getter[Symbol.dispose]();
  }
}

async function readRefusal({ body }: GuardedAnswer): Promise<{ code: string; message: string } | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes > REFUSAL_BYTES) break;
  }
  try {
    return envelope.parse(JSON.parse(Buffer.concat(pieces).toString())).error;
  } catch {
    return undefined;
  }
}
