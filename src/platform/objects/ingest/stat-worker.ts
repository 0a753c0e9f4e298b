// One worker of stat-pool.ts: does the batches that it is sent, unless their owner was quicker to take them.
import { parentPort } from 'node:worker_threads';
import { type StatBatch, takeBatch } from './stat-batch.ts';

parentPort?.on('message', (batch: StatBatch) => takeBatch(batch));
