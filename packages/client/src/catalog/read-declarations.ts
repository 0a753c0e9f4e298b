// The TypeScript declarations of a catalog, with errors for people who run a command.
import { LivehouseError } from '../calls/failure.ts';
import { connect } from '../connect.ts';

/** Options of `readDeclarations`. */
export interface DeclarationOptions {
  /** Default: the current release. */
  readonly release?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Declarations of a release. */
export interface Declarations {
  readonly releaseId: string;
  readonly text: string;
}

/** Reads `types.d.ts` of a server. Rejects with a `LivehouseError` whose message says what is wrong with what was asked for. */
export async function readDeclarations(
  url: string,
  server: string,
  { release, signal }: DeclarationOptions = {},
): Promise<Declarations> {
  const livehouse = connect(url, { cache: false, retries: 1 });
  const catalog = livehouse.catalog(server);
  const options = { signal };
  try {
    const pinned = release === undefined ? await catalog.pinCurrent(options) : catalog.pin(release);
    return { releaseId: pinned.pinned ?? '', text: await pinned.declarations(options) };
  } catch (error) {
    if (!(error instanceof LivehouseError)) throw error;
    const { status, code, requestId, headers } = error;
    const message = await explain(error).catch(() => error.message);
    throw new LivehouseError({ status, code, message, requestId, headers, cause: error });
  }

  async function explain({ code, status, message }: LivehouseError): Promise<string> {
    if (code === 'no_connection') return `${url} cannot be reached`;
    if (code === 'timeout') return `${url} did not answer in time`;
    if (code === 'server_not_found') {
      const { releases } = await livehouse.api.releaseList({}, options);
      const known = releases.map(({ id }) => id).join(', ');
      return `${url} has no server "${server}"${known === '' ? '' : `; its servers are: ${known}`}`;
    }
    if (code === 'release_not_found') return `${url} does not keep release ${release} of "${server}"`;
    if (code === 'invalid_release') return `"${release}" is no release id: those are r- and 20 hex digits`;
    // Refusals of a Livehouse have a code of their own.
    if (code === 'invalid_answer' || code === 'not_found' || code === `http_${status}`) return `${url} is no Livehouse`;
    return `${url}: ${message}`;
  }
}
