import { expect, test } from 'bun:test';
import { JsonText } from './answer.ts';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

test('bytes that are read again are one frozen object', () => {
  const bytes = bytesOf({ list: [{ text: 'a' }] });
  const read = (): unknown => new JsonText(bytes).read();
  const first = read();
  const second = read();
  expect(first).toEqual({ list: [{ text: 'a' }] });
  expect(second).toEqual(first);
  expect(Object.isFrozen(first)).toBe(false);
  expect(read()).toBe(second);
  expect(() => Object.assign(Reflect.get(Object(second), 'list')[0], { text: '' })).toThrow(TypeError);
});

test('other bytes are another object, even with the same text', () => {
  const read = (bytes: Buffer<ArrayBuffer>): unknown => [1, 2].map(() => new JsonText(bytes).read()).at(-1);
  expect(read(bytesOf({ a: 1 }))).not.toBe(read(bytesOf({ a: 1 })));
});
