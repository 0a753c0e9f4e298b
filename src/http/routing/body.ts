// Reads a request body: media type, size limit (Content-Length first, then counted), total time, strict UTF-8, JSON,
// object, fields. Each failure has its own refusal code. Nothing is parsed before its size has been checked.
import { isObject } from '../../kernel/is-object.ts';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { RequestContext } from '../gates/context.ts';
import type { FormBody, JsonBody } from './contract.ts';

/** What reading a body needs from its request. */
export type BodyContext = Pick<RequestContext, 'request' | 'bodySeconds'>;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Minimum rate for a body larger than a few kilobytes: 64 kbit/s. */
const BYTES_PER_SECOND = 8 * 1024;

/** Time within which a body of this size must arrive completely, in milliseconds. */
export const bodyMs = ({ bodySeconds }: Pick<RequestContext, 'bodySeconds'>, bytes: number): number =>
  1000 * (bodySeconds + bytes / BYTES_PER_SECOND);

/** The refusal for a body that arrives too slowly. The rest of the body is not read, so the connection must close. */
export const refuseSlowBody = (): Refusal => new Refusal('request_timeout', { headers: { Connection: 'close' } });

/**
 * Reads at most `capBytes` bytes. Refuses with `request_too_large` above that, and with `request_timeout` after
 * `bodyMs` of the declared length.
 */
export async function readCapped(context: BodyContext, capBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { request } = context;
  const declared = Number(request.headers.get('content-length') ?? capBytes);
  if (declared > capBytes) throw new Refusal('request_too_large');
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      // This ends a pending read.
      reader.cancel().catch(() => undefined);
    },
    bodyMs(context, declared),
  );
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.byteLength;
      if (length > capBytes) throw new Refusal('request_too_large');
      pieces.push(piece.value);
    }
    if (isLate) throw refuseSlowBody();
    return Buffer.concat(pieces, length);
  } finally {
    clearTimeout(timer);
  }
}

/** The validated value of a JSON body. */
export async function readJsonBody(context: BodyContext, body: JsonBody): Promise<unknown> {
  const { request } = context;
  const refuse = (code: RefusalCode): Refusal => {
    const status = body.statuses?.[code];
    return new Refusal(code, status === undefined ? {} : { status });
  };
  const hasBody = request.body !== null && request.headers.get('content-length') !== '0';
  if (!hasBody && body.optional) return parseFields({}, body, refuse);
  if (!isType(request, 'application/json')) throw refuse('content_type_required');
  const bytes = await readCapped(context, body.capBytes);
  let value: unknown;
  try {
    value = JSON.parse(strictUtf8.decode(bytes));
  } catch (cause) {
    throw new Refusal('invalid_json', { cause });
  }
  return parseFields(value, body, refuse);
}

/** The validated value of an HTML form. */
export async function readFormBody(context: BodyContext, body: FormBody): Promise<unknown> {
  const { request } = context;
  if (!isType(request, 'application/x-www-form-urlencoded')) throw new Refusal('content_type_required');
  const bytes = await readCapped(context, body.capBytes);
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch (cause) {
    throw new Refusal(body.invalid, { cause });
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name) || !isCleanText(value)) throw new Refusal(body.invalid);
    fields.set(name, value);
  }
  const parsed = body.schema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw new Refusal(body.invalid);
  return parsed.data;
}

/** Space for the boundaries and headers around the file of a form. */
const FORM_FRAME_BYTES = 4096;

/** The file in a field of an HTML form (`multipart/form-data`); undefined when none was chosen. */
export async function readFormFile(context: BodyContext, field: string, capBytes: number): Promise<File | undefined> {
  const { request } = context;
  if (!isType(request, 'multipart/form-data')) throw new Refusal('content_type_required');
  const bytes = await readCapped(context, capBytes + FORM_FRAME_BYTES);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(new Blob([bytes]), { headers }).formData().catch((cause: unknown) => {
    throw new Refusal('invalid_body', { cause });
  });
  const file = form.get(field);
  return file instanceof File && file.size > 0 ? file : undefined;
}

function parseFields(value: unknown, body: JsonBody, refuse: (code: RefusalCode) => Refusal): unknown {
  if (!isObject(value)) throw refuse('invalid_body');
  const order = Object.keys(body.fields ?? {});
  const wrong = new Set<string>();
  for (const [name, field] of Object.entries(value)) if (!isClean(name) || !isClean(field)) wrong.add(name);
  const parsed = body.schema.safeParse(value);
  if (parsed.success && wrong.size === 0) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) wrong.add(String(issue.path[0] ?? ''));
  const first = order.find((name) => wrong.has(name));
  const named = first === undefined ? undefined : body.fields?.[first];
  throw refuse(named ?? body.invalid);
}

/** Whether text has no NUL, no replacement character and no lone surrogate. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && !text.includes('\ufffd') && text.isWellFormed();
}

/** Maximum nesting depth of a body. */
const DEPTH_MAX = 64;

/** Whether every string is clean and the nesting is not too deep. Iterative, since the sender controls the depth. */
function isClean(value: unknown): boolean {
  const rest: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [item, depth] = next;
    if (typeof item === 'string' && (item.includes('\0') || !item.isWellFormed())) return false;
    if (typeof item !== 'object' || item === null) continue;
    if (depth === DEPTH_MAX) return false;
    for (const [name, field] of Object.entries(item)) {
      if (name.includes('\0') || !name.isWellFormed()) return false;
      rest.push([field, depth + 1]);
    }
  }
  return true;
}

/** Whether the request has this Content-Type, ignoring parameters and case. */
export function isType(request: Request, mediaType: string): boolean {
  const given = request.headers.get('content-type') ?? '';
  return (given.split(';')[0] ?? '').trim().toLowerCase() === mediaType;
}
