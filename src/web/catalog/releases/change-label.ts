// The label of a field that changed. Elements of lists are named by what they are matched by: `costs[id=104111].count` → Costs ·
// 104111 · Count.
import { changedSteps } from '../../../features/release/history/changed-fields.ts';
import { parsePath, pathText } from '../../../kernel/field-path.ts';
import { canonicalTag, primaryLanguage } from '../../../kernel/languages.ts';
import { fieldAt, referencesAt } from '../common/fields.ts';
import { nameOfLanguage } from '../common/language-names.ts';
import { type Catalog, labelOf, type ResourcePresentation } from '../common/reads.ts';
import { cacheByPath } from '../common/values.ts';

const stepsOf = cacheByPath(changedSteps);

/** The path without elements, by which fields have labels and references. */
export const plainPath = cacheByPath((path: string): string =>
  pathText(stepsOf(path).filter((step) => typeof step === 'string')),
);

/** The field and the language of the path of one text of several: `name.en`. Undefined: it is another path. */
export function splitLanguage(
  presentation: ResourcePresentation,
  path: string,
): { readonly path: string; readonly lang: string } | undefined {
  const keys = parsePath(path);
  const tag = keys.at(-1) ?? '';
  const field = pathText(keys.slice(0, -1));
  return fieldAt(presentation, field)?.type === 'localized' && primaryLanguage(tag) !== undefined
    ? { path: field, lang: canonicalTag(tag) }
    : undefined;
}

/** The label of a path as answers name changed fields. */
export function labelOfChange(catalog: Catalog, presentation: ResourcePresentation, path: string): string {
  const pieces: string[] = [];
  const keys: string[] = [];
  let own: string[] = [];
  const endKeys = (): void => {
    if (own.length === 0) return;
    const whole = pathText(keys);
    const text = splitLanguage(presentation, whole);
    const [path, last] = text === undefined ? [whole, own] : [text.path, own.slice(0, -1)];
    const isKnown = presentation.labels.fields[path] !== undefined || referencesAt(presentation, path).length > 0;
    if (last.length > 0) pieces.push(labelOf(catalog, presentation, isKnown ? path : pathText(last)));
    if (text !== undefined) pieces.push(nameOfLanguage(catalog.page.locale, text.lang).text);
    own = [];
  };
  for (const step of stepsOf(path)) {
    if (typeof step === 'string') {
      keys.push(step);
      own.push(step);
    } else {
      endKeys();
      pieces.push(step.value);
    }
  }
  endKeys();
  return pieces.join(' · ');
}
