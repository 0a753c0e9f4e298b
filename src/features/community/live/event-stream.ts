// An open stream of server-sent events: what is sent, the heartbeat, the thread that it follows, and its one end. Who may open how
// many is a matter of those who open it.
import { Refusal } from '../../../kernel/refusal.ts';
import type { Viewer } from '../common/visibility.ts';
import { eventText } from './events.ts';
import type { LiveThreads } from './threads.ts';

const HEARTBEAT_MS = 15_000;

export interface EventStreamOptions {
  /** How long a browser waits before it opens the stream again. */
  readonly retryMs: number;
  /** Called once, also when the stream has not begun. */
  readonly onEnd: () => void;
}

export class EventStream {
  readonly #retryMs: number;
  readonly #onEnd: () => void;
  readonly #encoder = new TextEncoder();
  readonly #heartbeat = setInterval(() => this.send(': still here\n\n'), HEARTBEAT_MS);
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** How many comments the thread has, before the stream has begun. */
  #firstCount = '';
  #leaveThread: (() => void) | undefined;
  #isOver = false;

  constructor({ retryMs, onEnd }: EventStreamOptions) {
    this.#retryMs = retryMs;
    this.#onEnd = onEnd;
  }

  /** Whether somebody gets what is sent. */
  get isLive(): boolean {
    return this.#controller !== undefined && !this.#isOver;
  }

  /** Sends the number of comments of a thread from now on. Refuses with `post_not_found` where the viewer may not read the post. */
  async follow(threads: LiveThreads, postId: string, viewer: Viewer): Promise<void> {
    const leave = await threads.open({
      postId,
      viewer,
      onCount: (count) => {
        const text = eventText('comments', { postId, count });
        if (this.#controller === undefined) this.#firstCount = text;
        else this.send(text);
      },
      onGone: () => this.end(),
    });
    if (leave === undefined) throw new Refusal('post_not_found');
    if (this.#isOver) leave();
    else this.#leaveThread = leave;
  }

  /** The body of the answer. The stream ends with the signal of the request, also before the answer has begun. */
  body(signal: AbortSignal, onStart: () => void = () => undefined): ReadableStream<Uint8Array> {
    signal.addEventListener('abort', () => this.end(), { once: true });
    if (signal.aborted) this.end();
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (this.#isOver) return controller.close();
        this.#controller = controller;
        this.send(`retry: ${this.#retryMs}\n\n${this.#firstCount}`);
        onStart();
      },
      cancel: () => this.end(),
    });
  }

  send(text: string): void {
    if (this.#isOver) return;
    try {
      this.#controller?.enqueue(this.#encoder.encode(text));
    } catch {
      this.end();
    }
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#heartbeat);
    this.#leaveThread?.();
    this.#onEnd();
    try {
      this.#controller?.close();
    } catch {
      // The client has already disconnected.
    }
  }
}
