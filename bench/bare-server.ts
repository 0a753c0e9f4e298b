// A bare Bun server for comparison: answers given bytes with given headers from a map in memory, and does nothing else.
// Run by bench/levels.ts as a process of its own: `bare-server.ts PORT FILE`, where FILE lists the answers.
import { readFileSync } from 'node:fs';

interface Listed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Files with the bodies. */
  readonly plain: string;
  readonly gzip?: string;
}

const [port = '0', file = ''] = process.argv.slice(2);
const listed: readonly Listed[] = JSON.parse(readFileSync(file, 'utf8'));
const load = (path: string): Blob => new Blob([readFileSync(path)]);
const answers = new Map(
  listed.map(({ path, headers, plain, gzip }) => [
    path,
    {
      plain: { body: load(plain), headers: new Headers(headers) },
      gzip:
        gzip === undefined
          ? undefined
          : { body: load(gzip), headers: new Headers({ ...headers, 'content-encoding': 'gzip' }) },
    },
  ]),
);
Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: (request) => {
    const answer = answers.get(request.url.slice(request.url.indexOf('/', 8)));
    if (answer === undefined) return new Response(null, { status: 404 });
    const coded = answer.gzip !== undefined && request.headers.get('accept-encoding')?.includes('gzip');
    const { body, headers } = coded && answer.gzip !== undefined ? answer.gzip : answer.plain;
    return new Response(body, { headers });
  },
});
