// Generates the OpenAPI 3.1 document from the routes: parameters and responses from their zod schemas, refusals from
// the catalogue, all as shared components. A schema with an id (`.meta({ id })`) becomes a named component, and so does
// a parameter used more than once. Describes only what routes declare; knows no feature.
import { INTERFACE_VERSION } from '../../kernel/names.ts';
import { type HeaderNames, headerNames } from '../answer/headers.ts';
import type { Route } from '../routing/contract.ts';
import { openApiPath } from '../routing/pattern.ts';
import { describeHeaders, servesRanges } from './answers.ts';
import type { Examples } from './examples.ts';
import { type Components, describeHead, describeOperation, securitySchemes } from './operations.ts';
import { createParameterComponents, REST_MARK } from './parameters.ts';
import { RefusalComponents } from './refusals.ts';
import { type JsonObject, SchemaComponents } from './schema.ts';

/**
 * `full`: every operation, with HEAD of byte routes, and routes that have two paths under both. `client`: each operation
 * once, for generators.
 */
export const DOCUMENT_PROFILES = ['full', 'client'] as const;
export type DocumentProfile = (typeof DOCUMENT_PROFILES)[number];

export interface DocumentOptions {
  /** The public address. Without one `servers` is the document's own origin. */
  readonly baseUrl?: string | undefined;
  /** The release headers with their configured prefix. */
  readonly names?: HeaderNames;
  /** The name of the instance. */
  readonly title?: string;
  readonly profile?: DocumentProfile;
  /** Section → description, in reading order. Sections that are absent here come last. */
  readonly sections?: Readonly<Record<string, string>>;
  readonly examples?: Examples;
}

const DESCRIPTION = [
  'Releases, catalog, files and community of a game, from one service.',
  '',
  '- Every `GET` also answers `HEAD` with the same headers and no body.',
  '- A read that goes through a release takes `release=<releaseId>`; pinned answers never change.',
  '- Every answer carries `X-Request-Id`; an incoming one of 8 to 64 letters, digits, `.`, `_`, `-` is kept.',
  '- Entity tags are strong and differ by coding; `If-None-Match` beats `Range`.',
  '- A refusal is `{error: {code, message}}`. Each operation lists its codes by status; programs read the code, never the message.',
  '- Below `/api/v1/community`, `me`, `account`, `admin`, `moderation`, `publications` and `search`, an unknown or ended token is 401 `invalid_token`, also where no token is needed.',
  '- Lists come in pages: `nextCursor` of one is `cursor` of the next, and null at the end.',
  '- Pages of any origin may read releases, catalog and files. Below `/api/v1/community` they read what a stranger may read: their cookies are ignored. With an API token they may use every route that takes tokens.',
  '- Consumers keep fields that they do not know.',
  `- A path parameter with \`${REST_MARK}: true\` holds a path. Its slashes stay, and each segment is encoded by itself: \`path.split('/').map(encodeURIComponent).join('/')\`. An encoded slash (\`%2F\`) leads to the address with a slash (308).`,
  '- `/openapi.json?profile=client` has each operation once: without `HEAD`, and without the second path of the level server.',
].join('\n');

/** The document for these routes; pages are left out. */
export function createOpenApi(allRoutes: readonly Route[], options: DocumentOptions = {}): Record<string, unknown> {
  const { baseUrl, names = headerNames('Service'), title = 'Livehouse', profile = 'full', examples = {} } = options;
  const routes = allRoutes.filter(
    ({ dialect, handledAs }) => dialect !== 'page' && (profile === 'full' || handledAs === undefined),
  );
  const schemas = new SchemaComponents();
  const components: Components = {
    schemas,
    parameters: createParameterComponents(routes, schemas, examples),
    refusals: new RefusalComponents(),
  };
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = describeOperation(route, components, names, examples);
    if (profile === 'full' && servesRanges(route)) operations.head = describeHead(route, components, names);
    paths[path] = operations;
  }
  const asksForCaller = routes.some(({ access }) => access !== undefined && access !== 'public');
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: INTERFACE_VERSION,
      summary: "A self-hosted home for a game's data and its community",
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl ?? '/' }],
    tags: describeTags(routes, options.sections ?? {}),
    security: [],
    paths,
    components: {
      schemas: { ...components.refusals.all(), ...schemas.all() },
      parameters: components.parameters.all(),
      headers: describeHeaders(names),
      ...(asksForCaller && { securitySchemes: securitySchemes(baseUrl) }),
    },
  };
}

function describeTags(routes: readonly Route[], sections: Readonly<Record<string, string>>): readonly JsonObject[] {
  const used = new Set(routes.map((route) => route.section));
  const order = [...Object.keys(sections).filter((name) => used.has(name)), ...used];
  return [...new Set(order)].map((name) => ({
    name,
    ...(sections[name] !== undefined && { description: sections[name] }),
  }));
}
