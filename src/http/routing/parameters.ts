// Parses path, query and header parameters as the route declares them. A value outside its schema is refused with the
// code of its parameter. Does not read the body.
import type { z } from 'zod';
import { nearestName } from '../../kernel/nearest-name.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Parameter, Route } from './contract.ts';
import { decodePath, decodeSegment, plainSlashes } from './path-segments.ts';
import { hasRest, parameterNames } from './pattern.ts';
import { refusesUnknownParameters } from './unknown-parameters.ts';

export type Values = Record<string, unknown>;

/** The path has encoded slashes where the route takes several segments, and exists with plain ones. Not a refusal. */
export class EncodedSlashes extends Error {
  override readonly name = 'EncodedSlashes';
  /** The raw rest of the path with plain slashes. */
  readonly plain: string;

  constructor(plain: string) {
    super('the path has encoded slashes');
    this.plain = plain;
  }
}

/**
 * Returns a parser of path parameters, which takes the raw segments from the matcher in path order. Throws the refusal of a
 * malformed one, or `EncodedSlashes`.
 */
export function paramsReader(route: Route): (raw: readonly string[]) => Values {
  const names = parameterNames(route.path);
  const rest = hasRest(route);
  const isRead = route.method === 'GET';
  const declared = Object.entries(route.params ?? {});
  for (const name of names)
    if (route.params?.[name] === undefined) throw new Error(`${route.id} lacks parameter ${name}`);
  return (raw) => {
    const params: Values = {};
    for (const [name, parameter] of declared) {
      const index = names.indexOf(name);
      const text = raw[index] ?? '';
      const isRest = rest && index === names.length - 1;
      const decoded = isRest ? decodePath(text) : decodeSegment(text);
      const parsed = decoded === undefined ? undefined : parameter.schema.safeParse(decoded);
      const plain = decoded === undefined && isRest && isRead ? plainSlashes(text) : undefined;
      if (plain !== undefined && parameter.schema.safeParse(decodePath(plain)).success) throw new EncodedSlashes(plain);
      if (parsed?.success) params[name] = parsed.data;
      else if (parameter.late) params[name] = '';
      else throw new Refusal(parameter.refusal);
    }
    return params;
  };
}

/**
 * Parses the path parameters of a gated route. A malformed id means that the target does not exist; its refusal is
 * returned so that it is sent after the gates. A path that belongs to no route is refused immediately.
 */
export function judgeParams(read: (raw: readonly string[]) => Values, raw: readonly string[]): Values | Refusal {
  try {
    return read(raw);
  } catch (error) {
    const isTarget =
      error instanceof Refusal && error.code !== 'route_not_found' && error.code !== 'auth_route_not_found';
    if (isTarget) return error;
    throw error;
  }
}

/** Returns a parser of the declared query parameters. Undeclared ones are ignored, or refused by routes that say so. */
export function queryReader(route: Route): (search: string) => Values {
  const declared = Object.entries(route.query ?? {});
  const empty: Values = Object.fromEntries(
    declared.flatMap(([name, parameter]) => (parameter.many ? [[name, []]] : [])),
  );
  const repeatable = new Set(Object.keys(empty));
  const single = new Set(declared.flatMap(([name, parameter]) => (parameter.many ? [] : [name])));
  const isStrict = refusesUnknownParameters(route);
  return (search) => {
    if (search === '' || (declared.length === 0 && !isStrict)) return empty;
    // One pass, because an address has one or two of a dozen declared parameters.
    const given = new Map<string, string[]>();
    for (const [name, value] of new URLSearchParams(search)) {
      const values = given.get(name);
      if (values === undefined) given.set(name, [value]);
      // Repeated parameters are refused before any value is parsed (reference sheet, 5.1).
      else if (repeatable.has(name)) values.push(value);
      else if (single.has(name)) throw new Refusal('duplicate_query_parameter');
      if (isStrict && !repeatable.has(name) && !single.has(name)) throw unknownParameter(name, declared);
    }
    const query: Values = {};
    for (const [name, parameter] of declared) {
      const values = given.get(name);
      if (parameter.many) {
        query[name] = values?.map((value) => parseText(name, parameter, value)) ?? [];
      } else if (values?.[0] !== undefined) {
        query[name] = parseText(name, parameter, values[0]);
      }
    }
    return query;
  };
}

const SHOWN_CHARACTERS = 60;

function unknownParameter(name: string, declared: readonly (readonly [string, Parameter])[]): Refusal {
  const near = nearestName(
    name,
    declared.map(([known]) => known),
  );
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const message = `The route has no parameter ${JSON.stringify(name.slice(0, SHOWN_CHARACTERS).toWellFormed())}${hint}`;
  return new Refusal('unknown_parameter', { message });
}

const NO_HEADERS: Values = {};

/** Returns a parser of the declared request headers. */
export function headersReader(route: Route): (given: Headers) => Values {
  const declared = Object.entries(route.headers ?? {});
  if (declared.length === 0) return () => NO_HEADERS;
  return (given) => {
    const headers: Values = {};
    for (const [name, parameter] of declared) {
      const value = given.get(name);
      if (value !== null) headers[name] = parseText(name, parameter, value);
    }
    return headers;
  };
}

function parseText(name: string, parameter: Parameter, value: string): unknown {
  const parsed = parameter.schema.safeParse(value);
  if (parsed.success && !value.includes('\0') && !value.includes('\ufffd')) return parsed.data;
  if (parameter.refusal !== 'invalid_query') throw new Refusal(parameter.refusal);
  throw new Refusal('invalid_query', { message: malformedParameter(name, value, parsed.error?.issues) });
}

/** What a refusal of a query says, where its code does not name the parameter: `q "": it is empty`. */
function malformedParameter(name: string, value: string, issues: readonly z.core.$ZodIssue[] = []): string {
  const shown = value.length <= SHOWN_CHARACTERS ? value : `${value.slice(0, SHOWN_CHARACTERS)}…`;
  return `${name} "${shown.toWellFormed()}": ${reasonOf(value, issues)}`;
}

function reasonOf(value: string, [issue]: readonly z.core.$ZodIssue[]): string {
  if (value === '') return 'it is empty';
  if (issue?.code === 'too_big' && issue.origin === 'string') return `at most ${issue.maximum} characters`;
  if (issue?.code === 'too_small' && issue.origin === 'string') return `at least ${issue.minimum} characters`;
  return 'it is malformed';
}
