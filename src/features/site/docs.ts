// The interactive reference: one page and its files, some of them from the installed package swagger-ui-dist, all served from
// this origin. The list of files is fixed, and the policy of the page blocks everything else. swagger-ui-dist is one package
// without a build step; the alternative has 299 dependencies.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html, raw } from 'hono/html';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { FAVICON, MARK } from './mark.ts';

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

/** The served files by name. Throws if the package is not installed. */
export async function readDocsFiles(): Promise<ReadonlyMap<string, DocsFile>> {
  const files = await Promise.all(
    Object.entries(SERVED).map(async ([name, [location, mediaType]]) => {
      const bytes = await readFile(fileURLToPath(import.meta.resolve(location)));
      return [name, { bytes, mediaType, version: sha256Hex(bytes).slice(0, 16) }] as const;
    }),
  );
  return new Map(files);
}

/** `Content-Security-Policy` of the reference page. The package sets style attributes; icons in its style are data. */
export const DOCS_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page as HTML. */
export function presentDocs(files: ReadonlyMap<string, DocsFile>, siteName: string): string {
  const address = (name: string): string => `/docs/${name}?v=${files.get(name)?.version ?? ''}`;
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · ${siteName}</title>
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="${address('swagger-ui.css')}">
<link rel="stylesheet" href="${address('reference.css')}">
<script src="${address('swagger-ui-bundle.js')}" defer></script>
<script type="module" src="${address('reference.js')}"></script>
</head>
<body>
<header class="bar">
<a class="home" href="/">${raw(MARK)}${siteName}</a>
<a href="/openapi.json">OpenAPI document</a>
</header>
<main>
<p id="waiting">Loading the reference …</p>
<div id="reference"></div>
<noscript><p>The reference needs JavaScript. The same facts stand in <a href="/openapi.json">the OpenAPI document</a>.</p></noscript>
</main>
</body>
</html>
`);
}
