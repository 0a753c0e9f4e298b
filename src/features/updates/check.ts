// Looks once at UPDATE_CHECK, a JSON document `{version, notes}`, over a guarded connection: public addresses by https, no
// redirects, a small body, a short time. Nothing about this instance is sent except its address on the network.
import { z } from 'zod';
import { BodyTooLarge, GuardedGetter } from '../../platform/outside/guarded-get.ts';
import { GuardFailed } from '../../platform/outside/guarded-socket.ts';
import { versionSchema } from './state.ts';

const BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 10_000;
const NOTES_MAX = 2_000;

const documentSchema = z.object({
  version: versionSchema,
  notes: z
    .string()
    .trim()
    .max(NOTES_MAX)
    .optional()
    .transform((text) => (text === undefined || text === '' ? null : text)),
});

type NewestVersion = Readonly<z.output<typeof documentSchema>>;
export type UpdateLook = NewestVersion | { readonly failure: string };

/** Reads the document. Never throws: `failure` is a code. */
export async function lookForUpdate(address: string, allowPrivate: boolean, signal: AbortSignal): Promise<UpdateLook> {
  using getter = new GuardedGetter({ allowPrivate });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new GuardFailed('timed_out'));
  limit.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([readDocument(getter, new URL(address)), aborted.promise]);
  } catch (error) {
    if (error instanceof GuardFailed) return { failure: error.failure };
    if (error instanceof BodyTooLarge) return { failure: 'too_large' };
    throw error;
  } finally {
    limit.removeEventListener('abort', abort);
  }
}

async function readDocument(getter: GuardedGetter, url: URL): Promise<UpdateLook> {
  const headers = { accept: 'application/json', 'user-agent': 'Livehouse' };
  const { status, body } = await getter.get(url, headers, BYTES_MAX);
  if (status >= 300 && status < 400) return { failure: 'redirected' };
  if (status !== 200) return { failure: 'status' };
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  const found = documentSchema.safeParse(parseJson(Buffer.concat(pieces).toString()));
  return found.success ? found.data : { failure: 'invalid_document' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
