// Metrics of the service as plain values: families of samples that can be merged over processes and written in the
// Prometheus text format. Counting is arithmetic on arrays, cheap enough for the hottest reads; labels and text are
// produced on demand. Knows no socket and no engine.
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Sample {
  /** Appended to the family's name: `_bucket`, `_sum`, `_count`, or nothing. */
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /**
   * How samples of several processes are merged: counts are added; values that every process observes alike are not.
   */
  readonly merge: 'sum' | 'max';
  readonly samples: readonly Sample[];
}

export interface RequestMetrics {
  /**
   * Counts a response. `outcome` is the refusal's code or the status. `seconds` is undefined for cached responses,
   * which are not timed.
   */
  count(routeId: string, outcome: string, status: number, seconds: number | undefined): void;
  measure(): readonly MetricFamily[];
}

/** Hits and misses of one cache. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Upper bounds of the latency histogram, in seconds. Hot reads fall into the first buckets, uploads into the last. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const STATUSES = 600;

interface RouteCounts {
  readonly byStatus: Float64Array;
  /** One counter per bound, plus one above all bounds; not cumulative. */
  readonly byDuration: Float64Array;
  readonly refusals: Map<string, number>;
  seconds: number;
  kept: number;
}

/** Counters of requests by route id. */
export function createRequestMetrics(): RequestMetrics {
  const routes = new Map<string, RouteCounts>();
  return {
    count: (routeId, outcome, status, seconds) => {
      let counts = routes.get(routeId);
      if (counts === undefined) {
        counts = openCounts();
        routes.set(routeId, counts);
      }
      add(counts.byStatus, status);
      if (seconds === undefined) {
        counts.kept += 1;
        return;
      }
      const index = BOUNDS.findIndex((bound) => seconds <= bound);
      add(counts.byDuration, index === -1 ? BOUNDS.length : index);
      counts.seconds += seconds;
      if (status >= 400) counts.refusals.set(outcome, (counts.refusals.get(outcome) ?? 0) + 1);
    },
    measure: () => presentRequests([...routes].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function openCounts(): RouteCounts {
  return {
    byStatus: new Float64Array(STATUSES),
    byDuration: new Float64Array(BOUNDS.length + 1),
    refusals: new Map(),
    seconds: 0,
    kept: 0,
  };
}

function add(counts: Float64Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

function presentRequests(routes: readonly (readonly [string, RouteCounts])[]): readonly MetricFamily[] {
  const refusals = new Map<string, number>();
  for (const [, counts] of routes) {
    for (const [code, count] of counts.refusals) refusals.set(code, (refusals.get(code) ?? 0) + count);
  }
  return [
    family('livehouse_requests_total', 'Answers by route and status.', 'counter', routes.flatMap(presentStatuses)),
    family(
      'livehouse_request_seconds',
      'Time to an answer by route; answers kept in memory are counted apart and not timed.',
      'histogram',
      routes.flatMap(presentDurations),
    ),
    family(
      'livehouse_refusals_total',
      'Refusals and errors by code.',
      'counter',
      [...refusals].sort().map(([code, value]) => ({ suffix: '', labels: { code }, value })),
    ),
    family('livehouse_hot_answers_total', 'Answers that were ready in memory.', 'counter', [
      { suffix: '', labels: {}, value: routes.reduce((sum, [, counts]) => sum + counts.kept, 0) },
    ]),
  ];
}

function presentStatuses([route, counts]: readonly [string, RouteCounts]): readonly Sample[] {
  return [...counts.byStatus].flatMap((value, status) =>
    value === 0 ? [] : [{ suffix: '', labels: { route, status: String(status) }, value }],
  );
}

function presentDurations([route, counts]: readonly [string, RouteCounts]): readonly Sample[] {
  let count = 0;
  const buckets = [...counts.byDuration].map((value, i) => {
    count += value;
    const le = BOUNDS[i] === undefined ? '+Inf' : String(BOUNDS[i]);
    return { suffix: '_bucket', labels: { route, le }, value: count };
  });
  if (count === 0) return [];
  return [
    ...buckets,
    { suffix: '_sum', labels: { route }, value: counts.seconds },
    { suffix: '_count', labels: { route }, value: count },
  ];
}

/** A metric family of this process. `merge` says how it is merged with those of other processes. */
export function family(
  name: string,
  help: string,
  kind: MetricFamily['kind'],
  samples: readonly Sample[],
  merge: MetricFamily['merge'] = 'sum',
): MetricFamily {
  return { name, help, kind, merge, samples };
}

/** Hits and misses of caches by name, as a family. */
export function presentCaches(caches: Readonly<Record<string, CacheCounts>>): MetricFamily {
  const samples = Object.entries(caches).flatMap(([cache, { hits, misses }]) => [
    { suffix: '', labels: { cache, outcome: 'hit' }, value: hits },
    { suffix: '', labels: { cache, outcome: 'miss' }, value: misses },
  ]);
  return family('livehouse_cache_reads_total', 'Reads of a cache by outcome.', 'counter', samples);
}

/** Event-loop lag and memory of this process. `label` distinguishes the processes of one service. */
export function createProcessMetrics(label: string): { readonly measure: () => readonly MetricFamily[] } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const gauge = (name: string, help: string, value: number): MetricFamily =>
    family(name, help, 'gauge', [{ suffix: '', labels: { process: label }, value }]);
  return {
    measure: () => {
      const lagSeconds = delay.count === 0 ? 0 : delay.max / 1e9;
      delay.reset();
      return [
        gauge(
          'livehouse_event_loop_lag_seconds',
          'Longest wait for the event loop since it was last asked.',
          lagSeconds,
        ),
        gauge('livehouse_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
        gauge('livehouse_uptime_seconds', 'Since the process started.', process.uptime()),
      ];
    },
  };
}

/** Merges the families of several processes. */
export function mergeFamilies(processes: readonly (readonly MetricFamily[])[]): readonly MetricFamily[] {
  const merged = new Map<string, { readonly head: MetricFamily; readonly samples: Map<string, Sample> }>();
  for (const head of processes.flat()) {
    const into = merged.get(head.name) ?? { head, samples: new Map<string, Sample>() };
    merged.set(head.name, into);
    for (const sample of head.samples) {
      const key = JSON.stringify([sample.suffix, sample.labels]);
      const other = into.samples.get(key)?.value;
      const combine = head.merge === 'sum' ? (a: number, b: number) => a + b : Math.max;
      const value = other === undefined ? sample.value : combine(other, sample.value);
      into.samples.set(key, { ...sample, value });
    }
  }
  return [...merged.values()].map(({ head, samples }) => ({ ...head, samples: [...samples.values()] }));
}

/** The families to keep after a process has ended, since counters must not decrease. */
export function keepCounters(families: readonly MetricFamily[]): readonly MetricFamily[] {
  return families.filter(({ kind }) => kind !== 'gauge');
}

/** Media type of `formatMetrics` (Prometheus text format 0.0.4). */
export const METRICS_MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Families in the Prometheus text format. */
export function formatMetrics(families: readonly MetricFamily[]): string {
  const lines = families.flatMap(({ name, help, kind, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
    ...samples.map(({ suffix, labels, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return '';
  const quote = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `{${entries.map(([name, value]) => `${name}="${quote(value)}"`).join(',')}}`;
}
