// Files of the interactive reference, some of them from the installed package swagger-ui-dist, all served from this origin. The
// list is fixed. The page itself is one of the front (web/front/reference-page.tsx).
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../../kernel/canonical-json.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Files of `/docs/{file}`: name → path and media type. */
const SERVED: Readonly<Record<string, readonly [location: string, mediaType: string]>> = {
  'swagger-ui.css': ['swagger-ui-dist/swagger-ui.css', STYLE],
  'swagger-ui-bundle.js': ['swagger-ui-dist/swagger-ui-bundle.js', SCRIPT],
  'reference.css': ['./assets/reference.css', STYLE],
  'reference.js': ['./assets/reference.js', SCRIPT],
};

export interface DocsFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Digest of the content, for `?v=`. */
  readonly version: string;
}

let files: Promise<ReadonlyMap<string, DocsFile>> | undefined;

/** The served files by name. Read once, and again after a failure: the package may not be installed. */
export function readDocsFiles(): Promise<ReadonlyMap<string, DocsFile>> {
  files ??= readAll().catch((error: unknown) => {
    files = undefined;
    throw error;
  });
  return files;
}

async function readAll(): Promise<ReadonlyMap<string, DocsFile>> {
  const read = await Promise.all(
    Object.entries(SERVED).map(async ([name, [location, mediaType]]) => {
      const bytes = await readFile(fileURLToPath(import.meta.resolve(location)));
      return [name, { bytes, mediaType, version: sha256Hex(bytes).slice(0, 16) }] as const;
    }),
  );
  return new Map(read);
}
