// Messages between the supervisor and its workers, over the channel between parent and child process.
import { z } from 'zod';

/** The only argument of a worker process, as JSON. */
export const workerStart = z.object({
  /** From 1; the same after a restart. */
  number: z.int().positive(),
  port: z.int(),
  /** Whether it runs jobs. */
  work: z.boolean(),
});
export type WorkerStart = z.infer<typeof workerStart>;

export const orderToWorker = z.discriminatedUnion('order', [
  z.object({ order: z.literal('measure'), id: z.int() }),
  /** Stop: for `lingerMs` serve requests with `Connection: close`, then drain. */
  z.object({ order: z.literal('stop'), lingerMs: z.number() }),
]);
export type OrderToWorker = z.infer<typeof orderToWorker>;

const sample = z.object({ suffix: z.string(), labels: z.record(z.string(), z.string()), value: z.number() });
const family = z.object({
  name: z.string(),
  help: z.string(),
  kind: z.enum(['counter', 'gauge', 'histogram']),
  merge: z.enum(['sum', 'max']),
  samples: z.array(sample).readonly(),
});

export const wordFromWorker = z.discriminatedUnion('word', [
  z.object({ word: z.literal('listening') }),
  /** State of the first run, once the database is ready (`FirstRunState`). */
  z.object({ word: z.literal('first-run'), state: z.enum(['local-code', 'remote-code', 'complete']) }),
  /** `id` of the order; 0 for the final report before the worker ends. */
  z.object({ word: z.literal('measured'), id: z.int(), families: z.array(family).readonly() }),
]);
export type WordFromWorker = z.infer<typeof wordFromWorker>;
