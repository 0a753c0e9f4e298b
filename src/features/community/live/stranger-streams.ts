// Streams of a thread for readers without an account. They are few for each client and bounded for each process, since nobody
// answers for them.
import { Refusal } from '../../../kernel/refusal.ts';
import { EventStream } from './event-stream.ts';
import type { LiveThreads } from './threads.ts';

const STREAMS_EACH = 2;
const STREAMS_ALL = 2_000;
const RETRY_MS = 5_000;

export class StrangerStreams {
  readonly #threads: LiveThreads;
  readonly #clients = new Map<string, number>();
  readonly #open = new Set<EventStream>();
  #isClosed = false;

  constructor(threads: LiveThreads) {
    this.#threads = threads;
  }

  /**
   * Opens a stream for a request with this signal, so that a client that leaves before the answer has begun takes no place.
   * Refuses with `too_many_streams` (503), and with `post_not_found` where strangers may not read the post.
   */
  async open(client: string, postId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const own = this.#clients.get(client) ?? 0;
    if (own >= STREAMS_EACH || this.#open.size >= STREAMS_ALL || this.#isClosed) {
      throw new Refusal('too_many_streams', { status: 503, retryAfterSeconds: 30 });
    }
    const stream = new EventStream({ retryMs: RETRY_MS, onEnd: () => this.#leave(client, stream) });
    this.#clients.set(client, own + 1);
    this.#open.add(stream);
    try {
      await stream.follow(this.#threads, postId, undefined);
    } catch (error) {
      stream.end();
      throw error;
    }
    return stream.body(signal);
  }

  #leave(client: string, stream: EventStream): void {
    this.#open.delete(stream);
    const left = (this.#clients.get(client) ?? 1) - 1;
    if (left === 0) this.#clients.delete(client);
    else this.#clients.set(client, left);
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    for (const stream of [...this.#open]) stream.end();
  }
}
