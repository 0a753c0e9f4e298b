// The OpenAPI document of invented routes: how each declaration is described. tests/contract/site.test.ts checks the
// document of the real routes over HTTP.
import { describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { REFUSALS } from '../../kernel/refusal.ts';
import { defineContract, type Route } from '../routing/contract.ts';
import { createOpenApi, REST_MARK } from './document.ts';

const named = z.object({ name: z.string(), more: z.json() }).meta({ id: 'Thing' });
const word = { schema: z.string().regex(/^[a-z]+$/), refusal: 'not_found' } as const;

const routes: readonly Route[] = Object.values(
  defineContract({
    fileRead: {
      id: 'fileRead',
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
      refusals: ['release_invalid', 'range_not_satisfiable'],
      hot: true,
    },
    thingRead: {
      id: 'thingRead',
      method: 'GET',
      path: '/things/{word}',
      section: 'Things',
      summary: 'A thing',
      dialect: 'api',
      cors: 'public',
      access: 'viewer',
      params: { word },
      query: {
        limit: { schema: z.string().transform(Number), refusal: 'invalid_limit' },
        id: { schema: z.string(), refusal: 'invalid_batch', many: true },
      },
      answers: { 200: { description: 'It', schema: z.object({ thing: named, other: named.nullable() }) } },
      refusals: ['entity_not_found'],
    },
    thingWrite: {
      id: 'thingWrite',
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
      id: 'pageSend',
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
      id: 'levelRead',
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
function read(list: readonly Route[], baseUrl?: string): Document {
  return JSON.parse(JSON.stringify(createOpenApi(list, baseUrl)));
}

function operation(path: string, method: string): Operation {
  const found = read(routes).paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(createOpenApi(routes, 'https://example.org'));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('names schemas with an id once, and refers to them', () => {
    const { components } = read(routes);
    expect(components.schemas.Thing).toMatchObject({
      properties: { more: { $ref: '#/components/schemas/JsonValue' } },
    });
    expect(operation('/things/{word}', 'get').responses[200]?.content).toMatchObject({
      'application/json': { schema: { properties: { thing: { $ref: '#/components/schemas/Thing' } } } },
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
    expect(() => createOpenApi([other, third], undefined)).toThrow('Clash');
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

  test('a repeated query parameter is a list; a transformed one is described as it is sent', () => {
    const { parameters } = operation('/things/{word}', 'get');
    expect(parameters).toContainEqual({ name: 'limit', in: 'query', schema: { type: 'string' } });
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
    expect(security).toEqual([{ cookieSession: [] }, { apiToken: [] }]);
  });

  test('each dialect has its own form of refusal', () => {
    expect(operation('/files/{word}/{path}', 'get').responses[404]?.content).toEqual({
      'text/plain; charset=utf-8': { schema: { type: 'string', enum: ['not found'] } },
    });
    expect(operation('/files/{word}/{path}', 'get').responses[416]?.content).toBeUndefined();
    expect(operation('/level', 'get').responses[404]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/LevelError' } },
    });
    expect(operation('/things/{word}', 'get').responses[404]?.content).toMatchObject({
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: {
          entity_not_found: { value: { error: { code: 'entity_not_found', message: REFUSALS.entity_not_found[1] } } },
        },
      },
    });
  });

  test('a status that a page and the pipeline answer has both media types', () => {
    const { description, content } = operation('/page', 'post').responses[403] ?? { description: '' };
    expect(description).toStartWith('The page again; `cross_origin_request`: ');
    expect(content).toMatchObject({
      'text/html; charset=utf-8': { schema: { type: 'string' } },
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    });
  });

  test('`servers` is the configured address, else the origin of the document', () => {
    expect(createOpenApi(routes, 'https://example.org').servers).toEqual([{ url: 'https://example.org' }]);
    expect(createOpenApi(routes, undefined).servers).toEqual([{ url: '/' }]);
  });
});
