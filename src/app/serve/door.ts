// The socket of a service in one process. It listens before anything is made, and says that the service is starting until
// there is one behind it.
import { presentReadiness } from '../../features/site/health.ts';
import { UNFRAMED } from '../../http/answer/headers.ts';
import type { Fetch } from '../../http/dispatch/dispatch.ts';
import { type Listener, listen } from '../../http/dispatch/listen.ts';
import { requestIdOf } from '../../http/gates/context.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { namePort } from './port-in-use.ts';

export interface Door extends Listener {
  /** From now on requests go there. */
  lead(inside: Fetch): void;
}

/** Listens. Throws OperatorError `port_in_use` when another program has the port. */
export function openDoor({ host, port }: Pick<Config, 'host' | 'port'>, log: Log): Door {
  let inside: Fetch = answerStarting;
  const fetch: Fetch = (...call) => inside(...call);
  const listener = namePort('PORT', port, () => listen({ host, port, fetch, log }));
  return {
    ...listener,
    lead: (next) => {
      inside = next;
    },
  };
}

function answerStarting(request: Request): Response {
  const { pathname } = new URL(request.url);
  const headers = {
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    ...UNFRAMED,
    'X-Request-Id': requestIdOf(request),
  };
  if (pathname === '/healthz') return Response.json({ status: 'ok' }, { headers });
  if (pathname === '/readyz') {
    const { status, body } = presentReadiness({ phase: 'starting', checks: {}, isDiskFull: false });
    return Response.json(body, { status, headers });
  }
  const { code, message, status } = new Refusal('service_starting');
  return Response.json({ error: { code, message } }, { status, headers });
}
