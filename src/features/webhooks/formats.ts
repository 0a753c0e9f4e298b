// What is sent to a webhook: the event as it is stored, or a message for Discord with the title of the event and a link to the
// page that shows it. People can write into neither: titles are ours, values are escaped, and mentions are turned off.
import { z } from 'zod';
import type { Locale } from '../../kernel/names.ts';
import { sayIn } from '../../web/messages/say.ts';
import { WEBHOOK_EVENT_MESSAGES } from '../../web/messages/staff.ts';
import { isEvent, TEST_EVENT } from './events.ts';
import type { Webhook } from './subscriptions.ts';

export const FORMATS = ['standard', 'discord'] as const satisfies readonly Webhook['format'][];

/** The body of a delivery, from the stored event. */
export type WriteBody = (format: Webhook['format'], payload: string) => string;

export interface FormatDependencies {
  /** Public address without trailing slash. */
  readonly publicUrl: () => string;
  /** Language of the instance. */
  readonly locale: () => Locale;
}

export const createWriteBody =
  ({ publicUrl, locale }: FormatDependencies): WriteBody =>
  (format, payload) =>
    format === 'discord' ? writeDiscord(payload, publicUrl(), locale()) : payload;

/** Maximum characters of a message that Discord accepts. */
const DISCORD_CHARACTERS = 2_000;
/** Longer addresses, which no event has, do not fit beside a title. */
const PATH_MAX = 500;
const storedEvent = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** A message of Discord. `allowed_mentions` without kinds notifies nobody, whatever the text contains. */
export function writeDiscord(payload: string, publicUrl: string, locale: Locale): string {
  const { type, data } = storedEvent.parse(JSON.parse(payload));
  const names = WEBHOOK_EVENT_MESSAGES[locale];
  const title = isEvent(type) || type === TEST_EVENT ? sayIn(locale)(names[type]) : type;
  const { server, number } = data;
  const facts = [
    ...(typeof server === 'string' ? [server] : []),
    ...(typeof number === 'number' ? [`#${number}`] : []),
  ].join(' ');
  // In angle brackets, so that Discord does not ask for the page, which may be for staff alone.
  const path = pathOf(type, data);
  const link = `\n<${publicUrl}${path.length > PATH_MAX ? '/' : path}>`;
  const head = [...`**${escapeMarkdown(title)}**${facts === '' ? '' : ` ${escapeMarkdown(facts)}`}`];
  const content = `${head.slice(0, DISCORD_CHARACTERS - [...link].length).join('')}${link}`;
  return JSON.stringify({ content, allowed_mentions: { parse: [] } });
}

/** Every character that can begin or end markup, a mention or a link. */
const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`);

/** The page that shows an event. */
function pathOf(type: string, data: Readonly<Record<string, unknown>>): string {
  const part = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : '';
  };
  switch (type) {
    case 'release.promoted':
      return `/catalog/${part('server')}`;
    case 'post.created':
      return `/community/posts/${part('postId')}`;
    case 'report.created':
      return `/moderation/reports/${part('reportId')}`;
    case 'appeal.created':
      return '/moderation/appeals';
    case 'case.created':
      return `/moderation/cases/${part('caseId')}`;
    case 'account.created':
    case 'account.suspended':
      return `/moderation/people/${part('uid')}`;
    case TEST_EVENT:
      return `/admin/webhooks/${part('webhookId')}`;
    default:
      return '/';
  }
}
