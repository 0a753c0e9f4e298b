// `deploy/pin.sh` against a registry of the test: the digest of each version stands behind it, again after a version changed.
import { expect, test } from 'bun:test';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../fixtures/keep-open.ts';

const ROOT = join(import.meta.dir, '..', '..');

test('writes the digests of the shipped files, and nothing else', async () => {
  const folder = folderForTest();
  const asked: string[] = [];
  const digestOf = (name: string): string => `sha256:${new Bun.CryptoHasher('sha256').update(name).digest('hex')}`;
  using registry = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/token') return Response.json({ token: `for ${searchParams.get('scope')}` });
      const [, name = '', version = ''] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(pathname) ?? [];
      asked.push(`${name}:${version}`);
      if (request.headers.get('authorization') !== `Bearer for repository:${name}:pull`)
        return new Response('', { status: 401 });
      if (version === '9.9.9') return new Response('', { status: 404 });
      return new Response('', { headers: { 'docker-content-digest': digestOf(`${name}:${version}`) } });
    },
  });
  const files = ['Dockerfile', 'compose.yaml'].map((name) => join(folder, name));
  const pin = async (): Promise<number> => {
    const child = Bun.spawn(['bash', join(ROOT, 'deploy', 'pin.sh'), ...files], {
      env: { ...process.env, PIN_REGISTRY: registry.url.origin, PIN_TOKENS: `${registry.url.origin}/token?service=x` },
      stdout: 'ignore',
      stderr: 'ignore',
    });
    return child.exited;
  };
  const read = (): string => files.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const file of files) cpSync(join(ROOT, file.slice(folder.length)), file);
  const before = read();
  expect(await pin()).toBe(0);
  const pinned = read();
  expect(asked.toSorted()).toEqual([
    expect.stringMatching(/^library\/caddy:/),
    expect.stringMatching(/^library\/node:/),
    expect.stringMatching(/^library\/postgres:/),
  ]);
  for (const name of asked) expect(pinned).toContain(`${name.slice('library/'.length)}@${digestOf(name)}`);
  expect(pinned.replaceAll(/@sha256:[0-9a-f]{64}/g, '')).toBe(before);
  expect(pinned.match(/@sha256:/g)?.length).toBe(4);
  expect(await pin()).toBe(0);
  expect(read()).toBe(pinned);
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replace(/caddy:[\d.]+/, 'caddy:9.9.9'));
  const unknown = read();
  expect([await pin(), read()]).toEqual([1, unknown]);
}, 30_000);
