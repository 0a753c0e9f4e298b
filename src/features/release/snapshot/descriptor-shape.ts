// Checks a section of snapshot.json against its schema, and reports each mistake at its JSON path in words for operators.
import type { z } from 'zod';
import { jsonPath } from './tables/json-input.ts';

/** The section as the schema reads it; undefined after a mistake, which was reported. */
export function checkShape<T>(
  schema: z.ZodType<T>,
  value: unknown,
  base: readonly (string | number)[],
  report: (path: string, code: string, message: string) => void,
): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of flattenIssues(result.error.issues)) {
    const path = [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report(jsonPath([...path, key]), 'unknown_key', `There is no field "${key}" here.`);
    } else if (value === undefined && issue.path.length === 0) {
      report(jsonPath(path), 'invalid_descriptor', 'This section is required.');
    } else {
      report(jsonPath(path), 'invalid_descriptor', `${issue.message}.`);
    }
  }
  return undefined;
}

/**
 * For a union, returns the issues of the alternative that matched furthest. Otherwise "must be a string" would be
 * reported to an operator who wrote an object.
 */
function flattenIssues(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_key') {
      return issue.issues.map((inner) => ({ ...inner, path: issue.path }));
    }
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const wrongKind = (list: readonly z.core.$ZodIssue[]): boolean =>
      list.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0);
    const closest = issue.errors.find((list) => !wrongKind(list));
    if (closest === undefined) return [{ ...issue, message: 'Invalid input: of no form that is known here' }];
    return flattenIssues(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}
