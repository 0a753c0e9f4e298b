// Every operation of the document for clients is called on a service with the sample, and its answer is one that the document
// describes: status, media type, schema. Operations that are left out have a reason in fixtures/operation-calls/skipped.ts.
import { expect, test } from 'bun:test';
import { EXAMPLES } from '../../src/app/interface-document.ts';
import type { Example } from '../../src/http/openapi/examples.ts';
import { ApiDocument } from '../fixtures/document.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { callsOf, makeCall } from '../fixtures/operation-calls/calls.ts';
import { SKIPPED } from '../fixtures/operation-calls/skipped.ts';
import { openCallStage } from '../fixtures/operation-calls/stage.ts';

const examples = new Map<string, readonly Example[]>();
const stage = await keepOpen(openCallStage());
const document = new ApiDocument(await (await stage.home.world.fetch('/openapi.json?profile=client')).text());

test('every operation is answered as the document says', async () => {
  const problems: string[] = [];
  for (const operation of document.operations) {
    if (operation.id in SKIPPED) continue;
    try {
      for (const call of await callsOf(operation, stage)) {
        const { answered, example } = await makeCall(operation, call, stage, document);
        const fault =
          answered.status >= 400
            ? `${answered.status}: ${answered.body.slice(0, 200)}`
            : document.judge(operation, operation.method, answered);
        if (fault !== undefined) problems.push(`${operation.id}: ${fault}`);
        examples.set(operation.id, [...(examples.get(operation.id) ?? []), example]);
      }
    } catch (error) {
      problems.push(`${operation.id}: ${error}`);
    }
  }
  expect(problems).toEqual([]);
}, 300_000);

test('the examples of the document are these answers', () => {
  // After a change of an answer: npm run gen
  expect(Object.fromEntries(examples)).toEqual(EXAMPLES as never);
});

test('what is left out exists', () => {
  const known = new Set(document.operations.map(({ id }) => id));
  expect(Object.keys(SKIPPED).filter((id) => !known.has(id))).toEqual([]);
});
