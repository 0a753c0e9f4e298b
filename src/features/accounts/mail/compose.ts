// Composes a mail from texts.ts or notice-texts.ts as plain text and HTML. In the plain text, a link or code is alone on its line. The
// HTML loads nothing external and is readable without styles.
import { html } from 'hono/html';
import { PALETTE } from '../../../kernel/colours.ts';
import type { Locale } from '../../../kernel/names.ts';
import type { Mail } from '../../../platform/outside/mail.ts';
import { isNoticeKind, type NoticeKind, readNoticeText } from './notice-texts.ts';
import { type MailKind, type MailText, readMailText } from './texts.ts';

const LIGHT = PALETTE.light;

export interface MailPlan {
  readonly kind: MailKind | NoticeKind;
  readonly to: string;
  readonly locale: Locale;
  /** Name of the instance. */
  readonly site: string;
  /** The accent of the instance on light grounds. */
  readonly accent?: string | undefined;
  /** Target of the mail's link; required by kinds whose text has an action. */
  readonly link?: string;
  /** A code to enter, instead of a link. */
  readonly code?: string;
}

export interface LayOutPlan extends Omit<MailPlan, 'kind'> {
  readonly text: MailText;
  /** Address that ends such mails; required by texts that have words for it. */
  readonly unsubscribe?: string;
}

/** The mail, ready to send. Pure. */
export function composeMail({ kind, ...plan }: MailPlan): Mail {
  return layOut({
    ...plan,
    text: isNoticeKind(kind) ? readNoticeText(plan.locale, kind) : readMailText(plan.locale, kind),
  });
}

/** The mail with a text, ready to send. Pure. */
export function layOut(plan: LayOutPlan): Mail {
  const { text, to, locale, site, link, code, unsubscribe, accent = LIGHT.accent } = plan;
  const { facts = [], quote } = text;
  const alone = link ?? code;
  const middle = [
    ...facts.flatMap((fact) => [fact, '']),
    ...(quote === undefined ? [] : [quote, '']),
    ...(alone === undefined ? [] : [alone, '']),
  ];
  const ending = unsubscribe === undefined ? [] : [text.unsubscribe, unsubscribe, ''];
  return {
    to,
    subject: text.subject,
    ...(unsubscribe !== undefined && { unsubscribe }),
    text: [text.lead, '', ...middle, text.closing, '', ...ending, '-- ', site, ''].join('\n'),
    html: String(html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${text.subject}</title></head>
<body style="margin:0;padding:24px;background:${LIGHT.surface};color:${LIGHT.text};font:16px/1.6 system-ui,sans-serif">
<div style="max-width:32rem;margin:0 auto;padding:32px;background:${LIGHT['surface-raised']};border-radius:12px">
<p style="margin:0 0 20px;font-weight:700;color:${accent}">${site}</p>
<p style="margin:0 0 24px">${text.lead}</p>
${facts.map((fact) => html`<p style="margin:0 0 12px">${fact}</p>`)}
${quote === undefined ? '' : html`<blockquote style="margin:0 0 24px;padding:0 0 0 16px;border-left:3px solid ${accent};white-space:pre-line">${quote}</blockquote>`}
${code === undefined ? '' : html`<p style="margin:0 0 24px;font-size:28px;font-weight:700;letter-spacing:.2em">${code}</p>`}
${
  link === undefined
    ? ''
    : html`<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${LIGHT['on-accent']};text-decoration:none;font-weight:600">${text.action ?? link}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="${link}" style="color:${LIGHT['text-soft']}">${link}</a></p>`
}
<p style="margin:0;font-size:14px;color:${LIGHT['text-soft']}">${text.closing}</p>
${
  unsubscribe === undefined
    ? ''
    : html`<p style="margin:12px 0 0;font-size:14px"><a href="${unsubscribe}" style="color:${LIGHT['text-soft']}">${text.unsubscribe}</a></p>`
}
</div>
</body>
</html>
`),
  };
}
