// What a feature adds to the export of an account: files by name. Every feature that keeps something of people has such a
// source; accounts write them into one archive.

/** One file of an export. `name` is a relative path of letters, digits, `.`, `_`, `-` and `/`. */
export interface ExportFile {
  readonly name: string;
  readonly content: string | ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array>;
  readonly modifiedAt?: Date;
}

/** What a feature adds to the export of an account, file by file; the next is asked for after the last was sent. */
export type ExportSource = (accountId: string) => AsyncIterable<ExportFile>;

/** A JSON document as a file. */
export const jsonFile = (name: string, value: unknown): ExportFile => ({
  name,
  content: `${JSON.stringify(value, null, 2)}\n`,
});
