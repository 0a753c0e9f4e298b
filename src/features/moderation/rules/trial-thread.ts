// Tries rules in a worker of their own, which is ended after two seconds: what costs more would slow every post.
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Trial, TrialQuestion } from './trial.ts';
import type { FromTrial } from './trial-worker.ts';

const TRIAL_MS = 2_000;
/** For starting the worker, which a busy machine delays. */
const START_MS = 15_000;

/** The outcome of a trial. Refuses with `rules_too_slow`. */
export async function runTrial(question: TrialQuestion): Promise<Trial> {
  const worker = new Worker(new URL('./trial-worker.ts', import.meta.url), { smol: true });
  worker.unref();
  const ready = Promise.withResolvers<void>();
  const trial = Promise.withResolvers<Trial>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromTrial>) => {
    if (data.kind === 'ready') ready.resolve();
    else trial.resolve(data.trial);
  });
  worker.addEventListener('error', ({ message }) => {
    ready.reject(new Error(message));
    trial.reject(new Error(message));
  });
  // Awaited below, unless the start fails.
  trial.promise.catch(() => undefined);
  try {
    await withinTime(ready.promise, START_MS, () => {
      throw new Error('the worker that tries rules does not start');
    });
    worker.postMessage(question);
    return await withinTime(trial.promise, TRIAL_MS, () => {
      throw new Refusal('rules_too_slow');
    });
  } finally {
    worker.terminate();
  }
}
