// The home page: which releases are here and what to try, as plain HTML without script. Pure: facts in, text out, every
// fact escaped. The style is inline and allowed by its digest alone, so that the page is one request.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { FAVICON, MARK } from './mark.ts';

type Markup = ReturnType<typeof html>;

/** A real address of a release, and what a reader finds there. */
export interface HomeLink {
  readonly label: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
}

export interface ReleaseFacts {
  readonly id: string;
  readonly displayName: string;
  readonly region: string;
  readonly releaseId: string;
  readonly sourceId: string;
  readonly links: readonly HomeLink[];
}

const STYLE = readFileSync(new URL('./assets/home.css', import.meta.url), 'utf8');

/** `Content-Security-Policy` of the home page: nothing but its own style and icon. */
export const HOME_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface HomeFacts {
  /** Public address without a last slash. */
  readonly baseUrl: string;
  readonly releases: readonly ReleaseFacts[];
  readonly version: string;
}

/** The page as HTML. */
export function presentHome({ baseUrl, releases, version }: HomeFacts): string {
  const body = releases.length === 0 ? presentEmpty() : presentReleases(baseUrl, releases);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Livehouse</title>
<meta name="description" content="A self-hosted home for a game's data and its community.">
<link rel="icon" href="${FAVICON}">
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
<h1 class="brand">${raw(MARK)}Livehouse</h1>
<p class="lead">A home for a game’s data and its community. Releases are immutable, reads are public, and every answer says which release it came from.</p>
<nav aria-label="Service"><ul>
<li><a href="/docs">Reference</a></li>
<li><a href="/upload">Upload files</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/api/v1/releases">Registry</a></li>
<li><a href="/healthz">Health</a></li>
</ul></nav>
</header>
<main>
${body}
</main>
<footer>Interface version ${version}</footer>
</body>
</html>
`);
}

function presentReleases(baseUrl: string, releases: readonly ReleaseFacts[]): Markup {
  const [first] = releases;
  const sample = first?.links.find(({ path }) => path.endsWith('/summary'))?.path ?? '/api/v1/releases';
  return html`<section aria-labelledby="releases">
<h2 id="releases">Current releases</h2>
${releases.map(presentRelease)}
</section>
<section aria-labelledby="terminal">
<h2 id="terminal">From a terminal</h2>
<pre tabindex="0"><code>curl -s --compressed ${`'${baseUrl}${sample}'`}</code></pre>
<p class="hint">Add <code>${`?release=${first?.releaseId ?? ''}`}</code> to stay on one release while the server moves on.</p>
</section>`;
}

function presentRelease(release: ReleaseFacts): Markup {
  return html`<article class="release">
<h3>${release.displayName}<span class="region">${release.region}</span></h3>
<dl>
<dt>Server</dt><dd><code>${release.id}</code></dd>
<dt>Release</dt><dd><code>${release.releaseId}</code></dd>
<dt>Source</dt><dd><code>${release.sourceId}</code></dd>
</dl>
<ul class="try">
${release.links.map(({ label, path }) => html`<li><span>${label}</span><a class="path" href="${path}">${readable(path)}</a></li>\n`)}</ul>
</article>
`;
}

function presentEmpty(): Markup {
  return html`<section aria-labelledby="releases">
<h2 id="releases">Nothing is published yet</h2>
<p>A release begins as a snapshot: a directory with a <code>snapshot.json</code> that names its tables and media. Publish one and it shows up here within two seconds.</p>
<pre tabindex="0"><code>npx livehouse publish path/to/snapshot</code></pre>
<p class="hint">A complete one to start from lies in <code>examples/sample</code>.</p>
</section>`;
}

/** A path as people read it: its escapes undone where that is safe to show. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
