// A port that another program has is a mistake in the configuration: the message names the variable.
import { operatorError } from '../../features/release/common/operator-error.ts';
import { errorCode } from '../../platform/files/durable.ts';

/** Runs `open`, which listens on a port. Throws OperatorError `port_in_use` when another program does. */
export function namePort<T>(variable: 'PORT' | 'METRICS_PORT', port: number, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw operatorError(
      'port_in_use',
      `Another program listens on port ${port}. Stop it, or set ${variable} to another port.`,
    );
  }
}
