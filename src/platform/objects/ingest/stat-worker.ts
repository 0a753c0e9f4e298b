// Worker of stat-pool.ts: processes the batches it receives, unless another thread has claimed them.
import { parentPort } from 'node:worker_threads';
import { type StatBatch, takeBatch } from './stat-batch.ts';

parentPort?.on('message', (batch: StatBatch) => takeBatch(batch));
