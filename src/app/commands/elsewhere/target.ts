// Sends requests to another instance, which is published to or whose releases are managed. Retries temporary failures (a broken connection, a restart, 429 and
// 503) with growing pauses, and turns refusals into errors for the operator. Follows no redirects, because they would take
// the token elsewhere.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import type { Config } from '../../../platform/config/config.ts';
import { UsageError } from '../../command.ts';
import { formatBytes, type Terminal } from '../../terminal.ts';

export interface Asked {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Below the path of the scope. */
  readonly path: string;
  readonly body?: Blob | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes of refusals that are an answer for the caller. */
  readonly accept?: readonly string[];
  /** True: a failed request is not repeated, because the caller looks first what has arrived. */
  readonly once?: boolean;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Code of an accepted refusal. */
  readonly code: string | undefined;
}

/** The request did not come through; the caller may look and try again. */
export class TargetAway extends Error {
  override readonly name = 'TargetAway';
}

export interface Target {
  readonly address: string;
  ask(asked: Asked): Promise<Answered>;
}

/** How long the other side may be away in one go. */
const PATIENCE_MS = 120_000;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 10_000;
const REQUEST_MS = 300_000;
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

const TOKEN = /^lh_[A-Za-z0-9_-]{43}$/;
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Checks the address of an instance. Throws UsageError. */
function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError('--to needs an address such as https://example.org');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError('--to must not contain a user name, a query or a fragment');
  }
  if (url.protocol === 'http:' && !LOCAL_HOST.test(url.hostname)) {
    throw new UsageError('--to needs https: over http the token could be read on the way');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Scope of a token → path below which its routes are. */
const PATHS = { publish: '/api/v1/publications', releases: '/api/v1/admin/servers' } as const;

/** What a request to another instance needs of a command. */
export interface TargetContext {
  readonly terminal: Terminal;
  readonly config: () => Pick<Config, 'publishToken'>;
}

/** The instance at an address, asked with the token of the environment. Throws UsageError. */
export function openTarget({ terminal, config }: TargetContext, to: string, scope: keyof typeof PATHS): Target {
  const address = parseAddress(to);
  const { publishToken: token } = config();
  if (token === undefined) throw new UsageError(`--to needs a token of scope ${scope} in LIVEHOUSE_TOKEN`);
  if (!TOKEN.test(token)) throw new UsageError('LIVEHOUSE_TOKEN is not a token of Livehouse (lh_…)');
  const onTrouble = (what: string): void => terminal.note(`waiting for ${address}: ${what}`);
  const sendOnce = async ({ method, path, body, headers = {}, accept = [] }: Asked): Promise<Answered | Trouble> => {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${address}${PATHS[scope]}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      text = await answer.text();
    } catch (error) {
      return { trouble: describeBreak(error), waitMs: 0 };
    }
    const value = parseJson(text);
    if (answer.ok) return { status: answer.status, headers: answer.headers, body: value, code: undefined };
    const refused = envelope.safeParse(value);
    const code = refused.success ? refused.data.error.code : undefined;
    if (code !== undefined && accept.includes(code)) {
      return { status: answer.status, headers: answer.headers, body: value, code };
    }
    const message = refused.success ? refused.data.error.message : `It answers with status ${answer.status}`;
    if (PASSING.has(answer.status)) {
      return { trouble: message, waitMs: 1000 * Number(answer.headers.get('retry-after') ?? 0) };
    }
    if (code === undefined && answer.status === 413) {
      const size = formatBytes(new Blob([body ?? '']).size);
      const remedy =
        'let it pass 160 MiB below /api/v1/publications (nginx: client_max_body_size), as deploy/nginx.conf does';
      throw operatorError(
        'proxy_body_limit',
        `${address}: a proxy in front of it refuses a request of ${size} (status 413); ${remedy}.`,
      );
    }
    if (code === undefined && method !== 'HEAD') {
      throw operatorError('not_livehouse', `${address} does not answer like Livehouse (status ${answer.status}).`);
    }
    throw operatorError(code ?? 'refused', `${address}: ${message}${hintFor(code, scope)}`);
  };
  return {
    address,
    ask: async (asked) => {
      const end = performance.now() + PATIENCE_MS;
      for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)) {
        const answer = await sendOnce(asked);
        if (!('trouble' in answer)) return answer;
        if (asked.once === true) throw new TargetAway(answer.trouble);
        if (performance.now() + pauseMs > end) {
          throw operatorError('target_unavailable', `${address} cannot be reached: ${answer.trouble}`);
        }
        onTrouble(answer.trouble);
        await sleep(Math.max(pauseMs, answer.waitMs) * (0.75 + Math.random() / 2));
      }
    },
  };
}

/** Node says only in the cause what has happened. */
function describeBreak(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

interface Trouble {
  readonly trouble: string;
  readonly waitMs: number;
}

function hintFor(code: string | undefined, scope: string): string {
  switch (code) {
    case 'invalid_token':
    // An earlier version of the service says so.
    case 'authentication_required':
      return ' (the token in LIVEHOUSE_TOKEN is wrong, expired or revoked)';
    case 'insufficient_scope':
      return ` (the token needs the scope ${scope})`;
    case 'server_not_in_scope':
      return ' (make a token that names this server)';
    default:
      return '';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
