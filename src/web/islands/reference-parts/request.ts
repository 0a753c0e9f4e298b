// The request that the form of an operation sends, and its answer as it is shown.

/** What the page writes of an operation for its form. */
export interface TriedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly TriedParameter[];
  readonly body?: { readonly mediaType: string; readonly isJson: boolean; readonly text: string };
}

export interface TriedParameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** The value is a path whose slashes stay. */
  readonly several: boolean;
  /** May be repeated: one value a line. */
  readonly list: boolean;
  readonly choices?: readonly string[];
  readonly value: string;
}

export interface Filled {
  /** Parameter name → what was typed. */
  readonly values: Readonly<Record<string, string>>;
  readonly token: string;
  readonly body: string | File | undefined;
}

export interface PlannedRequest {
  /** Path and query. */
  readonly url: string;
  readonly init: RequestInit;
}

/** The request. Without a token the session of the browser is sent, with one nothing but the token. */
export function planRequest(
  { method, path, parameters, body }: TriedOperation,
  { values, token, body: sent }: Filled,
  base: string,
): PlannedRequest {
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let own = path;
  for (const { name, place, several, list } of parameters) {
    const value = values[name] ?? '';
    if (place === 'path') {
      const encoded = several ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
      own = own.replace(`{${name}}`, () => encoded);
      continue;
    }
    const texts = (list ? value.split('\n') : [value]).filter((text) => text !== '');
    if (place === 'header') for (const text of texts) headers[name] = text;
    else for (const text of texts) query.append(name, text);
  }
  if (token !== '') headers.Authorization = `Bearer ${token}`;
  const isSent = body !== undefined && sent !== undefined && sent !== '';
  if (isSent) headers['Content-Type'] = (sent instanceof File && sent.type) || body.mediaType;
  return {
    url: `${base}${own}${query.size === 0 ? '' : `?${query}`}`,
    init: {
      method,
      headers,
      credentials: token === '' ? 'same-origin' : 'omit',
      ...(isSent ? { body: sent } : {}),
    },
  };
}

/** The longest text that is shown. */
const TEXT_MAX_BYTES = 256 * 1024;
const PICTURE_MAX_BYTES = 8 * 1024 * 1024;

export type ShownBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'bytes' };

const isText = (type: string): boolean => /^text\/|json|xml|javascript|typescript|urlencoded/.test(type);

/**
 * Reads a body as far as it is shown. `show` receives each state of it: a stream of events never ends. The caller revokes the
 * address of a picture.
 */
export async function readBody(response: Response, show: (body: ShownBody) => void): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const reader = response.body?.getReader();
  if (reader === undefined) return show({ kind: 'none' });
  const isPicture = /^image\/(?!svg)/.test(type);
  if (!isPicture && !isText(type)) {
    const { done } = await reader.read();
    await reader.cancel();
    return show({ kind: done ? 'none' : 'bytes' });
  }
  const max = isPicture ? PICTURE_MAX_BYTES : TEXT_MAX_BYTES;
  const decoder = new TextDecoder();
  const parts: BlobPart[] = [];
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (isPicture) parts.push(value);
    else text += decoder.decode(value, { stream: true });
    if (bytes > max) {
      await reader.cancel();
      return show(isPicture ? { kind: 'bytes' } : { kind: 'text', text: text.slice(0, max), isCut: true });
    }
    if (type.startsWith('text/event-stream')) show({ kind: 'text', text, isCut: false });
  }
  if (bytes === 0) return show({ kind: 'none' });
  if (isPicture) return show({ kind: 'picture', url: URL.createObjectURL(new Blob(parts, { type })) });
  show({ kind: 'text', text: type.includes('json') ? indent(text) : text, isCut: false });
}

/** JSON with line breaks; anything else as it is. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
