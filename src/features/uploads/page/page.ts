// The upload page: its markup in the reader's language, and the scripts and styles that it loads, all from our own
// origin. The page contains no personal data; its script requests the session and the uploads.
import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { Locale } from '../../../kernel/names.ts';
import { INTENT_MINUTES } from '../common/rules.ts';
import { PAGE_REASONS } from './reasons.ts';
import { PAGE_TEXTS } from './texts.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Files served under `/upload/{file}`: name → media type. */
const SERVED: Readonly<Record<string, string>> = {
  'upload-page.css': STYLE,
  'upload-page.js': SCRIPT,
  'upload-file.js': SCRIPT,
  'upload-kinds.js': SCRIPT,
  'upload-client.js': SCRIPT,
  'upload-memory.js': SCRIPT,
};
/** Modules that the script imports, preloaded by the page. */
const IMPORTED = ['upload-file.js', 'upload-kinds.js', 'upload-client.js', 'upload-memory.js'];

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Identifies exactly this content in `?v=`. */
  readonly version: string;
}

/** The served files by name. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const files = await Promise.all(
    Object.entries(SERVED).map(async ([name, mediaType]) => {
      const bytes = await readFile(new URL(`./assets/${name}`, import.meta.url));
      return [name, { bytes, mediaType, version: sha256Hex(bytes).slice(0, 16) }] as const;
    }),
  );
  return new Map(files);
}

/** `Content-Security-Policy` of the upload page: files and requests of our own origin only. */
export const UPLOAD_PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface PageLook {
  /** SVG markup of the logo. */
  readonly mark: string;
  /** URL of the icon. */
  readonly icon: string;
}

/** The page as HTML. */
export function presentUploadPage(locale: Locale, look: PageLook, files: ReadonlyMap<string, PageFile>): string {
  const { page, ...words } = PAGE_TEXTS[locale];
  const address = (name: string): string => `/upload/${name}?v=${files.get(name)?.version ?? ''}`;
  // Inside a script element only `</script` and `<!--` would end the text.
  const given = JSON.stringify({ ...words, reasons: PAGE_REASONS[locale] }).replaceAll('<', '\\u003c');
  return String(html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Livehouse</title>
<link rel="icon" href="${look.icon}">
<link rel="stylesheet" href="${address('upload-page.css')}">
${IMPORTED.map((name) => html`<link rel="modulepreload" href="/upload/${name}">\n`)}
<script type="application/json" id="words">${raw(given)}</script>
<script type="module" src="${address('upload-page.js')}"></script>
</head>
<body>
<header class="bar">
<a class="home" href="/">${raw(look.mark)}Livehouse</a>
<div class="account" data-part="account" hidden><span data-part="who"></span><button type="button" data-part="sign-out">${page.signOut}</button></div>
</header>
<main>
<h1>${page.title}</h1>
<p class="lead">${page.lead.replace('{minutes}', String(INTENT_MINUTES))}</p>
<noscript><p class="words">${page.noScript}</p></noscript>
<div data-part="opening">
<p class="words" role="alert" data-part="opening-words"></p>
<button type="button" data-part="reopen" hidden>${words.again}</button>
</div>
<form class="sheet" data-part="sign-in" aria-labelledby="sign-in-title" hidden>
<h2 id="sign-in-title">${page.signInTitle}</h2>
<p class="words" role="alert" id="sign-in-words" data-part="sign-in-words"></p>
<label for="email">${page.email}</label>
<input id="email" data-part="email" type="email" autocomplete="username" required aria-describedby="sign-in-words">
<label for="password">${page.password}</label>
<input id="password" data-part="password" type="password" autocomplete="current-password" required aria-describedby="sign-in-words">
<button class="strong" type="submit" data-part="sign-in-button">${page.signIn}</button>
</form>
<section data-part="desk" aria-label="${page.title}" hidden>
<label class="drop" data-part="drop">
<input class="unseen" id="files" data-part="files" type="file" multiple aria-describedby="limits">
<span>${raw(page.choose)}</span>
<small id="limits" data-part="limits"></small>
</label>
<ul class="uploads" data-part="uploads" aria-label="${page.files}"></ul>
<p class="unseen" role="status" data-part="news"></p>
</section>
<template data-part="card-template">
<li class="card">
<div class="what">
<img class="thumbnail" data-part="thumbnail" alt="" hidden>
<div class="text">
<p class="name" data-part="name"></p>
<p class="state" data-part="state"></p>
<p class="figures" data-part="figures"></p>
</div>
</div>
<div class="actions">
<button type="button" data-part="hurry" hidden>${page.hurry}</button>
<button type="button" data-part="toggle" hidden></button>
<a class="open" data-part="open" target="_blank" rel="noopener" hidden>${page.open}</a>
<button type="button" data-part="end" hidden></button>
</div>
<progress data-part="progress"></progress>
</li>
</template>
</main>
</body>
</html>
`);
}
