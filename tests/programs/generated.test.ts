// Clients in TypeScript that generators from npm make of the interface document: each reads an entity, the file that it names,
// and gets a refusal with its code. They encode the slashes of a path, and follow the redirect to the plain ones.
import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { runIn } from '../fixtures/packed-project.ts';
import { sha256Of } from '../fixtures/publications.ts';
import { openWorld } from '../world.ts';

const ROOT = join(import.meta.dir, '../..');
const OPENAPI_TYPESCRIPT = join(ROOT, 'packages/client/node_modules/openapi-typescript/bin/cli.js');
const TSC = join(ROOT, 'packages/client/node_modules/typescript/bin/tsc');
const { TEST_NODE: NODE = '', TEST_PACKAGES: PACKAGES = '' } = process.env;
const JACKET = 'Assets/Livehouse/Jackets/1002.png';
const MODEL = 'unity/jackets.jsonl.gz';

const world = await keepOpen(openWorld());
await world.publish(SAMPLE);
const folder = keepFolder();
// Copied: a generator looks for the packages beside the real path of a link.
cpSync(PACKAGES, join(folder, 'node_modules'), { recursive: true });
writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
writeFileSync(join(folder, 'openapi.json'), await (await world.fetch('/openapi.json?profile=client')).text());
mkdirSync(join(folder, 'generated'));

async function run(...command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runIn(folder, command);
  expect([command.slice(1, 3), code, code === 0 ? '' : stdout + stderr]).toEqual([command.slice(1, 3), 0, '']);
  return stdout;
}

/** Checks a program with the compiler, builds it, and runs it with Node. */
async function runProgram(name: string, text: string): Promise<unknown> {
  writeFileSync(join(folder, `${name}.ts`), text);
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
  await run(NODE, TSC, ...options, '--module', 'esnext', '--moduleResolution', 'bundler', `${name}.ts`);
  await run(process.execPath, 'build', `${name}.ts`, '--target=node', `--outfile=${name}.mjs`);
  return JSON.parse(await run(NODE, `${name}.mjs`));
}

const expected = async () => ({
  title: 'Promise of the Lighthouse',
  jacket: sha256Of(readFileSync(join(SAMPLE, 'assets', JACKET))),
  object: sha256Of(new Uint8Array(await (await world.fetch(`/objects/demo/${MODEL}`)).arrayBuffer())),
  refusal: [404, 'entity_not_found'],
});

const HASH = `const sha256 = async (bytes: ArrayBuffer | undefined): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
`;

test('openapi-typescript and openapi-fetch', async () => {
  await run(NODE, OPENAPI_TYPESCRIPT, 'openapi.json', '-o', 'generated/schema.d.ts');
  const program = `import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.d.ts';
${HASH}
const client = createClient<paths>({ baseUrl: '${world.address}' });
const entity = (id: string) =>
  client.GET('/api/v1/servers/{server}/{resource}/{id}', { params: { path: { server: 'demo', resource: 'songs', id } } });
const jacket = await client.GET('/assets/{server}/{path}', {
  params: { path: { server: 'demo', path: '${JACKET}' } },
  parseAs: 'arrayBuffer',
});
const object = await client.GET('/objects/{server}/{path}', {
  params: { path: { server: 'demo', path: '${MODEL}' } },
  parseAs: 'arrayBuffer',
});
const song = (await entity('1001')).data as { musicTitle: string[] };
const { response, error } = await entity('none');
console.log(JSON.stringify({
  title: song.musicTitle[1],
  jacket: await sha256(jacket.data),
  object: await sha256(object.data),
  refusal: [response.status, error?.error.code],
}));
`;
  expect(await runProgram('fetch', program)).toEqual(await expected());
}, 120_000);

test('@hey-api/openapi-ts', async () => {
  const generator = join(folder, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  await run(NODE, generator, '-i', 'openapi.json', '-o', 'generated/hey', '-c', '@hey-api/client-fetch');
  const program = `import { assetRead, entityRead, objectRead } from './generated/hey/index';
import { client } from './generated/hey/client.gen';
${HASH}
client.setConfig({ baseUrl: '${world.address}' });
const entity = (id: string) => entityRead({ path: { server: 'demo', resource: 'songs', id } });
const jacket = await assetRead({ path: { server: 'demo', path: '${JACKET}' } });
const object = await objectRead({ path: { server: 'demo', path: '${MODEL}' } });
const song = (await entity('1001')).data as { musicTitle: string[] };
const { response, error } = await entity('none');
console.log(JSON.stringify({
  title: song.musicTitle[1],
  jacket: await sha256(await jacket.data?.arrayBuffer()),
  object: await sha256(await object.data?.arrayBuffer()),
  refusal: [response?.status, (error as { error: { code: string } }).error.code],
}));
`;
  expect(await runProgram('hey', program)).toEqual(await expected());
}, 180_000);
