// Starts the process of a commit (app/publication-process.ts) and waits for its result.
import type { ObjectsConfig } from '../../platform/config/config.ts';
import type { FromPublication, PublicationOutcome, PublicationStart, RunPublication } from './process-messages.ts';

/**
 * Runs commits over the object store of a configuration.
 *
 * @param program path of the program that publishes
 */
export function createPublicationRunner(program: string, config: ObjectsConfig): RunPublication {
  const { s3, dataDirectory, cacheDirectory, cacheBytes, databaseUrl } = config;
  return async (order, onProgress, signal) => {
    const ended = Promise.withResolvers<PublicationOutcome>();
    const child = Bun.spawn([process.execPath, '--no-env-file', program], {
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (word: FromPublication) => {
        if (word.kind === 'progress') onProgress(word.progress);
        else if (word.kind === 'ended') ended.resolve(word.outcome);
        else ended.reject(new Error(`The process of a publication failed: ${word.message}`));
      },
    });
    const stop = (): void => child.kill('SIGKILL');
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const start: PublicationStart = { config: { s3, dataDirectory, cacheDirectory, cacheBytes, databaseUrl }, order };
    child.send(start);
    void child.exited.then((code) => ended.reject(new Error(`The process of a publication ended early (${code})`)));
    try {
      return await ended.promise;
    } finally {
      signal.removeEventListener('abort', stop);
      await child.exited;
    }
  };
}
