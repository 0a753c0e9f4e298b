// Secrets of webhooks: 32 random bytes, written as `whsec_` and base64. They are shown once and stored encrypted
// (AES-256-GCM), so that nobody can sign with a copy of the database alone.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from '../../platform/outside/webhook-signature.ts';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export interface WebhookSecrets {
  /** A new secret: as text for the receiver, and as it is stored. */
  create(): { readonly text: string; readonly sealed: string };
  /** The signing key of a stored secret; undefined when another key sealed it. */
  open(sealed: string): Uint8Array | undefined;
}

/** Secrets sealed with a key derived from the secret of the instance. */
export function openWebhookSecrets(key: string): WebhookSecrets {
  const sealingKey = createHash('sha256').update(key).digest();
  return {
    create: () => {
      const secret = randomBytes(SECRET_BYTES);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce);
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return { text: `${SECRET_PREFIX}${secret.toString('base64')}`, sealed: sealed.toString('base64') };
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
