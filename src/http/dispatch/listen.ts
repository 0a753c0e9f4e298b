// The listening socket. Body size limits are enforced by routes (decisions, "Errors"), so Bun's own limit is far above
// them. Idle connections are closed, and a stop lets requests in flight finish.
import type { Log } from '../../platform/telemetry/log.ts';
import type { Fetch } from './dispatch.ts';

export interface Listener {
  /** `http://host:port` of the socket. */
  readonly address: string;
  readonly port: number;
  /**
   * Graceful shutdown: stops accepting, waits at most `drainMs` for responses in flight, then closes. For `lingerMs`
   * before that, requests are still served but with `Connection: close`, so clients reconnect to another process on the
   * same port if there is one.
   */
  stop(drainMs: number, lingerMs?: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly reusePort?: boolean;
  readonly fetch: Fetch;
  readonly log: Log;
}

/** Far above every limit of ours; a route refuses a body over its own limit with the error envelope. */
const MAX_REQUEST_BODY_BYTES = 1024 * 1024 * 1024;
const IDLE_TIMEOUT_SECONDS = 60;
const DRAIN_LOOK_MS = 10;

/**
 * Starts listening. Throws an Error with a readable message when the port is taken or the address is not on this
 * machine.
 */
export function listen(options: ListenOptions): Listener {
  try {
    return openListener(options);
  } catch (error) {
    // The operating system's message does not name the address.
    if (error instanceof Error && 'syscall' in error && !error.message.includes(String(options.port)))
      error.message += ` on address ${options.host}, port ${options.port}`;
    throw error;
  }
}

function openListener(options: ListenOptions): Listener {
  let leaving = false;
  const server = Bun.serve({
    hostname: options.host,
    port: options.port,
    reusePort: options.reusePort ?? false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_REQUEST_BODY_BYTES,
    development: false,
    fetch: (request, server) => {
      const answer = options.fetch(withAddress(request, server), () => server.requestIP(request)?.address ?? '');
      return leaving ? bidFarewell(answer) : answer;
    },
    error(error) {
      options.log.error('the response could not be created', { error });
      return new Response(null, { status: 500 });
    },
  });
  const port = server.port ?? options.port;
  return {
    address: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    async stop(drainMs, lingerMs = 0) {
      leaving = true;
      if (lingerMs > 0) await Bun.sleep(lingerMs);
      // Bun's graceful stop also waits for idle keep-alive connections, so requests in flight are counted here instead.
      void server.stop(false);
      const end = performance.now() + drainMs;
      while (server.pendingRequests > 0 && performance.now() < end) await Bun.sleep(DRAIN_LOOK_MS);
      await server.stop(true);
    },
  };
}

/** Bun closes the connection after a response with this header. */
async function bidFarewell(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  response.headers.set('connection', 'close');
  return response;
}

/** Without a usable Host header (HTTP/1.0 needs none), Bun sets `request.url` to the bare request target. */
function withAddress(request: Request, server: Pick<Bun.Server<unknown>, 'port'>): Request {
  if (!request.url.startsWith('/')) return request;
  // Reading the port takes a microsecond, a tenth of a cached response, so no other request reads it.
  return new Request(new URL(`http://localhost:${server.port}${request.url}`).href, request);
}
