// Traces as a collector of OpenTelemetry gets them, and slow statements in the log: by route, linked to the request id, without
// anything that a person wrote.
import { expect, test } from 'bun:test';
import { POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  readonly status?: { readonly code: number };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const bodies: string[] = [];
const asked: Request[] = [];
const collector = await keepOpen(
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      asked.push(request);
      bodies.push(await request.text());
      return Response.json({});
    },
  }),
);
const spans = (): readonly Span[] =>
  bodies.flatMap((text) => {
    const sent: Export = JSON.parse(text);
    return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
const read = (span: Span | undefined, name: string): string | undefined =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];
const byRequest = (id: string | null): Span | undefined =>
  spans().find((span) => id !== null && read(span, 'livehouse.request_id') === id);

const world = await keepOpen(
  openAccountsWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20tests',
    OTEL_SERVICE_NAME: 'house-of-tests',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    SLOW_STATEMENT_MS: '1',
  }),
);
const person = await world.person();

test('a request is a span with its statements below it, found by the request id', async () => {
  const answer = await person.send('POST', POSTS, { body: 'WRITTEN-WORDS' });
  expect(answer.status).toBe(201);
  const id = answer.headers.get('x-request-id');
  await world.world.until(() => byRequest(id) !== undefined);
  const span = byRequest(id);
  expect(span).toMatchObject({ name: `POST ${POSTS}`, kind: 2 });
  expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(read(span, 'http.response.status_code')).toBe('201');
  expect(read(span, 'http.route')).toBe(POSTS);
  expect(read(span, 'livehouse.route')).toBe('postCreate');
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === span?.spanId);
  expect(statements.map(({ name }) => name)).toContain('insert');
  for (const each of statements) {
    expect(each).toMatchObject({ traceId: span?.traceId, kind: 3 });
    expect(read(each, 'livehouse.statement')).toMatch(/^[0-9a-f]{12}$/);
    expect(BigInt(each.startTimeUnixNano) >= BigInt(span?.startTimeUnixNano ?? 0)).toBe(true);
    expect(BigInt(each.endTimeUnixNano) >= BigInt(each.startTimeUnixNano)).toBe(true);
  }
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer of tests');
  expect(new URL(asked[0]?.url ?? '').pathname).toBe('/v1/traces');
  const all = bodies.join();
  expect(all).toContain('house-of-tests');
  for (const secret of ['WRITTEN-WORDS', person.email, person.id, '127.0.0.1']) expect(all).not.toContain(secret);
});

test('routes without a database, refusals and jobs are traced; strangers do not choose what is', async () => {
  const traceId = 'a'.repeat(32);
  const site = await world.world.fetch('/api/v1/releases', {
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-00` },
  });
  const refused = await world.world.fetch(`${POSTS}?limit=none`);
  const ids = [site, refused].map((answer) => answer.headers.get('x-request-id'));
  await world.world.until(() => ids.every((id) => byRequest(id) !== undefined));
  expect(read(byRequest(ids[1] ?? null), 'livehouse.outcome')).toBe('invalid_limit');
  expect(byRequest(ids[0] ?? null)?.traceId).not.toBe(traceId);
});

test('a slow statement is logged with its route, its request, and the hash of its plan', async () => {
  await writePost(person, { body: 'WRITTEN-WORDS' });
  await expectOnlyStatus(person.fetch(`${POSTS}?scope=all`), 200);
  const slow = () => world.world.log.filter(({ message }) => message === 'slow statement');
  // An earlier PostgreSQL does not show the generic plan.
  const [row]: { version: number }[] = await world.sql`select current_setting('server_version_num')::int as version`;
  const hasPlans = (row?.version ?? 0) >= 160_000;
  const isKnown = (plan: unknown): boolean => !hasPlans || plan !== 'unknown';
  await world.world.until(() => slow().some((line) => line.route === 'postCreate' && isKnown(line.plan)));
  const line = slow().find((each) => each.route === 'postCreate' && isKnown(each.plan));
  expect(line?.statement).toMatch(/^[0-9a-f]{12}$/);
  expect(line?.plan).toMatch(hasPlans ? /^[0-9a-f]{12}$/ : /^unknown$/);
  expect(line?.milliseconds).toBeNumber();
  expect(line?.requestId).toBeString();
  expect(JSON.stringify(slow())).not.toContain('WRITTEN-WORDS');
});

test('behind a trusted proxy the trace of the caller is continued; an absent collector is said once', async () => {
  await using behind = await openAccountsWorld({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${collector.port}/elsewhere`,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
    TRUSTED_PROXIES: '127.0.0.1/32',
  });
  const traceId = 'c'.repeat(32);
  const parent = (flags: string) => ({ headers: { traceparent: `00-${traceId}-${'d'.repeat(16)}-${flags}` } });
  const [taken, left] = [await behind.world.fetch(POSTS, parent('01')), await behind.world.fetch(POSTS, parent('00'))];
  const id = taken.headers.get('x-request-id');
  await behind.world.until(() => byRequest(id) !== undefined);
  expect(byRequest(id)).toMatchObject({ traceId, parentSpanId: 'd'.repeat(16) });
  expect(byRequest(left.headers.get('x-request-id'))).toBeUndefined();

  await using alone = await openAccountsWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_TRACES_SAMPLER: 'always_on',
  });
  await expectOnlyStatus(alone.world.fetch(POSTS), 200);
  const said = () => alone.world.log.filter(({ message }) => message.startsWith('traces cannot be sent'));
  await alone.world.until(() => said().length === 1);
  await expectOnlyStatus(alone.world.fetch(POSTS), 200);
});
