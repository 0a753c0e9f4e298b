// What the badge of a number says: `Level 26`, and where a language counts a thing by a word of its own, `第3話`.
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { lastKey } from './values.ts';

const COUNTED = /^(episode|chapter)(?:_?(?:number|no))?$/i;

/** The number of a field with its label. */
export function sayNumbered(page: PageContext, path: string, label: string, number: string): string {
  const thing = COUNTED.exec(lastKey(path))?.[1]?.toLowerCase();
  return (thing && page.sayFrom(CATALOG_MESSAGES).known(`${thing}Badge`, { number })) ?? `${label} ${number}`;
}
