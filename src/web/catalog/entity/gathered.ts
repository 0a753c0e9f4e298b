// Where texts by language are gathered from: the fields that a localized field shows already. Pure.
import type { Fields } from '../common/fields.ts';

/** Whether a field is one of those that a localized field is made of, such as `translations.deu.common`. */
export function gatheredPaths({ fields = {} }: Pick<Fields, 'fields'>): (path: string) => boolean {
  const parts = Object.values(fields).flatMap(({ type, path }) => {
    const [before, after] = type === 'localized' ? (path?.split('{tag}') ?? []) : [];
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  return (path) =>
    parts.some(
      ({ before, after }) =>
        path.length > before.length + after.length &&
        path.startsWith(before) &&
        path.endsWith(after) &&
        !path.slice(before.length, path.length - after.length).includes('.'),
    );
}
