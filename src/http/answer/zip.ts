// An answer that is a zip file, generated while it is read and never whole in memory.
import { makeZip } from 'client-zip';
import type { ExportFile } from '../../kernel/export-file.ts';
import { attachmentDisposition } from '../content/disposition.ts';
import { UNFRAMED } from './headers.ts';

interface ZipContext {
  readonly requestId: string;
  readonly isHead: boolean;
}

/** The files as one zip file to be saved under a name. It is not cached. */
export function answerZip(
  context: ZipContext,
  fileName: string,
  files: () => AsyncIterable<ExportFile>,
  onError: (error: unknown) => void,
): Response {
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': attachmentDisposition(fileName),
    'Cache-Control': 'no-store',
    ...UNFRAMED,
    'X-Request-Id': context.requestId,
  });
  if (!context.isHead) return new Response(streamZip(files(), onError), { headers });
  headers.set('Date', new Date().toUTCString());
  return new Response(null, { headers });
}

/**
 * The zip of all files. When the reader disconnects, open files are ended. When a file fails, the stream errors, so that a
 * partial zip is not mistaken for a complete one, and `onError` is called.
 */
export function streamZip(
  files: AsyncIterable<ExportFile>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const members = new Members(files);
  const zip = makeZip(members.list()).getReader();
  let hasLeft = false;
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await zip.read();
        if (hasLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (hasLeft) return;
        onError(error);
        throw error;
      }
    },
    cancel: async (reason) => {
      hasLeft = true;
      await members.end();
      await zip.cancel(reason).catch(() => undefined);
    },
  });
}

/** Iterates over the members of a zip. Also ends the current member, which the zip writer does not. */
class Members {
  readonly #files: AsyncIterable<ExportFile>;
  #current: AsyncIterator<string | Uint8Array> | undefined;

  constructor(files: AsyncIterable<ExportFile>) {
    this.#files = files;
  }

  async *list() {
    for await (const { name, content, modifiedAt } of this.#files) {
      const input = typeof content === 'string' ? content : this.#open(content);
      yield { name, input, lastModified: modifiedAt ?? new Date() };
      this.#current = undefined;
    }
  }

  async end(): Promise<void> {
    await this.#current?.return?.();
  }

  #open(content: AsyncIterable<string | Uint8Array>): AsyncIterable<string | Uint8Array> {
    const iterator = content[Symbol.asyncIterator]();
    this.#current = iterator;
    return { [Symbol.asyncIterator]: () => iterator };
  }
}
