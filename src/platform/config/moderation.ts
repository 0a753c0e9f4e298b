// Parsers and cross-checks for the configuration of moderation: the rules file, the default verdict, the classifier
// webhook. Pure: config.ts reads the environment and passes the text in.
import { z } from 'zod';
import { readScreeningKey, SECRET_BYTES_MIN } from '../outside/screening.ts';
import { address, HTTP, reader } from './values.ts';

export interface ModerationConfig {
  /** File of text rules. Undefined: no rules. */
  readonly rulesFile: string | undefined;
  /** Verdict for content that neither a rule nor the classifier decides. */
  readonly fallback: 'allow' | 'review';
  readonly webhook: { readonly url: string; readonly key: Uint8Array } | undefined;
}

export const readWebhookUrl = reader(
  address(HTTP, 'must be an address such as https://classifier.example.org/livehouse')
    .refine(
      ({ username, password, hash }) => username === '' && password === '' && hash === '',
      'must not contain a user name or a fragment',
    )
    .transform(({ href }) => href)
    .optional(),
);

export const readWebhookKey = reader(
  z
    .string()
    .transform(readScreeningKey)
    .refine(
      (key) => key !== undefined,
      `must be at least ${SECRET_BYTES_MIN} characters, or \`whsec_\` and as many bytes in base64`,
    )
    .optional(),
);

/** The classifier of its two variables, which must be set together. */
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
