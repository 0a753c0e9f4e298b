/** Whether a value is an object and no list. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Like `isObject`, for code that reads members by name. */
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value);
