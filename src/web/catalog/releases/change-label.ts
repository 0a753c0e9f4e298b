// The label of a field that changed. Elements of lists are named by what they are matched by: `costs[id=104111].count` → Costs ·
// 104111 · Count.
import { changedSteps } from '../../../features/release/history/changed-fields.ts';
import { pathText } from '../../../kernel/field-path.ts';
import { type Catalog, labelOf, type ResourcePresentation } from '../common/reads.ts';
import { cacheByPath } from '../common/values.ts';

const stepsOf = cacheByPath(changedSteps);

/** The path without elements, by which fields have labels and references. */
export const plainPath = cacheByPath((path: string): string =>
  pathText(stepsOf(path).filter((step) => typeof step === 'string')),
);

/** The label of a path as answers name changed fields. */
export function labelOfChange(catalog: Catalog, presentation: ResourcePresentation, path: string): string {
  const pieces: string[] = [];
  const keys: string[] = [];
  let own: string[] = [];
  const endKeys = (): void => {
    if (own.length === 0) return;
    const whole = pathText(keys);
    const isKnown = presentation.labels.fields[whole] !== undefined || presentation.references[whole] !== undefined;
    pieces.push(labelOf(catalog, presentation, isKnown ? whole : pathText(own)));
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
