// What a form answers with, as the page says it: what was refused, above the form and at its field, and what was done.
import type { Messages, Say } from '../messages/say.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { FormFault } from '../ui/form-error-summary.tsx';

/** Key of a sentence, or the field that it is of as well, or its values too; undefined: the page says it in a way of its own. */
type Sentence<K extends string> =
  | K
  | readonly [field: string, key: K]
  | readonly [field: string | undefined, key: K, values: NonNullable<Parameters<Say>[1]>]
  | undefined;

export interface Faults<C extends string> {
  /** Whether the page says what this code means. */
  has(code: string): code is C;
  /** For the summary of the form; nothing for a code that is not in the table. */
  list(page: PageContext, code: string | undefined): readonly FormFault[];
  /** The sentence at a field. */
  at(page: PageContext, code: string | undefined, field: string): string | undefined;
}

/** Declares what a form may be refused with: code → sentence. */
export function faultsOf<K extends string, const T extends Readonly<Record<string, Sentence<K>>>>(
  messages: Messages<K>,
  table: T,
): Faults<keyof T & string> {
  const sentences: ReadonlyMap<string, Sentence<K>> = new Map(Object.entries(table));
  const list = (page: PageContext, code = ''): readonly FormFault[] => {
    const sentence = sentences.get(code);
    if (sentence === undefined) return [];
    const [field, key, values] = typeof sentence === 'string' ? [undefined, sentence] : sentence;
    return [{ field, text: page.sayFrom(messages)(key, values) }];
  };
  return {
    has: (code): code is keyof T & string => sentences.has(code),
    list,
    at: (page, code, field) => list(page, code).find((fault) => fault.field === field)?.text,
  };
}

/** Declares what a form may have done, as the address of the page names it: name → key of the sentence. */
export function doneOf<K extends string>(
  messages: Messages<K>,
  table: Readonly<Record<string, K>>,
): (page: PageContext, done: string | undefined) => string | undefined {
  const sentences = new Map(Object.entries(table));
  return (page, done = '') => {
    const key = sentences.get(done);
    return key && page.sayFrom(messages)(key);
  };
}
