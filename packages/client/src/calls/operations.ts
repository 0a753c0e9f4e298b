// Calls operations by their ids: builds path, query, headers and body from one object, as the generated table of operations
// says.
import { HEADERS, OPERATIONS } from '../generated/operations.ts';
import type { operations } from '../generated/schema.ts';
import type { CallOptions, Connection, RequestPlan } from './connection.ts';
import { LivehouseError } from './failure.ts';
import type { Answer, Input, OperationId } from './types.ts';

type Call<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>, options?: CallOptions) => Promise<Answer<Id>>
    : (input: Input<Id>, options?: CallOptions) => Promise<Answer<Id>>;

/** Every operation of the interface, by its id. */
export type Operations = { readonly [Id in keyof operations]: Call<Id> };

/** Values of an input before they are known to be parameters. */
export type LooseInput = Readonly<Record<string, unknown>>;

interface OperationPlan extends RequestPlan {
  readonly kind: 'json' | 'text' | 'bytes';
}

export const isOperation = (id: string): id is OperationId => Object.hasOwn(OPERATIONS, id);
const OPERATION_IDS: readonly OperationId[] = Object.keys(OPERATIONS).filter(isOperation);

/** The request of an operation. */
function planCall(id: OperationId, input: LooseInput = {}): OperationPlan {
  const [method = 'GET', pattern = '', ...words] = OPERATIONS[id].split(' ');
  const rest: Record<string, unknown> = { ...input };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = pattern.replace(/\{(\+?)(\w+)\}/g, (_, keepsSlashes: string, name: string) => {
    const value = String(take(name) ?? '');
    if (value === '') throw new TypeError(`${id} needs ${name}`);
    return keepsSlashes === '' ? encodeURIComponent(value) : encodePath(value);
  });
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = take(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const [body, contentType] = [take('body'), take('contentType')];
  const query = writeQuery(rest);
  const plan = {
    method,
    path: query === '' ? path : `${path}?${query}`,
    withToken: words.includes('token'),
    kind: words.includes('bytes') ? ('bytes' as const) : words.includes('text') ? ('text' as const) : ('json' as const),
  };
  if (body === undefined) return { ...plan, headers };
  if (!isBytes(body))
    return { ...plan, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const ownType = body instanceof Blob ? body.type : '';
  headers['Content-Type'] = String(contentType ?? (ownType === '' ? 'application/octet-stream' : ownType));
  return { ...plan, headers, body };
}

/** A path whose slashes stay. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Query parameters; lists are repeated, absent values left out. */
function writeQuery(values: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.toString();
}

const isBytes = (body: unknown): body is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> =>
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body) ||
  (typeof ReadableStream === 'function' && body instanceof ReadableStream);

/**
 * Calls an operation whose answer is JSON or text. The document says what the answer is; nobody checks it here.
 *
 * @throws LivehouseError
 */
export async function callOperation<Result>(
  connection: Connection,
  id: OperationId,
  input: LooseInput | undefined,
  options: CallOptions = {},
): Promise<Result> {
  const plan = planCall(id, input);
  const text = await connection.readText(plan, options);
  return readAnswer(id, plan, text);
}

/** Calls an operation that answers bytes: the response, once its head is there. */
export async function openOperation(
  connection: Connection,
  id: OperationId,
  input: LooseInput | undefined,
  options: CallOptions = {},
): Promise<Response> {
  return connection.open(planCall(id, input), options);
}

/** Every operation over a connection. */
export function openOperations(connection: Connection): Operations {
  const call = (id: OperationId) => (input?: LooseInput, options?: CallOptions) =>
    planKind(id) === 'bytes'
      ? openOperation(connection, id, input, options)
      : callOperation(connection, id, input, options);
  return Object.assign(Object.create(null), Object.fromEntries(OPERATION_IDS.map((id) => [id, call(id)])));
}

const planKind = (id: OperationId): string | undefined => OPERATIONS[id].split(' ')[2];

function readAnswer(id: OperationId, { kind }: OperationPlan, text: string | undefined) {
  if (text === undefined || kind === 'text') return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // For example the page of a proxy.
    throw new LivehouseError({ status: 0, code: 'invalid_answer', message: `The answer of ${id} is no JSON`, cause });
  }
}
