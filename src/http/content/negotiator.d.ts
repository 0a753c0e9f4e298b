// The part of negotiator 1.1 that is used here. `@types/negotiator` describes 0.6, which has no order of preference.
declare module 'negotiator' {
  export class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    /** Those of `available` that are acceptable, best first; among equal weights in the order of `preferred`. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
    /** Those of `available` that are acceptable, best first; among equal weights in the order given. */
    mediaTypes(available: readonly string[]): string[];
    /** All accepted language ranges, best first. */
    languages(): string[];
  }
}
