// Projections by the address of this server that a client uses, since items name that address, and by the name of the
// instance, which may change. Bounded: without
// BASE_URL the address follows `Host`, which a client can forge.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import type { Library } from './library.ts';
import { Projection } from './projection.ts';

/** A machine has only a few names. A projection with all its items uses about half a megabyte. */
const PROJECTIONS_KEPT = 16;

export class Projections {
  readonly #library: Library;
  readonly #source: (request: Request) => string;
  readonly #siteName: () => string;
  readonly #cache = new BoundedCache<string, Projection>(PROJECTIONS_KEPT);

  /**
   * @param source address of this server for links in the response to a request
   * @param siteName name of the instance
   */
  constructor(library: Library, source: (request: Request) => string, siteName: () => string) {
    this.#library = library;
    this.#source = source;
    this.#siteName = siteName;
  }

  /** The projection for a request. */
  for(request: Request): Projection {
    const source = this.#source(request);
    const siteName = this.#siteName();
    const key = `${source} ${siteName}`;
    const cached = this.#cache.read(key);
    if (cached !== undefined) return cached;
    const made = new Projection(this.#library, source, siteName);
    this.#cache.store(key, made, 1);
    return made;
  }
}
