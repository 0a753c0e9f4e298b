// The line that reports whether the running service serves what a command made current.
import { SERVED_WAIT_MS, waitUntilServed } from '../../../features/release/serve/served.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Terminal } from '../../terminal.ts';

/** Waits a bounded time for the service of the data directory and describes the result. */
export async function describeServed(
  objects: Objects,
  dataDirectory: string,
  server: string,
  terminal: Terminal,
): Promise<string> {
  const served = await waitUntilServed(objects, dataDirectory, server, () =>
    terminal.progress('Waiting for the service', 0, 0),
  );
  terminal.clear();
  if (served.kind === 'none') return 'none runs on this data directory';
  if (served.kind === 'served') return served.processes === 1 ? 'has it' : `has it (${served.processes} processes)`;
  const who = served.processes === 1 ? 'has' : `${served.late} of ${served.processes} processes have`;
  return `${who} not taken it up within ${SERVED_WAIT_MS / 1000} s; see the log of the service`;
}
