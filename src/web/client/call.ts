// Calls of the interface, typed by method and path as the contracts have them. No table of routes is sent to the browser.
// A call never throws.
import type { AnswerBody, Endpoint, Given, Outcome } from './endpoints.ts';
import { basePath } from './page.ts';

interface Untyped {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: true;
}

/** Calls a route. The answer is what the route's schema says; its own service sent it. */
export function call<E extends Endpoint>(endpoint: E, given: Given<E>): Promise<Outcome<AnswerBody<E>>>;
// What every endpoint is given is compared nowhere: there are too many for the compiler.
export async function call(
  endpoint: string,
  { params = {}, query = {}, body, file, headers = {}, signal, keepalive }: Untyped,
): Promise<Outcome<unknown>> {
  const [method = 'GET', pattern = '/'] = endpoint.split(' ');
  const path = pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  const sent = body === undefined ? file : JSON.stringify(body);
  const mediaType = body === undefined ? file?.type : 'application/json';
  return send(`${path}${search.size === 0 ? '' : `?${search}`}`, {
    method,
    headers: { ...(mediaType === undefined ? {} : { 'Content-Type': mediaType }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive === undefined ? {} : { keepalive }),
  });
}

/** Tells the service something as the page is left; nobody waits for the answer. */
export function callOnLeaving(path: string, body: unknown): void {
  const options = { method: 'POST', keepalive: true, headers: { 'Content-Type': 'application/json' } } as const;
  void fetch(`${basePath()}${path}`, { ...options, body: JSON.stringify(body) }).catch(() => undefined);
}

interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  readonly signal?: AbortSignal;
  readonly keepalive?: true;
}

async function send(path: string, { headers, ...rest }: Sending): Promise<Outcome<unknown>> {
  try {
    const answer = await fetch(`${basePath()}${path}`, {
      ...rest,
      headers: { Accept: 'application/json', ...headers },
    });
    const text = await answer.text();
    if (answer.ok) return { ok: true, status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return { ok: false, status: answer.status, ...refusalOf(text), wait: Number.isNaN(wait) ? undefined : wait };
  } catch {
    return { ok: false, status: 0, code: rest.signal?.aborted ? 'aborted' : 'no_connection', wait: undefined };
  }
}

function refusalOf(text: string): { readonly code: string; readonly body?: unknown } {
  try {
    const body = JSON.parse(text);
    const code: unknown = body?.error?.code;
    return { code: typeof code === 'string' ? code : 'internal_error', body };
  } catch {
    return { code: 'internal_error' };
  }
}
