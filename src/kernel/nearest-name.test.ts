// The name that somebody meant.
import { expect, test } from 'bun:test';
import { nearestName } from './nearest-name.ts';

test('the name with the fewest edits, unless it is another word', () => {
  expect(nearestName('nmae', ['id', 'name', 'names'])).toBe('name');
  expect(nearestName('catalog/weapon/*.json', ['catalog/weapons/*.json', 'catalog/*.json'])).toBe(
    'catalog/weapons/*.json',
  );
  expect(nearestName('Limit', ['limit'])).toBe('limit');
  expect(nearestName('colour', ['id', 'name'])).toBeUndefined();
  expect(nearestName('x', [])).toBeUndefined();
});
