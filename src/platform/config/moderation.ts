// Readers and cross-checks of the configuration rows of moderation: the file of rules, what happens without them, and the
// classifier's webhook. Pure: config.ts reads the environment and hands the text in.
import { readScreeningKey, SECRET_BYTES_MIN } from '../outside/screening.ts';

export interface ModerationConfig {
  /** File of text rules; undefined: none apply. */
  readonly rulesFile: string | undefined;
  /** What becomes of that which nothing else decides. */
  readonly fallback: 'allow' | 'review';
  readonly webhook: { readonly url: string; readonly key: Uint8Array } | undefined;
}

export function readWebhookUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Error('must be an address such as https://classifier.example.org/livehouse');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Error('must hold no user name and no fragment');
  }
  return url.href;
}

export function readWebhookKey(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  const key = readScreeningKey(text);
  if (key === undefined) {
    throw new Error(`must be at least ${SECRET_BYTES_MIN} characters, or \`whsec_\` and as many bytes in base64`);
  }
  return key;
}

/** The classifier of two rows, of which neither means anything without the other. */
export function readWebhook(
  url: string | undefined,
  key: Uint8Array | undefined,
  report: (mistake: string) => void,
): ModerationConfig['webhook'] {
  if (url !== undefined && key === undefined)
    report('MODERATION_WEBHOOK_SECRET is missing: MODERATION_WEBHOOK_URL is set');
  if (url === undefined && key !== undefined)
    report('MODERATION_WEBHOOK_URL is missing: MODERATION_WEBHOOK_SECRET is set');
  return url === undefined || key === undefined ? undefined : { url, key };
}
