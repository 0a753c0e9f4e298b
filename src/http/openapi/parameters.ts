// Parameters in the OpenAPI document. Each is described once, with the type that a client passes; only parameters that may
// be repeated are lists. A parameter that several operations use is a component.
import type { Parameter, Route } from '../routing/contract.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE } from '../routing/declarations.ts';
import { hasRest, parameterNames } from '../routing/pattern.ts';
import { isConditional, servesRanges } from './answers.ts';
import type { Examples } from './examples.ts';
import { componentRef, type JsonObject, type SchemaComponents } from './schema.ts';

/** Marks a path parameter whose value contains slashes, which OpenAPI 3.1 cannot express. */
export const REST_MARK = 'x-several-segments';
export const REST_NOTE =
  'The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.';

/** Request headers that operations take by what they answer, not by declaration. */
const HEADER_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One byte range: `bytes=0-99`, `bytes=100-` or `bytes=-100`. Several ranges are refused; other units are ignored.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'An earlier `ETag`: the range counts only while it still matches.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Earlier `ETag`s, or `*`: 304 if one of them matches.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      `${IDEMPOTENCY_KEY_RULE}. For 24 hours, the same key with the same request creates nothing: the answer has the status ` +
      'of the first one and the thing as it reads now, without secrets.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
};

type ParameterLocation = 'path' | 'query' | 'header';

interface Declared {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly parameter: Parameter;
  /** Whether the value contains slashes. */
  readonly isRest: boolean;
}

/** Describes the parameters of operations; `all` has those of more than one. */
export function createParameterComponents(routes: readonly Route[], schemas: SchemaComponents, examples: Examples) {
  /** Description → component name. */
  const shared = new Map<string, string>();
  const components = new Map<string, JsonObject>();
  findShared(routes);

  /** @param ranges whether the operation answers byte ranges */
  function describe(route: Route, ranges = servesRanges(route)): readonly JsonObject[] {
    const own = declaredParameters(route).map((declared) => {
      const described = describeOne(route, declared);
      const key = shared.get(JSON.stringify(described));
      return key === undefined ? described : refer(key, described);
    });
    const headers = [
      ...(ranges ? ['Range', 'IfRange'] : []),
      ...(isConditional(route) ? ['IfNoneMatch'] : []),
      ...(route.creates === undefined ? [] : ['IdempotencyKey']),
    ];
    return [...own, ...headers.map((key) => refer(key, HEADER_PARAMETERS[key] ?? {}))];
  }

  /** Components that a described operation refers to. */
  function all(): JsonObject {
    return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  function refer(key: string, described: JsonObject): JsonObject {
    components.set(key, described);
    return componentRef('parameters', key);
  }

  function describeOne(route: Route, { name, location, parameter, isRest }: Declared): JsonObject {
    const { description: inner, ...read } = schemas.describe(parameter.schema, 'input');
    const wire = parameter.wire ?? (readsNumber(parameter) ? { type: 'integer' } : undefined);
    const schema: JsonObject = wire === undefined ? read : { ...wire };
    const words = [parameter.description ?? inner, isRest ? REST_NOTE : undefined].filter(Boolean).join('. ');
    const isList = parameter.many === true && parameter.firstCounts !== true;
    const example = exampleOf(route, location === 'header' ? headerName(name) : name);
    return {
      name: location === 'header' ? headerName(name) : name,
      in: location,
      ...(words !== '' && { description: words }),
      ...(location === 'path' || parameter.required ? { required: true } : {}),
      ...(isRest && { [REST_MARK]: true }),
      ...(isList ? { style: 'form', explode: true, schema: { type: 'array', items: schema } } : { schema }),
      ...(example !== undefined && { example }),
    };
  }

  /** Of several examples of an operation, the first with the parameter counts: they answer in different ways. */
  function exampleOf(route: Route, name: string): unknown {
    const found = examples[route.handledAs ?? route.id]?.find(({ parameters }) => parameters?.[name] !== undefined);
    return found?.parameters?.[name];
  }

  /**
   * Among parameters with one name, the one that most operations have gets the name itself, and each other that several
   * have that of its first operation before it.
   */
  function findShared(routes: readonly Route[]): void {
    const uses = new Map<string, { readonly name: string; readonly first: string; count: number }>();
    for (const route of routes) {
      for (const declared of declaredParameters(route)) {
        const text = JSON.stringify(describeOne(route, declared));
        const use = uses.get(text) ?? { name: declared.name, first: route.id, count: 0 };
        use.count += servesRanges(route) ? 2 : 1;
        uses.set(text, use);
      }
    }
    const taken = new Set(Object.keys(HEADER_PARAMETERS));
    for (const [text, { name, first, count }] of [...uses].sort(([, a], [, b]) => b.count - a.count)) {
      if (count < 2) continue;
      const key = taken.has(name) ? `${first}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
      taken.add(key);
      shared.set(text, key);
    }
  }

  return { describe, all };
}

export type ParameterComponents = ReturnType<typeof createParameterComponents>;

function declaredParameters(route: Route): readonly Declared[] {
  const rest = hasRest(route) ? parameterNames(route.path).at(-1) : undefined;
  const list = (location: ParameterLocation, declared: Readonly<Record<string, Parameter>> = {}): readonly Declared[] =>
    Object.entries(declared).map(([name, parameter]) => ({
      name,
      location,
      parameter,
      isRest: location === 'path' && name === rest,
    }));
  return [...list('path', route.params), ...list('query', route.query), ...list('header', route.headers)];
}

/** Whether the schema makes a number of digits, and refuses what is none. */
function readsNumber({ schema }: Parameter): boolean {
  const readings = ['1', '96', '@word'].map((text) => schema.safeParse(text).data);
  return readings.some((data) => typeof data === 'number') && !readings.some((data) => typeof data === 'string');
}

/** `idempotency-key` as people write it. */
const headerName = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (found) => found.toUpperCase());
