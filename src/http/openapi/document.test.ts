// OpenAPI document of invented routes: how each declaration is described. tests/contract/site.test.ts checks the
// document of the real routes over HTTP.
import { describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { REFUSALS } from '../../kernel/refusal.ts';
import { defineContract, type Route } from '../routing/contract.ts';
import { integer } from '../routing/wire-type.ts';
import { createOpenApi, type DocumentOptions } from './document.ts';
import { REST_MARK } from './parameters.ts';

const named = z.object({ name: z.string(), more: z.json() }).meta({ id: 'Thing' });
const word = { schema: z.string().regex(/^[a-z]+$/), refusal: 'not_found' } as const;

const routes: readonly Route[] = Object.values(
  defineContract({
    fileRead: {
      method: 'GET',
      path: '/files/{word}/{path...}',
      section: 'Files',
      summary: 'A file',
      dialect: 'plain',
      cors: 'public',
      params: { word, path: { schema: z.string(), refusal: 'not_found' } },
      answers: {
        200: { description: 'Bytes', mediaType: 'application/octet-stream' },
        206: { description: 'A part', mediaType: 'application/octet-stream' },
      },
      readsRelease: 'current',
      hot: true,
    },
    thingRead: {
      method: 'GET',
      path: '/things/{word}',
      section: 'Things',
      summary: 'A thing',
      dialect: 'api',
      cors: 'public',
      access: 'viewer',
      params: { word },
      query: {
        limit: { schema: z.string().transform(Number), refusal: 'invalid_limit', wire: integer(1, 50, 20) },
        days: { schema: z.string().regex(/^\d+$/).transform(Number), refusal: 'invalid_query' },
        page: { schema: z.string(), refusal: 'invalid_query', many: true, firstCounts: true, wire: integer(0) },
        url: { schema: z.url(), refusal: 'invalid_query', required: true },
        id: { schema: z.string(), refusal: 'invalid_batch', many: true },
      },
      answers: { 200: { description: 'It', schema: z.object({ thing: named, other: named.nullable() }) } },
      refusals: ['entity_not_found'],
    },
    thingWrite: {
      method: 'PUT',
      path: '/things/{word}',
      section: 'Things',
      summary: 'Change a thing',
      dialect: 'api',
      cors: 'credentials',
      access: 'community',
      limit: 'write',
      params: { word },
      body: {
        kind: 'json',
        schema: z.strictObject({
          name: z
            .string()
            .refine((text) => text !== '')
            .optional(),
        }),
        capBytes: 1000,
        invalid: 'invalid_body',
        statuses: { invalid_body: 400 },
      },
      answers: { 204: { description: 'Done' } },
      refusals: [],
    },
    pageSend: {
      method: 'POST',
      path: '/page',
      section: 'Pages',
      summary: 'A form of a page',
      dialect: 'api',
      cors: 'none',
      sameOrigin: 'form',
      body: { kind: 'form', schema: z.object({ name: z.string() }), capBytes: 1000, invalid: 'invalid_body' },
      answers: {
        303: { description: 'Done' },
        403: { description: 'The page again', mediaType: 'text/html; charset=utf-8' },
      },
      refusals: ['cross_origin_request'],
    },
    levelRead: {
      method: 'GET',
      path: '/level',
      section: 'Levels',
      summary: 'A level',
      dialect: 'level',
      cors: 'public',
      answers: { 200: { description: 'It', schema: z.json() } },
      refusals: ['not_found'],
    },
  }),
);

interface Operation {
  readonly [field: string]: unknown;
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: object; readonly headers?: object }>
  >;
  readonly parameters: readonly object[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<'schemas' | 'parameters' | 'headers', Readonly<Record<string, unknown>>>>;
}

/** The document after JSON serialisation, as a client receives it. */
function read(list: readonly Route[], options: DocumentOptions = {}): Document {
  return JSON.parse(JSON.stringify(createOpenApi(list, options)));
}

function operation(path: string, method: string): Operation {
  const found = read(routes).paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(createOpenApi(routes, { baseUrl: 'https://example.org' }));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('names schemas with an id once, and refers to them', () => {
    const { components } = read(routes);
    expect(components.schemas.Thing).toMatchObject({
      properties: { more: { $ref: '#/components/schemas/JsonValue' } },
    });
    expect(components.schemas.ThingReadResponse).toMatchObject({
      properties: { thing: { $ref: '#/components/schemas/Thing' } },
    });
  });

  test('a body with fields is a component; equal ones are one', () => {
    const [, thing] = routes;
    if (thing === undefined) throw new Error('no route');
    const twin = { ...thing, id: 'twinRead', path: '/twins/{word}' };
    const { paths } = read([thing, twin]);
    for (const path of ['/things/{word}', '/twins/{word}'])
      expect(paths[path]?.get?.responses[200]?.content).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/ThingReadResponse' } },
      });
  });

  test('refers to nothing but components, also where an answer is any JSON', () => {
    const references = JSON.stringify(read(routes)).matchAll(/"\$ref":"([^"]*)"/g);
    expect([...references].filter(([, to]) => !to?.startsWith('#/components/'))).toEqual([]);
    expect(operation('/level', 'get').responses[200]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/JsonValue' } },
    });
  });

  test('two schemas with one id are refused', () => {
    const clash = z.object({ different: z.boolean() });
    const [route] = routes;
    if (route === undefined) throw new Error('no route');
    const other = { ...route, answers: { 200: { description: 'x', schema: clash.meta({ id: 'Clash' }) } } };
    const third = {
      ...route,
      answers: { 200: { description: 'x', schema: z.object({ text: z.string() }).meta({ id: 'Clash' }) } },
    };
    expect(() => createOpenApi([other, third])).toThrow('Clash');
  });

  test('a parameter of several operations is a component', () => {
    expect(operation('/things/{word}', 'get').parameters[0]).toEqual({ $ref: '#/components/parameters/word' });
    expect(operation('/things/{word}', 'put').parameters[0]).toEqual({ $ref: '#/components/parameters/word' });
  });

  test('a multi-segment path parameter is marked, and byte routes have range headers and HEAD', () => {
    const { components } = read(routes);
    expect(components.parameters.path).toMatchObject({ in: 'path', required: true, [REST_MARK]: true });
    expect(operation('/files/{word}/{path}', 'get').parameters).toContainEqual({
      $ref: '#/components/parameters/IfRange',
    });
    expect(operation('/files/{word}/{path}', 'head').operationId).toBe('fileReadHead');
    expect(Object.keys(operation('/files/{word}/{path}', 'get').responses[206]?.headers ?? {})).toContain(
      'X-Service-Release-Id',
    );
  });

  test('a repeated query parameter is a list; any other is one value of its own type', () => {
    const { parameters } = operation('/things/{word}', 'get');
    expect(parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
    });
    expect(parameters).toContainEqual({ name: 'days', in: 'query', schema: { type: 'integer' } });
    expect(parameters).toContainEqual({ name: 'page', in: 'query', schema: { type: 'integer', minimum: 0 } });
    expect(parameters).toContainEqual({
      name: 'url',
      in: 'query',
      required: true,
      schema: { type: 'string', format: 'uri' },
    });
    expect(parameters).toContainEqual({
      name: 'id',
      in: 'query',
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { type: 'string' } },
    });
  });

  test('refusals of the caller, the limit and the body need no declaration', () => {
    const { responses, security } = operation('/things/{word}', 'put');
    expect(responses[401]?.description).toContain('authentication_required');
    expect(responses[403]?.description).toContain('cross_origin_request');
    expect(responses[429]?.description).toContain('rate_limit_exceeded');
    expect(responses[400]?.description).toContain('invalid_body');
    expect(responses[422]).toBeUndefined();
    expect(responses[413]?.description).toContain('request_too_large');
    expect(security).toEqual([{ cookieSession: [] }, { apiToken: ['community'] }]);
  });

  test('each dialect has its own form of refusal', () => {
    expect(operation('/files/{word}/{path}', 'get').responses[404]?.content).toEqual({
      'text/plain; charset=utf-8': { schema: { type: 'string', enum: ['not found'] } },
    });
    expect(operation('/files/{word}/{path}', 'get').responses[416]?.content).toBeUndefined();
    expect(operation('/level', 'get').responses[404]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/LevelError' } },
    });
    expect(operation('/things/{word}', 'get').responses[404]?.content).toEqual({
      'application/json': {
        schema: {
          anyOf: [{ $ref: '#/components/schemas/NotFoundError' }, { $ref: '#/components/schemas/EntityNotFoundError' }],
        },
      },
    });
    expect(read(routes).components.schemas.EntityNotFoundError).toMatchObject({
      description: REFUSALS.entity_not_found[1],
      properties: { error: { properties: { code: { const: 'entity_not_found' } } } },
    });
  });

  test('a status that a page and the pipeline answer has both media types', () => {
    const { description, content } = operation('/page', 'post').responses[403] ?? { description: '' };
    expect(description).toStartWith('The page again; `cross_origin_request`: ');
    expect(content).toMatchObject({
      'text/html; charset=utf-8': { schema: { type: 'string' } },
      'application/json': { schema: { $ref: '#/components/schemas/CrossOriginRequestError' } },
    });
  });

  test('the profile for clients has each operation once', () => {
    const [file] = routes;
    if (file === undefined) throw new Error('no route');
    const alias: Route = { ...file, id: 'aliasRead', path: '/alias/{word}/{path...}', handledAs: file.id };
    const methods = (profile: 'full' | 'client') =>
      Object.entries(read([file, alias], { profile }).paths).map(([path, found]) => [path, Object.keys(found)]);
    expect(methods('full')).toEqual([
      ['/files/{word}/{path}', ['get', 'head']],
      ['/alias/{word}/{path}', ['get', 'head']],
    ]);
    expect(methods('client')).toEqual([['/files/{word}/{path}', ['get']]]);
  });

  test('sections come in reading order, with their descriptions; others follow', () => {
    const { tags } = createOpenApi(routes, { sections: { Things: 'What there is.', Absent: 'Nothing.' } });
    expect(tags).toEqual([
      { name: 'Things', description: 'What there is.' },
      ...['Files', 'Pages', 'Levels'].map((name) => ({ name })),
    ]);
  });

  test('`servers` is the configured address, else the origin of the document', () => {
    expect(createOpenApi(routes, { baseUrl: 'https://example.org' }).servers).toEqual([{ url: 'https://example.org' }]);
    expect(createOpenApi(routes).servers).toEqual([{ url: '/' }]);
  });
});
