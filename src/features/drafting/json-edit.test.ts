import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { insertMember, parseText } from './json-edit.ts';

describe('members are added to text', () => {
  test('with the indentation that is there', () => {
    const text = '{\n    "a": {\n        "b": 1\n    },\n    "c": {}\n}\n';
    expect(insertMember(text, ['a'], 'd', { e: [1] })).toBe(
      '{\n    "a": {\n        "b": 1,\n        "d": {\n            "e": [\n                1\n            ]\n        }\n    },\n    "c": {}\n}\n',
    );
    expect(insertMember(text, ['c'], 'd', true)).toBe(
      '{\n    "a": {\n        "b": 1\n    },\n    "c": {\n        "d": true\n    }\n}\n',
    );
    expect(insertMember('{"a": {"b": 1}}', ['a'], 'd', [2])).toBe('{"a": {"b": 1, "d": [2]}}');
  });

  test('with the line breaks that are there, and nothing where no object is', () => {
    expect(insertMember('{\r\n\t"ä": "}"\r\n}', [], 'b', 1)).toBe('{\r\n\t"ä": "}",\r\n\t"b": 1\r\n}');
    expect(insertMember('{"a": [1]}', ['a'], 'b', 1)).toBeUndefined();
    expect(insertMember('{"a": 1}', ['x'], 'b', 1)).toBeUndefined();
  });

  test('to whatever object, and all else stays', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4, noNullPrototype: true });
    fc.assert(
      fc.property(json, fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (object, value, indent) => {
        fc.pre(!Object.hasOwn(object, 'new') && !Object.hasOwn(object, '__proto__'));
        const text = JSON.stringify(object, undefined, indent);
        const edited = insertMember(text, [], 'new', value) ?? '';
        expect(JSON.stringify(parseText(edited))).toBe(JSON.stringify({ ...JSON.parse(text), new: value }));
      }),
    );
  });
});
