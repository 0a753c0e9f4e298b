// Worker of charts.ts: unpacks level data, or converts a chart of the provider, and reads the chart from it.
import { gunzipSync } from 'node:zlib';
import { ChartFault, convertChart } from '../publish/charts.ts';
import type { ChartFacts } from './chart.ts';
import { describeChart } from './facts.ts';
import { readChart } from './read-chart.ts';

declare const self: Worker;

export interface ChartRequest {
  readonly id: number;
  /** `level`: gzip level data. `bestdori`: a chart of the provider. */
  readonly kind: 'level' | 'bestdori';
  readonly lanes: 7 | 12;
  readonly bytes: Uint8Array;
}

export interface ChartReply {
  readonly id: number;
  /** Undefined when the chart cannot be shown. */
  readonly chart: { readonly json: Uint8Array<ArrayBuffer>; readonly facts: ChartFacts } | undefined;
}

/** Level data of a chart with as many notes as are shown is smaller. */
const LEVEL_DATA_MAX = 10 * 1024 * 1024;

function makeChart({ kind, lanes, bytes }: ChartRequest): ChartReply['chart'] {
  const chart = readChart(kind === 'level' ? unpack(bytes) : convertChart('bestdori', bytes), lanes);
  if (chart === undefined) return undefined;
  return { json: new TextEncoder().encode(JSON.stringify(chart)), facts: describeChart(chart) };
}

const unpack = (bytes: Uint8Array): unknown =>
  JSON.parse(gunzipSync(bytes, { maxOutputLength: LEVEL_DATA_MAX }).toString('utf8'));

/** Bytes that are no gzip, too many, no JSON, or a chart that does not convert. */
const isFault = (error: unknown): boolean =>
  error instanceof ChartFault ||
  error instanceof SyntaxError ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error);

self.addEventListener('message', (event: MessageEvent<ChartRequest>) => {
  const { id } = event.data;
  try {
    self.postMessage({ id, chart: makeChart(event.data) } satisfies ChartReply);
  } catch (error) {
    if (!isFault(error)) throw error;
    self.postMessage({ id, chart: undefined } satisfies ChartReply);
  }
});
