// Signatures of Standard Webhooks (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`): HMAC-SHA256 over
// `{id}.{timestamp}.{body}`, in base64. Pure.
import { createHmac } from 'node:crypto';

/** What secrets begin with when they are written as text. */
export const SECRET_PREFIX = 'whsec_';

/** One signature, as `webhook-signature` lists it. */
export function signWebhook(key: Uint8Array, id: string, timestampSeconds: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
}
