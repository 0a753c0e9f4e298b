// The listening socket. Caps on bodies are ours (decisions, "Errors"), so Bun's own stands far above them; idle
// connections are closed, and a stop lets requests in flight finish.
import type { Log } from '../../platform/telemetry/log.ts';
import type { Fetch } from './dispatch.ts';

export interface Listener {
  /** `http://host:port` of the socket. */
  readonly address: string;
  readonly port: number;
  /**
   * Stops accepting, waits for answers in flight at most `drainMs`, then closes. For `lingerMs` before that everybody is
   * answered still, but told to connect anew: to another process on the same port, when there is one.
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

/** Far above every cap of ours; a body over a cap is refused by its route with the envelope. */
const MAX_REQUEST_BODY_BYTES = 1024 * 1024 * 1024;
const IDLE_TIMEOUT_SECONDS = 60;
const DRAIN_LOOK_MS = 10;

/** Starts to listen. Throws an Error with a sentence when the port is taken, or the address none of this machine. */
export function listen(options: ListenOptions): Listener {
  try {
    return openListener(options);
  } catch (error) {
    // What the operating system says names the port at most.
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
      const answer = options.fetch(withAddress(request, server.port), () => server.requestIP(request)?.address ?? '');
      return leaving ? bidFarewell(answer) : answer;
    },
    error(error) {
      options.log.error('an answer could not be made', { error });
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
      // A graceful stop of Bun's waits for idle keep-alive connections too, so what is in flight is counted here.
      void server.stop(false);
      const end = performance.now() + drainMs;
      while (server.pendingRequests > 0 && performance.now() < end) await Bun.sleep(DRAIN_LOOK_MS);
      await server.stop(true);
    },
  };
}

/** Bun closes the connection after an answer that says so. */
async function bidFarewell(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  response.headers.set('connection', 'close');
  return response;
}

/** Without a usable Host header (HTTP/1.0 needs none) Bun gives the bare target for the address. */
function withAddress(request: Request, port: number | undefined): Request {
  if (!request.url.startsWith('/')) return request;
  return new Request(new URL(`http://localhost:${port}${request.url}`).href, request);
}
