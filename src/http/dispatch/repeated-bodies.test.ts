import { expect, test } from 'bun:test';
import { RepeatedBodies } from './repeated-bodies.ts';

const textOf = (mark: string): string => JSON.stringify({ mark, list: [{ text: 'x'.repeat(3_000) }] });

test('a text that is repeated is one frozen object', () => {
  const bodies = new RepeatedBodies();
  const first = bodies.parse('/a', textOf('one'));
  const second = bodies.parse('/a', textOf('one'));
  expect(second).toEqual(first);
  expect(bodies.parse('/a', textOf('one'))).toBe(second);
  expect(() => Object.assign(Reflect.get(Object(second), 'list')[0], { text: '' })).toThrow(TypeError);
});

test('another text of the same address is another object', () => {
  const bodies = new RepeatedBodies();
  for (const mark of ['one', 'one', 'two', 'two', 'one']) {
    expect(bodies.parse('/a', textOf(mark))).toMatchObject({ mark });
  }
});

test('addresses do not share objects', () => {
  const bodies = new RepeatedBodies();
  const read = (address: string): unknown => [1, 2].map(() => bodies.parse(address, textOf('one'))).at(-1);
  expect(read('/a')).not.toBe(read('/b'));
});

test('short texts are parsed each time', () => {
  const bodies = new RepeatedBodies();
  const values = [1, 2, 3].map(() => bodies.parse('/a', '{"list":[]}'));
  expect(values).toEqual([{ list: [] }, { list: [] }, { list: [] }]);
  expect(Object.isFrozen(values[2])).toBe(false);
});
