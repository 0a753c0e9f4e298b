// The example request of an operation: its values, as a curl command and as a call of the client. Values without an example are
// names in capitals.
import type { Media, Operation, Parameter } from './document.ts';

/** Quotes a text for a shell. Inside single quotes, only the single quote itself needs escaping. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** `postId` → `POST_ID`. */
const placeholderOf = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/[a-z](?=[A-Z])/g, (letter) => `${letter}_`)
    .toUpperCase();

/** The value of a parameter in the example request as texts; those of required ones without a value are placeholders. */
export function valuesOf({ request }: Operation, { name, required }: Parameter): readonly string[] {
  const value = request.parameters?.[name];
  if (value === undefined) return required ? [placeholderOf(name)] : [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The first example of a media type. */
export const exampleOf = ({ example, examples }: Media): unknown => example ?? Object.values(examples ?? {})[0]?.value;

/** The path with the values of the example request. */
function pathOf(operation: Operation): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    const value = parameter === undefined ? placeholderOf(name) : valuesOf(operation, parameter).join();
    return parameter?.['x-several-segments']
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value);
  });
}

interface BodyExample {
  readonly mediaType: string;
  /** JSON; undefined: bytes, or a body without an example. */
  readonly value: unknown;
}

/** The body of the example request. */
export function bodyOf({ body, request }: Operation): BodyExample | undefined {
  const [first] = body?.content ?? [];
  return first && { mediaType: first[0], value: request.body };
}

export interface Caller {
  /** Address of the instance. */
  readonly address: string;
  /** Name of the session cookie. */
  readonly cookie: string;
}

const usesToken = (caller: Operation['caller']): boolean => caller === 'token' || caller === 'tokenOnly';

/** The command that sends the example request. */
export function writeCurl(operation: Operation, { address, cookie }: Caller): string {
  const { method, parameters, caller } = operation;
  const body = bodyOf(operation);
  const inPlace = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .flatMap((parameter) => valuesOf(operation, parameter).map((value) => [parameter.name, value] as const));
  const query = inPlace('query');
  const url = quoted(`${address}${pathOf(operation)}`);
  const asQuery = body === undefined && query.length > 0;
  const search =
    body !== undefined && query.length > 0 ? `?${new URLSearchParams(query.map(([...pair]) => pair))}` : '';
  const headers = [
    ...(usesToken(caller) ? ['Authorization: Bearer TOKEN'] : []),
    ...(caller === 'cookie' ? [`Cookie: ${cookie}=SESSION`] : []),
    ...(caller === 'cookie' && method !== 'GET' ? [`Origin: ${new URL(address).origin}`] : []),
    ...inPlace('header').map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Type: ${body.mediaType}`]),
  ];
  const way = [method === 'GET' && body === undefined ? '' : `-X ${method} `, asQuery ? '-G ' : ''].join('');
  const lines = [
    `curl -s ${way}${search === '' ? url : quoted(`${address}${pathOf(operation)}${search}`)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(asQuery ? query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`) : []),
    ...(body === undefined ? [] : [dataOf(body)]),
    ...(operation.answers.some(({ content }) => content.some(([type]) => isBinary(type))) ? ['-o FILE'] : []),
  ];
  return lines.join(' \\\n  ');
}

const dataOf = ({ mediaType, value }: BodyExample): string => {
  if (value !== undefined) return `-d ${quoted(JSON.stringify(value))}`;
  return mediaType === 'application/json' ? '-d @body.json' : '--data-binary @FILE';
};

const isBinary = (mediaType: string): boolean =>
  !/^(?:text\/|application\/(?:.*json|xml|typescript|atom))/.test(mediaType);

/** The same request with the client. */
export function writeCall(operation: Operation, { address }: Caller): string {
  const { id, parameters, caller } = operation;
  const body = bodyOf(operation);
  const values = parameters.flatMap((parameter): readonly (readonly [string, unknown])[] => {
    const value = operation.request.parameters?.[parameter.name];
    if (value !== undefined) return [[parameter.name, value]];
    return parameter.required ? [[parameter.name, placeholderOf(parameter.name)]] : [];
  });
  const input = [
    ...values.map(([name, value]) => `  ${keyOf(name)}: ${codeOf(value)},\n`),
    ...(body === undefined ? [] : [`  body: ${body.value === undefined ? 'BODY' : codeOf(body.value)},\n`]),
  ];
  const options = usesToken(caller) ? ", { token: 'TOKEN' }" : '';
  const url = caller === 'cookie' ? "''" : `'${address}'`;
  return [
    "import { connect } from '@livehouse/client';",
    '',
    `const livehouse = connect(${url}${options});`,
    `const answer = await livehouse.api.${id}(${input.length === 0 ? '' : `{\n${input.join('')}}`});`,
  ].join('\n');
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
/** A value as people write it in JavaScript. */
function codeOf(value: unknown, margin = '  '): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    return `[${value.map((one) => codeOf(one)).join(', ')}]`;
  }
  const inner = `${margin}  `;
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  const lines = Object.entries(value).map(
    ([name, one]) => `${inner}${Array.isArray(value) ? '' : `${keyOf(name)}: `}${codeOf(one, inner)},\n`,
  );
  return `${begin}\n${lines.join('')}${margin}${end}`;
}

const textOf = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
