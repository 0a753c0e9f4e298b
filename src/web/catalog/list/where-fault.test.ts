import { expect, test } from 'bun:test';
import { QueryFault } from '../../../features/query/language/fault.ts';
import { parseWhere } from '../../../features/query/language/where.ts';
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

/** What the interface says of a text that cannot be read. */
function reasonOf(where: string): string {
  try {
    parseWhere(where);
  } catch (error) {
    if (error instanceof QueryFault && error.fault.code === 'invalid_query') return error.fault.reason;
    throw error;
  }
  throw new Error(`${where} is no fault`);
}

test.each<[where: string, key: WordedReason['key']]>([
  ['!!a=1', 'whereComparison'],
  ['=1', 'wherePath'],
  ['a', 'whereOperator'],
  ['a=', 'whereValue'],
  ['a=word', 'whereQuotes'],
  ['a="word', 'whereQuoteEnd'],
  ['(a=1', 'whereSign'],
  ['a=1 b=2', 'whereSign'],
  ['a[b=1', 'whereSign'],
  ['a in (1 2)', 'whereSign'],
])('what the interface says of %s has words', (where, key) => {
  expect(wordReason(reasonOf(where)).key).toBe(key);
});
