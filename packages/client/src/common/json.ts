// JSON of answers.

/** A value, or undefined if the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `error.code` and `error.message` of a refusal. The level server answers `message` alone. */
export function refusalOf(body: unknown): { readonly code: string | undefined; readonly message: string | undefined } {
  const error = isObject(body) && isObject(body.error) ? body.error : body;
  if (!isObject(error)) return { code: undefined, message: undefined };
  const { code, message } = error;
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
