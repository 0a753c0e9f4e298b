// Forwards requests to the sign-in library. A request that passed the gates goes to Better Auth with cookie, language
// and validated body only. The response gets our headers, a refusal our envelope.
import { freshHeaders } from '../../../http/answer/headers.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { sessionCookieName } from '../common/auth-names.ts';
import {
  findSignedCookie,
  signedCookie,
  withEarlierNames,
  withNamesOfToday,
  withoutCookie,
} from '../common/cookies.ts';
import type { Auth } from './auth.ts';
import { findTokenOfToday } from './renewal.ts';
import type { Wishes } from './request-notes.ts';
import type { ReadActor } from './sessions.ts';

/** A request to forward to the library. */
interface Forward {
  readonly path: string;
  readonly method?: 'POST';
  readonly search?: string;
  readonly body?: unknown;
  /** Name of the OpenID Connect provider that the request is about. */
  readonly oidc?: string | undefined;
  readonly wishes?: Wishes;
}

export interface Library {
  /** The library's response, unchanged. */
  ask(context: RequestContext, forward: Forward): Promise<Response>;
  /** The response with our headers and envelope. */
  forward(context: RequestContext, forward: Forward): Promise<Response>;
  /** The account that a passkey's assertion proves. Creates no session. */
  provePasskey(context: RequestContext, assertion: unknown): Promise<string | undefined>;
}

export interface LibraryDependencies {
  /** The sign-in library, loaded at the first call. */
  readonly auth: () => Promise<Auth>;
  readonly publicUrl: () => string;
  readonly database: Database;
  /** The secret that signs cookies. */
  readonly secret: string;
  readonly readActor: ReadActor;
  /** Whether processes of the version before may answer, too. */
  readonly isUpdating: () => Promise<boolean>;
}

export function openLibrary(dependencies: LibraryDependencies): Library {
  const { auth, publicUrl, database, secret, readActor, isUpdating } = dependencies;

  /**
   * The cookies as the library knows them. A session under an earlier name counts where it does everywhere; the token that a
   * session had before stands for that of today, which is returned too.
   */
  async function cookiesOf(context: RequestContext, header: string): Promise<readonly [string, string | undefined]> {
    const today = withNamesOfToday(header);
    const name = sessionCookieName(publicUrl());
    const given = findSignedCookie(header, name, secret);
    if (given === undefined) return [today, undefined];
    if (given.isEarlier && (await readActor(context)) === undefined) return [withoutCookie(today, name), undefined];
    const token = await findTokenOfToday(database, given.value);
    if (token === undefined) return [today, undefined];
    const pair = signedCookie(name, token, { secret, maxAge: undefined }).split(';')[0] ?? '';
    return [`${withoutCookie(today, name)}; ${pair}`, token];
  }

  /** The cookies to set. Who came with a token of before does not get that of today, which has what it lacks. */
  async function finishCookies(
    context: RequestContext,
    answer: Response,
    token: string | undefined,
  ): Promise<Response> {
    const lines = answer.headers.getSetCookie();
    const isSecure = publicUrl().startsWith('https:');
    if (lines.length === 0 || (token === undefined && !isSecure)) return answer;
    const name = sessionCookieName(publicUrl());
    const isOfToday = (line: string): boolean =>
      token !== undefined && findSignedCookie(line.split(';')[0] ?? '', name, secret)?.value === token;
    const kept = lines.filter((line) => !isOfToday(line));
    const header = context.request.headers.get('cookie') ?? '';
    answer.headers.delete('set-cookie');
    for (const line of isSecure ? withEarlierNames(kept, header, await isUpdating()) : kept) {
      answer.headers.append('set-cookie', line);
    }
    return answer;
  }

  async function requestOf(context: RequestContext, forward: Forward) {
    let token: string | undefined;
    const { path, search = '', body } = forward;
    const method = forward.method ?? 'GET';
    const given = context.request.headers;
    const headers = new Headers();
    // As everywhere, an `Authorization` header makes the cookie ignored (decisions, "Accounts").
    for (const name of given.has('authorization') ? ['accept-language'] : ['cookie', 'accept-language']) {
      let value = given.get(name);
      if (value === null) continue;
      if (name === 'cookie') [value, token] = await cookiesOf(context, value);
      headers.set(name, value);
    }
    const init: RequestInit = { method, headers };
    if (method === 'POST') {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(body ?? {});
    }
    const request = new Request(`${publicUrl()}/api/auth${path}${search === '' ? '' : `?${search}`}`, init);
    return { request, token };
  }

  async function ask(context: RequestContext, forward: Forward): Promise<Response> {
    const { oidc } = forward;
    const wishes = { ...forward.wishes, clientKey: context.clientKey() };
    const { request, token } = await requestOf(context, forward);
    const library = await auth();
    const answer =
      oidc === undefined ? await library.answer(request, wishes) : await library.answerWithOidc(request, oidc, wishes);
    return finishCookies(context, answer, token);
  }

  return {
    ask,
    forward: async (context, forward) => presentLibraryAnswer(context, await ask(context, forward)),
    provePasskey: async (context, assertion) => {
      const forward = {
        path: '/passkey/verify-authentication',
        method: 'POST',
        body: { response: assertion },
      } as const;
      return (await auth()).provePasskey((await requestOf(context, forward)).request);
    },
  };
}

/** Refusals that the library answers with 500, although the request is at fault. */
const OUR_STATUSES: Readonly<Record<string, number>> = { failed_to_verify_registration: 400 };

/** The library's response with our headers: successful bodies are unchanged, refusals get our envelope. */
export async function presentLibraryAnswer(context: RequestContext, answer: Response): Promise<Response> {
  const headers = freshHeaders(context, 'application/json', 'no-store');
  headers.set('Pragma', 'no-cache');
  headers.set('Expires', '0');
  for (const cookie of lastCookies(answer)) headers.append('Set-Cookie', cookie);
  const text = await answer.text();
  if (answer.status < 400) {
    const location = answer.headers.get('location');
    if (location !== null) headers.set('Location', location);
    if (text === '' || (answer.status >= 300 && location !== null)) headers.delete('Content-Type');
    return answerText(context, answer.status >= 300 ? '' : text, answer.status, headers);
  }
  const restrictedUntil = answer.headers.get('restriction-expires');
  if (restrictedUntil !== null) headers.set('Restriction-Expires', restrictedUntil);
  const { code, message } = readRefusal(text);
  const status = OUR_STATUSES[code] ?? answer.status;
  if (status >= 500) throw new Error(`the sign-in library answered ${answer.status}`);
  return answerText(context, JSON.stringify({ error: { code, message } }), status, headers);
}

/** The cookies that a response sets, each once: a session that was replaced at once must not leave its token behind. */
export function lastCookies({ headers }: Response): readonly string[] {
  const named = headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie] as const);
  return [...new Map(named).values()];
}

/** HEAD gets the Content-Length without the text. */
function answerText(context: RequestContext, text: string, status: number, headers: Headers): Response {
  if (context.isHead && text !== '') {
    headers.set('Date', new Date().toUTCString());
    headers.set('Content-Length', String(Buffer.byteLength(text)));
  }
  return new Response(context.isHead || text === '' ? null : text, { status, headers });
}

function readRefusal(text: string): { readonly code: string; readonly message: string } {
  const given = { code: 'bad_request', message: 'The request was refused' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return given;
    const code: unknown = Reflect.get(value, 'code');
    const message: unknown = Reflect.get(value, 'message');
    return {
      code: typeof code === 'string' ? code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') : given.code,
      message: typeof message === 'string' ? message : given.message,
    };
  } catch {
    return given;
  }
}
