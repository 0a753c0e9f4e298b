// What an audit event changed, field by field, from what stood before and after. Pure.

export interface Change {
  /** Empty where the whole value changed. */
  readonly field: string;
  /** Undefined: there was nothing. */
  readonly was: string | undefined;
  /** Undefined: there is nothing any more. */
  readonly is: string | undefined;
}

const write = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that differ, in the order of the values. */
export function listChanges(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [before ?? {}, after ?? {}];
  if (!isRecord(was) || !isRecord(is)) return differing([{ field: '', was: write(before), is: write(after) }]);
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return differing(fields.map((field) => ({ field, was: write(was[field]), is: write(is[field]) })));
}

const differing = (changes: readonly Change[]): readonly Change[] => changes.filter(({ was, is }) => was !== is);
