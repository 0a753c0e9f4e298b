// Responses in the OpenAPI document: what a route returns by status, with headers and examples, and its refusals, each code
// under its status and in the dialect of the route.
import type { ZodType } from 'zod';
import { REFUSALS } from '../../kernel/refusal.ts';
import type { HeaderNames } from '../answer/headers.ts';
import type { AnswerDescription, Route } from '../routing/contract.ts';
import { hasRest } from '../routing/pattern.ts';
import { type Example, showExamples } from './examples.ts';
import { type RefusalComponents, refusalsByStatus } from './refusals.ts';
import { componentRef, isObject, type JsonObject, pascalCase, type SchemaComponents } from './schema.ts';

/** Whether the route may respond with a byte range. */
export const servesRanges = (route: Route): boolean => route.method === 'GET' && route.answers[206] !== undefined;
/** Whether responses of the route have an entity tag: hot reads, and routes that declare 304. */
export const isConditional = (route: Route): boolean =>
  route.method === 'GET' && (route.hot === true || route.answers[304] !== undefined);
/** Whether responses of the route name a release. */
const namesRelease = (route: Route): boolean => route.readsRelease !== undefined;

/** Whether an encoded slash in the path of the route redirects to the address with a plain one. */
export const leadsToSlashes = (route: Route): boolean => route.method === 'GET' && hasRest(route);
export const ENCODED_SLASHES: AnswerDescription = { description: 'The address with `/` for each encoded slash' };

/** Successful responses of a route, by status. */
export function describeAnswers(
  route: Route,
  schemas: SchemaComponents,
  names: HeaderNames,
  examples: readonly Example[],
): JsonObject {
  const answers: [number, AnswerDescription][] = Object.entries(route.answers).map(([status, answer]) => [
    Number(status),
    answer,
  ]);
  if (isConditional(route) && route.answers[304] === undefined) answers.push([304, { description: 'Not modified' }]);
  if (leadsToSlashes(route)) answers.push([308, ENCODED_SLASHES]);
  return Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: answerHeaders(route, status, names),
        ...answerContent(answer, showExamples(answersWith(examples, status)), (schema) => {
          const name = pascalCase(route.handledAs ?? route.id);
          return schemas.describeBody(schema, 'output', `${name}Response`, `${name}${status}Response`);
        }),
      },
    ]),
  );
}

const answersWith = (examples: readonly Example[], status: number) =>
  examples.flatMap(({ name, answer }) =>
    answer?.status === status ? [{ name, value: answer.body, isCut: answer.isCut }] : [],
  );

function answerContent(
  answer: AnswerDescription,
  example: object,
  describe: (schema: ZodType) => JsonObject,
): JsonObject {
  if (answer.schema !== undefined)
    return { content: { 'application/json': { schema: describe(answer.schema), ...example } } };
  if (answer.mediaType === undefined) return {};
  return { content: { [answer.mediaType]: mediaOf(answer.mediaType) } };
}

/** Text is a string. OpenAPI 3.1 does not need a schema for bytes, but generators drop the body of an answer without one. */
function mediaOf(mediaType: string): JsonObject {
  if (/^text\/|[+/](?:xml|typescript)\b/.test(mediaType)) return { schema: { type: 'string' } };
  return /[+/](?:json|x-ndjson)\b/.test(mediaType) ? {} : { schema: { type: 'string', format: 'binary' } };
}

/** Headers that responses with this status carry. */
export function answerHeaders(route: Route, status: number, names: HeaderNames): JsonObject {
  const keys: [string, string][] = [['X-Request-Id', 'RequestId']];
  if (isConditional(route) && status < 308) keys.push(['ETag', 'ETag']);
  if (servesRanges(route) && (status < 300 || status === 416)) keys.push(['Accept-Ranges', 'AcceptRanges']);
  if (status === 308 || (status === 201 && route.creates?.path !== undefined)) keys.push(['Location', 'Location']);
  if (status === 206 || status === 416) keys.push(['Content-Range', 'ContentRange']);
  if (status === 503 || status === 429) keys.push(['Retry-After', 'RetryAfter']);
  if (namesRelease(route) && status < 308) keys.push([names.releaseId, 'ReleaseId'], [names.sourceId, 'SourceId']);
  return Object.fromEntries(keys.map(([name, key]) => [name, componentRef('headers', key)]));
}

/** The headers under components/headers. */
export function describeHeaders(names: HeaderNames): JsonObject {
  const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
  return {
    RequestId: text('Correlation id of the request'),
    ETag: text('Entity tag of exactly these bytes'),
    AcceptRanges: { description: 'Byte ranges are served', schema: { type: 'string', const: 'bytes' } },
    Location: text('Where the thing is'),
    ContentRange: text('`bytes start-end/size`, or `bytes */size` with 416'),
    RetryAfter: { description: 'Seconds to wait before a retry', schema: { type: 'integer', minimum: 1 } },
    ReleaseId: text(`Release that the answer comes from (\`${names.releaseId}\`)`),
    SourceId: text(`Source snapshot of that release (\`${names.sourceId}\`)`),
  };
}

/** Joins the refusals and responses of a route. Where both have a status, a client may receive either. */
export function joinResponses(refusals: JsonObject, answers: JsonObject): JsonObject {
  const joined: JsonObject = { ...refusals, ...answers };
  for (const [status, answer] of Object.entries(answers)) {
    const refusal = refusals[status];
    if (!isObject(refusal) || !isObject(answer)) continue;
    const { content } = answer;
    const { content: other } = refusal;
    if (!isObject(content) || !isObject(other)) continue;
    joined[status] = {
      ...answer,
      description: `${answer.description}; ${refusal.description}`,
      content: joinContents(content, other),
    };
  }
  return joined;
}

function joinContents(content: JsonObject, other: JsonObject): JsonObject {
  const joined: JsonObject = { ...content, ...other };
  for (const [type, media] of Object.entries(content)) {
    const [own, more] = [schemaOf(media), schemaOf(other[type])];
    if (own !== undefined && more !== undefined) joined[type] = { schema: { anyOf: [own, ...alternativesOf(more)] } };
  }
  return joined;
}

const schemaOf = (media: unknown): unknown => (isObject(media) ? media.schema : undefined);

const alternativesOf = (schema: unknown): readonly unknown[] =>
  isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];

/** Every refusal that the declaration of a route implies, by status. */
export function describeRefusals(route: Route, names: HeaderNames, components: RefusalComponents): JsonObject {
  return Object.fromEntries(
    [...refusalsByStatus(route)].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${REFUSALS[code][1]}`).join('; '),
        headers: answerHeaders(route, status, names),
        ...(status !== 416 && components.content(route.dialect, codes)),
      },
    ]),
  );
}
