import { expect, test } from 'bun:test';
import { type WordedReason, wordReason } from './where-fault.ts';

test.each<[reason: string, ...words: [WordedReason['key'], WordedReason['values']]]>([
  ['a value is expected', 'whereValue', {}],
  ['&& or || is expected', 'whereSign', { sign: '&& / ||' }],
  [') is expected', 'whereSign', { sign: ')' }],
  ['power is a number', 'whereNumber', { field: 'power' }],
  ['There is no field band.nope', 'whereNoField', { field: 'band.nope' }],
  ['The query would scan about 600 MiB of text; at most 512 MiB are scanned', 'whereExpensive', {}],
  ['absence has no order', 'whereOther', {}],
])('%s', (reason, key, values) => {
  expect(wordReason(reason)).toEqual({ key, values });
});
