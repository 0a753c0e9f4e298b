// Programs in Python: a generator from npm makes a client of the interface document, and the recipe for Python uses it.
import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { convertToEarlier } from '../fixtures/openapi-earlier.ts';
import { runProgram } from '../fixtures/run-command.ts';
import { openWorld } from '../world.ts';

const RECIPES = join(import.meta.dir, '../../docs/recipes');
/** It runs once and briefly: optimising its code would take longer than it saves. */
const JAVA = ['java', '-XX:TieredStopAtLevel=1', '-jar'];
/** The client alone, without its documentation and the drafts of its tests. */
const PARTS = 'apiDocs=false,apiTests=false,modelDocs=false,modelTests=false';
const { TEST_GENERATOR = '', TEST_PYTHON = '' } = process.env;

async function run(cwd: string, ...command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, { PYTHONPATH: cwd }, { cwd });
  if (code !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

test('a generated client is imported, reads a song and its jacket, and gets a refusal with its code', async () => {
  const folder = folderForTest();
  await using world = await openWorld();
  await world.publish(SAMPLE);
  // As docs/recipes/README.md says, but that this version of the generator reads OpenAPI 3.0 only.
  const document: Record<string, unknown> = JSON.parse(
    await (await world.fetch('/openapi.json?profile=client')).text(),
  );
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(convertToEarlier(document)));
  const words = ['generate', '-g', 'python', '-i', 'openapi.json', '-o', 'client', '--package-name', 'livehouse'];
  await run(folder, ...JAVA, TEST_GENERATOR, ...words, '--global-property', PARTS);
  mkdirSync(join(folder, 'program'));
  writeFileSync(join(folder, 'program/song.py'), readFileSync(join(RECIPES, 'song.py')));
  const said = await run(join(folder, 'client'), TEST_PYTHON, '../program/song.py', world.address, '1001');
  const jacket = await world.fetch('/assets/demo/Assets/Livehouse/Jackets/Thumbs/1001.png');
  const { byteLength } = await jacket.arrayBuffer();
  expect(said).toMatch(
    new RegExp(`^Promise of the Lighthouse\\n${byteLength} bytes\\n404 entity_not_found \\S{8,}\\n$`),
  );
}, 300_000);
