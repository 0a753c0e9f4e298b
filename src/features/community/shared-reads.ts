// Reads of a page that is the same for everybody who is not signed in: those that come while one is under way share the
// one after it. Nobody is given what was read before they asked, so that nothing is ever older than without sharing, and
// nothing is kept once it is answered.
import type { RequestContext } from '../../http/context.ts';
import type { Actor } from '../../http/guard.ts';
import { answerJson, answerJsonText } from '../../http/json.ts';

interface Flight {
  readonly running: Promise<string>;
  /** Of those who came since it began. */
  next: Promise<string> | undefined;
}

export class SharedReads {
  readonly #flights = new Map<string, Flight>();

  /** What `read` gives for `key`: read after this call, perhaps together with others who ask for the same key. */
  share(key: string, read: () => Promise<string>): Promise<string> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#start(key, read);
    const again = (): Promise<string> => this.#start(key, read);
    flight.next ??= flight.running.then(again, again);
    return flight.next;
  }

  /** Answers with what `read` gives; shared by its address when the caller is nobody. */
  async answer(context: RequestContext, actor: Actor | undefined, read: () => Promise<object>): Promise<Response> {
    if (actor !== undefined) return answerJson(context, await read());
    const text = await this.share(`${context.path}?${context.search}`, async () => JSON.stringify(await read()));
    return answerJsonText(context, text);
  }

  #start(key: string, read: () => Promise<string>): Promise<string> {
    const flight: Flight = { running: read(), next: undefined };
    this.#flights.set(key, flight);
    const land = (): void => {
      if (flight.next === undefined) this.#flights.delete(key);
    };
    flight.running.then(land, land);
    return flight.running;
  }
}
