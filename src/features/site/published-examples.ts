// Examples for the interface document of an instance. They were made from the sample: where it is not published, what they name
// is replaced by what is published here, answers that the service gives to the changed requests replace those of the sample, and
// what cannot be known has no example.
import { z } from 'zod';
import type { CallInside } from '../../http/dispatch/inside-calls.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Example, Examples, Json } from '../../http/openapi/examples.ts';
import { shorten } from '../../http/openapi/shorten.ts';

export interface PublishedDependencies {
  readonly callInside: CallInside;
  readonly examples: Examples;
  /** Server of the examples. */
  readonly sample: string;
}

/** An entity that is published here. */
interface Published {
  readonly server: string;
  readonly releaseId: string;
  readonly sourceId: string;
  readonly resource: string;
  readonly id: string;
}

const registrySchema = z.object({ releases: z.array(z.object({ id: z.string() })) });
const identitySchema = z.object({ releaseId: z.string(), sourceId: z.string() });
const historySchema = z.object({ releases: z.array(z.object({ releaseId: z.string(), current: z.boolean() })) });
const looksSchema = z.object({
  resources: z.record(z.string(), z.object({ kind: z.string(), count: z.number(), hidden: z.boolean() })),
});
const pageSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

const RELEASE_ID = /^r-[0-9a-f]{20}$/;
const HISTORY = 'GET /api/v1/servers/{server}/release/history';
const RELEASE = 'GET /api/v1/servers/{server}/release';
const RESOURCE = 'GET /api/v1/servers/{server}/{resource}';
/** Operations whose answers are shown, with their endpoints: small ones that need no more than names of published things. */
const SHOWN: Readonly<Record<string, string>> = {
  releaseList: 'GET /api/v1/releases',
  releaseRead: RELEASE,
  releaseHistory: HISTORY,
  resourceRead: RESOURCE,
  entityRead: 'GET /api/v1/servers/{server}/{resource}/{id}',
  catalogQuery: 'GET /api/v1/servers/{server}/catalog/query/{resource}',
  catalogFields: 'GET /api/v1/servers/{server}/catalog/query/{resource}/fields',
};
/** Parameters that mean the same in every catalog. */
const KEPT_PARAMETERS = ['limit', 'projection', 'width'];
/** Longer answers would hide the description. */
const CHARACTERS_MAX = 2_400;

/** Names in examples of an instance that has nothing published: whoever reads them sees that they stand for others. */
const PLACEHOLDERS: Published = {
  server: 'my-server',
  releaseId: 'r-00000000000000000000',
  sourceId: 'my-source',
  resource: 'my-resource',
  id: 'my-id',
};

/**
 * The examples of this instance. With the sample they are those of the sample, with releases that are stored here; without any
 * list of entities they have placeholders.
 */
export async function readPublishedExamples(
  dependencies: PublishedDependencies,
  context: RequestContext,
): Promise<Examples> {
  const { examples, sample } = dependencies;
  const read = createRead(dependencies, context);
  const servers = (await read(registrySchema, 'GET /api/v1/releases'))?.releases ?? [];
  if (servers.some(({ id }) => id === sample)) {
    const history = await read(historySchema, HISTORY, { server: sample }, { limit: 20 });
    return withStoredReleases(examples, history?.releases ?? []);
  }
  const published = (await findPublished(read, servers)) ?? PLACEHOLDERS;
  const own = Object.entries(examples).map(async ([operation, given]): Promise<[string, Example[]]> => {
    const adapted = given.map((example) => adapt(sample, published, example));
    return [operation, await Promise.all(adapted.map((example) => answer(dependencies, context, operation, example)))];
  });
  return Object.fromEntries(await Promise.all(own));
}

type Read = ReturnType<typeof createRead>;

/** Reads by a route of the service; undefined where it refuses. */
const createRead =
  ({ callInside }: PublishedDependencies, context: RequestContext) =>
  async <S extends z.ZodType>(
    schema: S,
    endpoint: string,
    params?: Readonly<Record<string, string>>,
    query?: Readonly<Record<string, string | number>>,
  ): Promise<z.output<S> | undefined> => {
    const answer = await callInside(context, { endpoint, params, query });
    return answer.ok ? schema.safeParse(answer.body).data : undefined;
  };

/** The examples, with the current release in place of those that are not stored here. */
function withStoredReleases(
  examples: Examples,
  stored: readonly { readonly releaseId: string; readonly current: boolean }[],
): Examples {
  const known = new Set(stored.map(({ releaseId }) => releaseId));
  const current = stored.find((release) => release.current)?.releaseId;
  if (current === undefined) return examples;
  return JSON.parse(JSON.stringify(examples), (_, value: unknown) =>
    typeof value === 'string' && RELEASE_ID.test(value) && !known.has(value) ? current : value,
  );
}

async function findPublished(read: Read, servers: readonly { readonly id: string }[]): Promise<Published | undefined> {
  for (const { id: server } of servers) {
    const identity = await read(identitySchema, RELEASE, { server }, { projection: 'identity' });
    const looks = await read(looksSchema, 'GET /api/v1/servers/{server}/catalog/presentation', { server });
    const [resource] =
      Object.entries(looks?.resources ?? {}).find(([, presentation]) => {
        return presentation.kind === 'collection' && presentation.count > 0 && !presentation.hidden;
      }) ?? [];
    if (identity === undefined || resource === undefined) continue;
    const page = await read(pageSchema, RESOURCE, { server, resource }, { limit: 1 });
    const id = page?.items[0]?.id;
    if (id !== undefined) return { server, ...identity, resource, id };
  }
  return undefined;
}

/** The request of an example with published names, without what only the sample has. */
function adapt(sample: string, published: Published, { name, parameters, body, answer }: Example): Example {
  const isOfSample = parameters?.server === sample;
  const sent = isOfSample ? adaptParameters(published, parameters) : parameters;
  const shown = { parameters: sent, body: replaceNames(sample, published, body) };
  const isTold = !isOfSample && answer !== undefined;
  const example: Example = {
    ...(name !== undefined && { name }),
    ...(isFree(sample, shown.parameters) && { parameters: shown.parameters }),
    ...(isFree(sample, shown.body) && { body: shown.body }),
  };
  if (!isTold) return example;
  const told = replaceNames(sample, published, answer.body);
  return isFree(sample, told) ? { ...example, answer: { ...answer, body: told } } : example;
}

function adaptParameters(
  { server, releaseId, sourceId, resource, id }: Published,
  given: NonNullable<Example['parameters']>,
): NonNullable<Example['parameters']> {
  const names = { server, sourceId, resource, releaseId, from: releaseId, to: releaseId };
  const here = new Map<string, Json>(Object.entries(names));
  const adapted = Object.entries(given).flatMap(([name, value]): [string, Json][] => {
    if (name === 'id') return [[name, Array.isArray(value) ? [id] : id]];
    if (KEPT_PARAMETERS.includes(name)) return [[name, value]];
    const own = here.get(name);
    return own === undefined ? [] : [[name, own]];
  });
  return Object.fromEntries(adapted);
}

/** Entities of the sample become the published one. */
function replaceNames(sample: string, published: Published, value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => replaceNames(sample, published, item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, replaceNames(sample, published, field)]);
  const { server, resource, id } = published;
  const isEntity = 'server' in value && value.server === sample && 'resource' in value;
  const title = 'title' in value ? { title: id } : {};
  return { ...Object.fromEntries(fields), ...(isEntity && { server, resource, id, ...title }) };
}

/** Whether a value is there and none of its texts names the sample. */
function isFree<T extends Json | Example['parameters']>(sample: string, value: T): value is Exclude<T, undefined> {
  if (value === undefined) return false;
  if (typeof value === 'string') return !new RegExp(`(?<![A-Za-z])${sample}(?![A-Za-z])`).test(value);
  return typeof value !== 'object' || value === null || Object.values(value).every((one) => isFree(sample, one));
}

/** Adds the answer that the service gives now. */
async function answer(
  { callInside }: PublishedDependencies,
  context: RequestContext,
  operation: string,
  example: Example,
): Promise<Example> {
  const endpoint = SHOWN[operation];
  const given = Object.entries(example.parameters ?? {});
  // The index of a list may have many megabytes.
  const isIndex = operation === 'resourceRead' && !given.some(([name]) => name === 'id' || name === 'limit');
  if (endpoint === undefined || isIndex) return example;
  const params = given.filter(([name]) => endpoint.includes(`{${name}}`));
  const query = given.filter(([name]) => !endpoint.includes(`{${name}}`));
  const answered = await callInside(context, {
    endpoint,
    params: Object.fromEntries(params.map(([name, value]) => [name, String(value)])),
    query: Object.fromEntries(
      query.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
    ),
  });
  if (!answered.ok) return example;
  const body = z.json().safeParse(answered.body).data;
  if (body === undefined) return example;
  const { status } = answered;
  if (JSON.stringify(body).length <= CHARACTERS_MAX) return { ...example, answer: { status, body } };
  const cut = shorten(body);
  return JSON.stringify(cut).length > CHARACTERS_MAX
    ? example
    : { ...example, answer: { status, body: cut, isCut: true } };
}
