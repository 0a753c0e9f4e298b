// Client of the operator's classifier webhook: one signed POST, one small JSON response. Signed as Standard Webhooks
// specifies (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`; HMAC-SHA256 over
// `{id}.{timestamp}.{body}`), so that its libraries can verify it. Limits: ten seconds, 64 KiB, no redirects. Any
// invalid response throws ScreeningFailed. Moderation decides what is asked, retries, and what follows.
import { z } from 'zod';
import { SECRET_PREFIX, signWebhook } from './webhook-signature.ts';

export class ScreeningFailed extends Error {
  override readonly name = 'ScreeningFailed';
}

export interface ScreeningAnswer {
  readonly verdict: 'allow' | 'review' | 'rejected';
  readonly reasons: readonly string[];
}

export interface Screening {
  /** Asks the classifier. `id` identifies the question and is the same for every retry. Throws ScreeningFailed. */
  ask(id: string, question: unknown, signal?: AbortSignal): Promise<ScreeningAnswer>;
}

export interface ScreeningOptions {
  readonly url: string;
  /** The signing key. */
  readonly key: Uint8Array;
  readonly timeoutMs?: number;
}

const ANSWER_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;
export const SECRET_BYTES_MIN = 16;

const answerSchema = z.object({
  verdict: z.enum(['allow', 'review', 'rejected']),
  reasons: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9._:-]{0,79}$/))
    .max(16)
    .default([]),
});

/** The key of a configured secret: base64 after `whsec_`, otherwise the text's own bytes. Undefined when too short. */
export function readScreeningKey(secret: string): Uint8Array | undefined {
  const key = secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret);
  return key.byteLength < SECRET_BYTES_MIN ? undefined : key;
}

/** A classifier at a URL. */
export function openScreening({ url, key, timeoutMs = ANSWER_MS }: ScreeningOptions): Screening {
  return {
    ask: async (id, question, signal) => {
      const body = JSON.stringify(question);
      const timestamp = Math.floor(Date.now() / 1000);
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await fetch(url, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            'user-agent': 'Livehouse',
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': signWebhook(key, id, timestamp, body),
          },
          redirect: 'manual',
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        });
        if (answer.status !== 200) {
          await answer.body?.cancel();
          throw new ScreeningFailed(`The classifier answered ${answer.status}`);
        }
        return readAnswer(await readCapped(answer));
      } catch (cause) {
        throw cause instanceof ScreeningFailed
          ? cause
          : new ScreeningFailed('The classifier gave no answer', { cause });
      }
    },
  };
}

async function readCapped(answer: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES) throw new ScreeningFailed('The answer of the classifier is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes);
}

function readAnswer(bytes: Uint8Array): ScreeningAnswer {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ScreeningFailed('The answer of the classifier is not JSON', { cause });
  }
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) throw new ScreeningFailed('The answer of the classifier has another form');
  return parsed.data;
}
