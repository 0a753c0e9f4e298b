// Captcha verification: ALTCHA (proof of work, verified here) or Turnstile (verified by its service). The result is
// passed, failed or unreachable. Callers decide which routes require a captcha and ensure that a solution is used once.
import { createHash } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

interface CaptchaVerdict {
  readonly outcome: 'passed' | 'failed' | 'unreachable';
  /** Digest and expiry of the solution; present when it could be replayed until then. */
  readonly once?: { readonly digest: string; readonly expiresAt: Date };
}

export interface Captcha {
  readonly provider: 'altcha' | 'turnstile';
  /** Public key of the widget. */
  readonly siteKey: string | undefined;
  /** A new challenge; undefined where the provider creates its own. */
  createChallenge(): Promise<Challenge | undefined>;
  /** Verifies a client's response. Never throws. */
  verify(response: string): Promise<CaptchaVerdict>;
}

const CHALLENGE_SECONDS = 600;
/** About half a second of work in a browser: iterations per derivation, times the counter to find. */
const ALTCHA_COST = 1_000;
const ALTCHA_COUNTER = [300, 900] as const;

const altchaPayload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number().int().min(1).max(ALTCHA_COST),
      keyLength: z.number().int().min(1).max(64),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string() }),
});

/** Proof of work, signed with keys derived from `secret`. */
export function openAltcha(secret: string): Captcha {
  const signing = { hmacSignatureSecret: `${secret} challenge`, hmacKeySignatureSecret: `${secret} key` };
  return {
    provider: 'altcha',
    siteKey: undefined,
    createChallenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ALTCHA_COST,
        counter: randomInt(ALTCHA_COUNTER[0], ALTCHA_COUNTER[1]),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS,
        ...signing,
      }),
    verify: async (response) => {
      const payload = readAltchaPayload(response);
      if (payload === undefined) return { outcome: 'failed' };
      try {
        const { verified } = await verifySolution({ ...payload, deriveKey, ...signing });
        if (!verified) return { outcome: 'failed' };
      } catch {
        return { outcome: 'failed' };
      }
      const { signature, parameters } = payload.challenge;
      const digest = createHash('sha256').update(`altcha ${signature}`).digest('hex');
      return { outcome: 'passed', once: { digest, expiresAt: new Date((parameters.expiresAt ?? 0) * 1000) } };
    },
  };
}

function readAltchaPayload(response: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(response, 'base64').toString('utf8'));
    const parsed = altchaPayload.safeParse(value);
    // Only the signed fields and the counter are passed on.
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export interface TurnstileOptions {
  readonly siteKey: string;
  readonly secret: string;
  /** Action that the widget must have been rendered for. */
  readonly action: string;
  /** Host names that solutions may come from. */
  readonly hosts: readonly string[];
  readonly address?: string;
}

const TURNSTILE_ADDRESS = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const TURNSTILE_MS = 5_000;
const TURNSTILE_ANSWER_BYTES = 16 * 1024;

const turnstileAnswer = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Solutions verified by Cloudflare's service, which accepts each only once. */
export function openTurnstile(options: TurnstileOptions): Captcha {
  const { siteKey, secret, action, hosts, address = TURNSTILE_ADDRESS } = options;
  return {
    provider: 'turnstile',
    siteKey,
    createChallenge: async () => undefined,
    verify: async (response) => {
      try {
        const answer = await fetch(address, {
          method: 'POST',
          body: new URLSearchParams({ secret, response }),
          redirect: 'error',
          signal: AbortSignal.timeout(TURNSTILE_MS),
        });
        const text = await answer.text();
        if (text.length > TURNSTILE_ANSWER_BYTES) return { outcome: 'unreachable' };
        const parsed = turnstileAnswer.safeParse(JSON.parse(text));
        if (!parsed.success) return { outcome: 'unreachable' };
        const verdict = parsed.data;
        // Errors of the service and a wrong secret do not count against the person.
        const codes = verdict['error-codes'] ?? [];
        if (codes.some((code) => ['internal-error', 'missing-input-secret', 'invalid-input-secret'].includes(code))) {
          return { outcome: 'unreachable' };
        }
        const good = verdict.success && verdict.action === action && hosts.includes(verdict.hostname ?? '');
        return { outcome: good ? 'passed' : 'failed' };
      } catch {
        return { outcome: 'unreachable' };
      }
    },
  };
}
