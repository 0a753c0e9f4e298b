// The account pages: setting a password with a mailed link, and the error page of social sign-in. They work without
// scripts, load nothing external, are never cached, and send no referrer to other sites. Pure, except for `answerPage`.
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { freshHeaders } from '../../../http/answer/headers.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Locale } from '../../../kernel/names.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/passwords.ts';
import type { PasswordFault } from '../passwords/rules.ts';
import { PAGE_TEXTS } from './texts.ts';

const STYLE = `:root{color-scheme:light dark;--ground:#f4f2f7;--card:#fff;--ink:#231f2b;--soft:#6b6375;--line:#cfc8d8;--brand:#a3195b;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ground:#17141c;--card:#211d28;--ink:#efeaf5;--soft:#aaa1b6;--line:#4a4355;--brand:#f06aa6;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:32px;border-radius:16px;background:var(--card);box-shadow:0 8px 32px rgb(0 0 0/.08)}
.brand{margin:0 0 24px;color:var(--brand);font-weight:700;letter-spacing:.02em}
h1{margin:0 0 8px;font-size:1.4rem;line-height:1.3}
p{margin:0 0 24px;color:var(--soft)}
label{display:block;margin-bottom:6px;font-weight:600}
input{width:100%;padding:12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.hint{margin:6px 0 24px;font-size:.875rem}
.bad{margin:0 0 16px;color:var(--bad);font-weight:600}
button{width:100%;padding:12px;border:0;border-radius:8px;background:var(--brand);color:var(--card);font:inherit;font-weight:700;cursor:pointer}
a{color:var(--brand)}`;

const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface FormFacts {
  readonly locale: Locale;
  readonly token: string;
  /** Path of the service below its origin, without trailing slash. */
  readonly basePath: string;
  readonly fault?: PasswordFault;
}

/** The form that sets a password. */
export function presentPasswordForm({ locale, token, basePath, fault }: FormFacts): string {
  const text = PAGE_TEXTS[locale];
  return layout(
    locale,
    text.title,
    html`<p>${text.lead}</p>
<form method="post" action="${basePath}/account/password">
<input type="hidden" name="token" value="${token}">
${fault === undefined ? '' : html`<p class="bad" role="alert" id="fault">${text[fault]}</p>`}
<label for="password">${text.label}</label>
<input id="password" name="password" type="password" required minlength="${PASSWORD_MIN}" maxlength="${PASSWORD_MAX}" autocomplete="new-password" autofocus aria-describedby="${fault === undefined ? 'hint' : 'fault hint'}"${fault === undefined ? '' : html` aria-invalid="true"`}>
<p class="hint" id="hint">${text.hint}</p>
<button type="submit">${text.submit}</button>
</form>`,
  );
}

export type Notice = 'dead' | 'closed' | 'error';

/** A page with a message only. */
export function presentNotice(locale: Locale, notice: Notice, basePath: string): string {
  const text = PAGE_TEXTS[locale];
  const words = {
    dead: [text.deadTitle, text.deadLead],
    closed: [text.closedTitle, text.closedLead],
    error: [text.errorTitle, text.errorLead],
  } as const;
  const [title, lead] = words[notice];
  return layout(locale, title, html`<p>${lead}</p><a href="${basePath}/">${text.home}</a>`);
}

/** A whole page with its heading. */
export function layout(locale: Locale, title: string, content: ReturnType<typeof html>): string {
  return String(html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Livehouse</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<div class="brand">Livehouse</div>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`);
}

/** Responds with a page that must not be cached or framed. */
export function answerPage(context: RequestContext, page: string, status = 200): Response {
  const headers = freshHeaders(context, 'text/html; charset=utf-8', 'no-store');
  headers.set('Content-Security-Policy', CSP);
  // NOTE: not `no-referrer`, because the page's form would then send `Origin: null`, and over plain http there is no
  // `Sec-Fetch-Site`.
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Vary', 'Accept-Language');
  if (!context.isHead) return new Response(page, { status, headers });
  headers.set('date', new Date().toUTCString());
  headers.set('content-length', String(Buffer.byteLength(page)));
  return new Response(null, { status, headers });
}
