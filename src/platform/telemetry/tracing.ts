// Traces in the OpenTelemetry protocol (OTLP over HTTP, as JSON), configured by its standard variables. Off without an
// endpoint. Spans are sampled by trace, kept in a bounded queue, and sent in the background; while the collector is
// unavailable they are dropped. They name routes, outcomes and statements by hash, and contain no user content and no names.
import { randomBytes } from 'node:crypto';
import type { TracingConfig } from '../config/tracing.ts';
import type { Log } from './log.ts';

type Value = string | number | boolean;
export type Attributes = Readonly<Record<string, Value>>;

/** Numbers of the protocol. */
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
type SpanKind = keyof typeof KINDS;

const STATUS_ERROR = 2;
const QUEUE_MAX = 4_096;
const BATCH_MAX = 512;
const FLUSH_MS = 5_000;
const SEND_MS = 10_000;
/** Spans of one trace; a request that makes more statements has gone astray already. */
const CHILDREN_MAX = 200;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** One sampled request or job. */
export interface Trace {
  readonly traceId: string;
  readonly spanId: string;
  /** Adds something that was done for it, which has ended. */
  child(name: string, startedAt: number, attributes: Attributes, isError?: boolean): void;
  end(attributes: Attributes, isError: boolean): void;
}

interface TracePlan {
  readonly name: string;
  readonly kind: 'server' | 'consumer';
  readonly startedAt: number;
  /** `traceparent` of a caller that is trusted. */
  readonly parent?: string | undefined;
}

export interface Tracing {
  /** Undefined when it is not sampled. */
  begin(plan: TracePlan): Trace | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Opens tracing. `version` is that of the software. */
export function openTracing(config: TracingConfig, version: string, log: Log): Tracing {
  const sender = new Sender(config, version, log);
  return {
    begin: ({ name, kind, startedAt, parent }) => {
      const from = parseParent(parent);
      const traceId = from?.traceId ?? randomBytes(16).toString('hex');
      if (!isSampled(config, traceId, from?.isSampled)) return undefined;
      const spanId = randomBytes(8).toString('hex');
      let children = 0;
      return {
        traceId,
        spanId,
        child: (childName, childStartedAt, attributes, isError = false) => {
          children += 1;
          if (children > CHILDREN_MAX) return;
          sender.take({
            traceId,
            parentSpanId: spanId,
            spanId: randomBytes(8).toString('hex'),
            name: childName,
            kind: 'client',
            startedAt: childStartedAt,
            endedAt: performance.now(),
            attributes,
            isError,
          });
        },
        end: (attributes, isError) => {
          sender.take({
            traceId,
            spanId,
            parentSpanId: from?.spanId,
            name,
            kind,
            startedAt,
            endedAt: performance.now(),
            attributes,
            isError,
          });
        },
      };
    },
    close: () => sender.close(),
  };
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** What a caller says of its own trace (W3C Trace Context); undefined when it is malformed. */
function parseParent(text: string | undefined) {
  const [, traceId = '', spanId = '', flags = ''] = PARENT.exec(text ?? '') ?? [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** By the last eight bytes of the trace, as the specification of `traceidratio` recommends, so that services agree. */
function isSampled({ sampler, ratio }: TracingConfig, traceId: string, isParentSampled: boolean | undefined): boolean {
  const base = sampler.replace('parentbased_', '');
  if (base !== sampler && isParentSampled !== undefined) return isParentSampled;
  if (base === 'always_on') return true;
  if (base === 'always_off') return false;
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
}

class Sender {
  readonly #config: TracingConfig;
  readonly #version: string;
  readonly #log: Log;
  #queue: Span[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #isAway = false;
  #dropped = 0;

  constructor(config: TracingConfig, version: string, log: Log) {
    this.#config = config;
    this.#version = version;
    this.#log = log;
  }

  take(span: Span): void {
    if (this.#queue.length >= QUEUE_MAX) {
      this.#dropped += 1;
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= BATCH_MAX) void this.#flush();
    else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => void this.#flush(), FLUSH_MS);
      this.#timer.unref();
    }
  }

  async close(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isAway) await this.#flush();
  }

  #flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#queue.splice(0, BATCH_MAX);
    if (batch.length === 0) return;
    const { url, headers } = this.#config;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(this.#present(batch)),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      if (this.#isAway) this.#log.info('traces are sent again', { dropped: this.#dropped });
      this.#isAway = false;
      this.#dropped = 0;
    } catch (error) {
      this.#dropped += batch.length;
      if (!this.#isAway) {
        const problem = error instanceof Error ? error.message : 'unknown';
        this.#log.warn('traces cannot be sent and are dropped', { problem });
      }
      this.#isAway = true;
    }
  }

  #present(spans: readonly Span[]): object {
    const { serviceName } = this.#config;
    const resource = { 'service.name': serviceName, 'service.version': this.#version, 'process.pid': process.pid };
    return {
      resourceSpans: [
        {
          resource: { attributes: presentAttributes(resource) },
          scopeSpans: [{ scope: { name: 'livehouse', version: this.#version }, spans: spans.map(presentSpan) }],
        },
      ],
    };
  }
}

const presentSpan = (span: Span): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanosecondsOf(span.startedAt),
  endTimeUnixNano: nanosecondsOf(span.endedAt),
  attributes: presentAttributes(span.attributes),
  ...(span.isError && { status: { code: STATUS_ERROR } }),
});

const presentAttributes = (attributes: Attributes): readonly object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: presentValue(value) }));

function presentValue(value: Value): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** As the protocol wants them in JSON: digits in a text. */
function nanosecondsOf(moment: number): string {
  const milliseconds = performance.timeOrigin + moment;
  const whole = Math.floor(milliseconds);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1_000_000)));
}
