// The programs that Livehouse is measured against, as Debian packages them: where they are, what to install when one is
// missing, and an nginx of our own in a temporary folder, on loopback, pinned to a core.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readChildren } from './machine.ts';

const PACKAGES = {
  nginx: 'nginx-light',
  wrk: 'wrk',
  pgbench: 'postgresql',
  taskset: 'util-linux',
  sha256sum: 'coreutils',
  git: 'git',
  restic: 'restic',
  rclone: 'rclone',
} as const;
export type PeerName = keyof typeof PACKAGES;

/** Where the program is, or undefined. */
export function findPeer(name: PeerName): string | undefined {
  // Debian keeps servers in /usr/sbin, which is not on everybody's path.
  return Bun.which(name) ?? [`/usr/sbin/${name}`].find((path) => existsSync(path));
}

/** Where the program is; throws a sentence that says how to install it. */
export function requirePeer(name: PeerName): string {
  const path = findPeer(name);
  if (path === undefined) throw new Error(`${name} is missing: apt-get install ${PACKAGES[name]}`);
  return path;
}

/** A line for a peer that may be absent. */
export const missingWord = (name: PeerName): string => `${name} is not installed (apt-get install ${PACKAGES[name]})`;

/** A file that nginx serves: its address path, its bytes, and the gzip form that `gzip_static` finds. */
export interface StaticFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly gzip?: Uint8Array | undefined;
}

export interface NginxOptions {
  readonly folder: string;
  readonly port: number;
  readonly core: number;
  readonly files: readonly StaticFile[];
  /** Headers of every answer, besides those that nginx makes itself. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly mediaType: string;
  /** Whether the head waits for the body (`tcp_nopush`); with it, large bodies on loopback wait for an acknowledgement. */
  readonly corked: boolean;
  /** Whether files are kept open between requests (`open_file_cache`), which nginx does not do by default. */
  readonly keepOpen: boolean;
}

export interface RunningPeer {
  readonly port: number;
  /** The process that answers. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Writes the files and a configuration, and starts nginx with one worker. */
export async function startNginx(options: NginxOptions): Promise<RunningPeer> {
  const root = join(options.folder, 'root');
  for (const { path, bytes, gzip } of options.files) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    if (gzip !== undefined) writeFileSync(`${place}.gz`, gzip);
  }
  const configuration = join(options.folder, 'nginx.conf');
  writeFileSync(configuration, configure(options, root));
  const nginx = requirePeer('nginx');
  const child = Bun.spawn(
    [requirePeer('taskset'), '-c', String(options.core), nginx, '-p', options.folder, '-c', configuration],
    { stdout: 'ignore', stderr: 'inherit' },
  );
  const stop = async (): Promise<void> => {
    child.kill('SIGQUIT');
    await child.exited;
  };
  for (let tries = 0; tries < 100; tries++) {
    const worker = child.exitCode === null ? readChildren(child.pid)[0] : undefined;
    if (worker !== undefined) return { port: options.port, pid: worker, stop };
    if (child.exitCode !== null) break;
    await Bun.sleep(30);
  }
  await stop();
  throw new Error('nginx did not start');
}

function configure(options: NginxOptions, root: string): string {
  const headers = options.headers.map(([name, value]) => `    add_header ${name} ${quote(value)};`).join('\n');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${options.folder}/${name};`)
    .join('\n');
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${options.folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
${temporary}
  access_log off;
  sendfile on;
  tcp_nopush ${options.corked ? 'on' : 'off'};
  keepalive_requests 1000000000;
  server_tokens off;
  ${options.keepOpen ? 'open_file_cache max=10000 inactive=60s; open_file_cache_valid 60s;' : ''}
  types {}
  default_type ${options.mediaType};
  server {
    listen 127.0.0.1:${options.port};
    root ${root};
    gzip_static on;
    # Not in our answers.
    add_header Last-Modified "";
    add_header X-Request-Id $request_id;
${headers}
  }
}
`;
}

function quote(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '')}"`;
}
