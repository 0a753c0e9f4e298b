// Part of `npm run gen`: writes the examples of the interface document, from real answers of a service with the sample. Every
// operation of the document for clients is called as tests/long/document-operations.test.ts calls it.
import { join } from 'node:path';
import type { Example } from '../src/http/openapi/examples.ts';
import { ApiDocument } from '../tests/fixtures/document.ts';
import { callsOf, makeCall } from '../tests/fixtures/operation-calls/calls.ts';
import { SKIPPED } from '../tests/fixtures/operation-calls/skipped.ts';
import { openCallStage } from '../tests/fixtures/operation-calls/stage.ts';

const FILE = join(import.meta.dir, '..', 'src', 'app', 'interface-examples.json');

await using stage = await openCallStage();
const document = new ApiDocument(await (await stage.home.world.fetch('/openapi.json?profile=client')).text());
const examples: Record<string, Example[]> = {};
for (const operation of document.operations) {
  if (operation.id in SKIPPED) continue;
  const own: Example[] = [];
  for (const call of await callsOf(operation, stage)) {
    const { answered, example } = await makeCall(operation, call, stage, document);
    if (answered.status >= 400) throw new Error(`${operation.id} was answered ${answered.status}: ${answered.body}`);
    own.push(example);
  }
  examples[operation.id] = own;
}
await Bun.write(FILE, `${JSON.stringify(examples, undefined, 1)}\n`);
