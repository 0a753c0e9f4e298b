// The parts of an example of an operation. Examples are real requests and answers, made on a service with the sample by
// tools/generate-examples.ts; tests/long/document-operations.test.ts makes them again and compares.

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

export interface Example {
  /** Tells several examples of one operation apart. */
  readonly name?: string;
  /** Parameter name → value. */
  readonly parameters?: Readonly<Record<string, Json>>;
  /** The JSON body of the request. */
  readonly body?: Json;
  /** The JSON body of the answer with this status. `isCut`: its lists and records have fewer elements than it had. */
  readonly answer?: { readonly status: number; readonly body: Json; readonly isCut?: true };
}

/** Operation → examples. The first one also shows values of parameters. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** A value that a media type shows. */
export interface Shown {
  readonly name: string | undefined;
  readonly value: Json;
  readonly isCut?: true | undefined;
}

/** `example` or `examples` of a media type. */
export function showExamples(shown: readonly Shown[]): object {
  const [first, ...more] = shown;
  if (first === undefined) return {};
  if (more.length === 0 && !first.isCut) return { example: first.value };
  const examples = shown.map(({ name, value, isCut }, index) => [
    name ?? (isCut ? 'shortened' : String(index)),
    { ...(isCut ? { summary: 'With fewer elements than the answer has' } : {}), value },
  ]);
  return { examples: Object.fromEntries(examples) };
}
