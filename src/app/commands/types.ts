// `livehouse types URL SERVER [--release R]`: prints the TypeScript declarations of a catalog on any instance, for
// `connect<…>()` of the client package. Reads over HTTP and opens no engine.
import { LivehouseError, readDeclarations } from '../../../packages/client/src/index.ts';
import { type Command, UsageError } from '../command.ts';

export const typesCommand: Command = async ({ terminal, positionals, option }) => {
  const [url = '', server = ''] = positionals;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`"${url}" is no address. Addresses begin with http:// or https://`);
  }
  try {
    const { releaseId, text } = await readDeclarations(url, server, { release: option('release') });
    terminal.result({ ok: true, server, releaseId, declarations: text });
    terminal.say(text.trimEnd());
    return 0;
  } catch (error) {
    if (!(error instanceof LivehouseError)) throw error;
    const { code, message } = error;
    terminal.result({ ok: false, errors: [{ file: '', path: '', code, message }] });
    terminal.note(`error  ${message} (${code})`);
    return 1;
  }
};
