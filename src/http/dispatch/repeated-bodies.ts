// Bodies of reads that are answered with the same text again and again: parsed once and then the same object each time, so
// that whoever makes something from one can tell at once that it is unchanged. Which text an address is answered with is not
// decided here, so a body is never older than its text.
import { BoundedCache } from '../../kernel/bounded-cache.ts';

/** In each process. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** A text of as many characters with two bytes each, and the objects that it becomes. */
const CHARACTER_BYTES = 8;
/** Shorter texts are parsed as quickly as they are found. */
const KEPT_FROM = 2_048;

interface Kept {
  readonly text: string;
  /** Undefined until the text is seen for the second time. */
  body: unknown;
}

export class RepeatedBodies {
  readonly #kept = new BoundedCache<string, Kept>(KEPT_BYTES);

  /** The value of a JSON text. From its second time on it is frozen, and the same object while the text is the same. */
  parse(address: string, text: string): unknown {
    if (text.length < KEPT_FROM) return JSON.parse(text);
    const known = this.#kept.read(address);
    if (known?.text === text) {
      known.body ??= freeze(JSON.parse(text));
      return known.body;
    }
    this.#kept.keep(address, { text, body: undefined }, (address.length + text.length) * CHARACTER_BYTES);
    return JSON.parse(text);
  }
}

/** Freezes a value with all that is in it. */
function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
