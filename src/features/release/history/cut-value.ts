// Values of changed fields as answers show them: short enough that an answer stays small. Pure.
import type { ChangedValue } from './changed-fields.ts';

/** Size of the JSON of a value. */
export const VALUE_BYTES_MAX = 1024;

/** A changed field with its values, which are absent where the field is. */
export interface PresentedChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether one of the values is cut. */
  readonly truncated?: true;
}

/** A long text is cut. A long list or object becomes the beginning of its JSON, as a text. */
export function presentChange({ path, before, after }: ChangedValue): PresentedChange {
  const [was, is] = [cutValue(before), cutValue(after)];
  return {
    path,
    ...(before !== undefined && { before: was }),
    ...(after !== undefined && { after: is }),
    ...((was !== before || is !== after) && { truncated: true }),
  };
}

function cutValue(value: unknown): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return value;
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) <= VALUE_BYTES_MAX) return value;
  return cutText(typeof value === 'string' ? value : json);
}

/** The longest beginning, about, whose JSON has VALUE_BYTES_MAX. */
function cutText(text: string): string {
  let cut = text.slice(0, VALUE_BYTES_MAX);
  for (;;) {
    const bytes = Buffer.byteLength(JSON.stringify(cut));
    if (bytes <= VALUE_BYTES_MAX) break;
    cut = cut.slice(0, Math.min(cut.length - 1, Math.floor((cut.length * VALUE_BYTES_MAX) / bytes)));
  }
  // Half of a pair of surrogates is no character.
  return cut.replace(/[\uD800-\uDBFF]$/, '');
}
