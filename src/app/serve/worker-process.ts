// A worker of `serve --workers`, started by the supervisor (workers.ts). It listens on the port that all workers share,
// and stops on an order, on a signal, or when the supervisor is gone.
import { checkConfig, readEnvironment } from '../../platform/config/config.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { openService } from './serve.ts';
import { stopSignal } from './stop-signal.ts';
import { orderToWorker, type WordFromWorker, workerStart } from './worker-protocol.ts';

const LAST_WORD_MS = 500;

const { number, port, work } = workerStart.parse(JSON.parse(process.argv[2] ?? ''));
const config = { ...checkConfig(readEnvironment()), port };
const log = openLog(config.logLevel, { format: config.logFormat });
const service = await openService(config, log, { work, processLabel: String(number) });

const told = new Promise<number>((resolve) => {
  process.on('message', (message) => {
    const order = orderToWorker.parse(message);
    if (order.order === 'stop') resolve(order.lingerMs);
    else void service.measure().then((families) => tell({ word: 'measured', id: order.id, families }));
  });
  process.on('disconnect', () => resolve(0));
});
await tell({ word: 'listening' });
void service.firstRun.then((state) => tell({ word: 'first-run', state }));
log.info('listening', { port, worker: number });

const lingerMs = await Promise.race([told, stopSignal().then(() => 0)]);
log.info('stopping', { worker: number });
await service.stop(lingerMs);
await tell({ word: 'measured', id: 0, families: await service.measure() });
process.exit(0);

/** Resolves when the message was sent, or when the supervisor is gone. */
async function tell(word: WordFromWorker): Promise<void> {
  if (!process.connected) return;
  const sent = new Promise<void>((resolve) => {
    process.send?.(word, undefined, undefined, () => resolve());
  });
  await Promise.race([sent, Bun.sleep(LAST_WORD_MS)]);
}
