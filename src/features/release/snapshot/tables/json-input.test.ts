import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { words } from '../../../../../tests/fixtures/words.ts';
import type { Finding } from '../../common/finding.ts';
import { type JsonInput, type JsonInputOptions, jsonPath, parseJsonInput } from './json-input.ts';
import { isExactNumber } from './json-scan.ts';

function parse(
  input: string | Uint8Array,
  options: Partial<JsonInputOptions> = {},
): { readonly input: JsonInput | undefined; readonly findings: readonly Finding[]; readonly codes: readonly string[] } {
  const findings: Finding[] = [];
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const parsed = parseJsonInput(bytes, { file: 'f.json', report: (finding) => findings.push(finding), ...options });
  return { input: parsed, findings, codes: findings.map(({ code, path }) => `${code} ${path}`) };
}

describe('parseJsonInput', () => {
  test('every JSON text gives the result of JSON.parse and no finding', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (text, indent) => {
        const spelled = JSON.stringify(JSON.parse(text), null, indent);
        const { input, findings } = parse(spelled);
        expect(JSON.stringify(input?.value)).toBe(JSON.stringify(JSON.parse(spelled)));
        expect(findings).toEqual([]);
      }),
    );
  });

  test('invalid JSON is what JSON.parse rejects', () => {
    const mutated = fc.tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', ':', '0', '{', '\\'),
    );
    fc.assert(
      fc.property(mutated, ([text, at, insert]) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + insert + text.slice(place + 1);
        let valid = true;
        try {
          JSON.parse(broken);
        } catch {
          valid = false;
        }
        expect(parse(broken).input !== undefined).toBe(valid);
      }),
      { numRuns: 500 },
    );
  });

  test('a byte order mark is accepted, invalid UTF-8 is refused', () => {
    expect(parse('\u{feff}{"a":1}').input?.value).toEqual({ a: 1 });
    expect(parse(new Uint8Array([0x22, 0xff, 0x22])).codes).toEqual(['invalid_json ']);
  });

  test('the location of a mistake is reported', () => {
    expect(parse('{\n  "a": 1,\n}').findings[0]?.message).toContain('line 3, column 1');
    expect(parse('').findings[0]?.message).toContain('ends too early');
  });

  test('a depth of up to 100 is allowed', () => {
    expect(parse('['.repeat(100) + ']'.repeat(100)).findings).toEqual([]);
    expect(parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`).codes).toEqual([`json_too_deep $${'.a'.repeat(100)}`]);
    expect(parse('['.repeat(200_000)).input).toBeUndefined();
  });

  test('a file over its limit is refused', () => {
    expect(parse('[1,2]', { bytesMax: 4 }).codes).toEqual(['file_too_large ']);
  });

  test('each number that a double cannot represent is reported', () => {
    const { codes, input } = parse(
      '{"a":[0.1, 9007199254740993, {"b c": 3.14159265358979323846}], "x": 1e400, "y": 1.50e3}',
    );
    expect(codes).toEqual(['number_not_exact $.a[1]', 'number_not_exact $.a[2]["b c"]', 'number_not_exact $.x']);
    expect(input).toBeDefined();
    expect(parse('[9007199254740993]', { checkNumbers: false }).findings).toEqual([]);
  });

  test('the finding states the number that is served instead', () => {
    const { findings } = parse('[9007199254740993, 1e400, -1e999]');
    expect(findings.map(({ message }) => /it becomes ([^.]*)\./.exec(message)?.[1])).toEqual([
      '9007199254740992',
      'null',
      'null',
    ]);
  });

  test('reported numbers are capped', () => {
    expect(parse(`[${'9007199254740993,'.repeat(999)}0]`).findings).toHaveLength(51);
  });

  test('a duplicate key is found, also when spelled with escapes', () => {
    const { codes, input } = parse('{"o":{"k":1,"\\u006b":2},"p":[{"q":1},{"q":1,"q":2}]}');
    expect(codes).toEqual(['duplicate_key $.o.k', 'duplicate_key $.p[1].q']);
    expect(input?.value).toEqual({ o: { k: 2 }, p: [{ q: 1 }, { q: 2 }] });
  });

  test('a duplicate key is found among many', () => {
    const keys = Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`);
    expect(parse(`{${keys.join(',')}}`).findings).toEqual([]);
    expect(parse(`{${keys.join(',')},"k77":0}`).codes).toEqual(['duplicate_key $.k77']);
  });

  test('repeated members of a collection are returned with their first value', () => {
    const { input, findings } = parse('{"c":{"a" : {"v":1} , "b":2, "a":3, "__proto__":[1],"__proto__":4}}', {
      collections: [['c']],
    });
    expect(findings).toEqual([]);
    expect(input?.repeated).toEqual([
      { collection: ['c'], key: 'a', first: { v: 1 } },
      { collection: ['c'], key: '__proto__', first: [1] },
    ]);
  });
});

test('a number is exact when JavaScript writes the same decimal value', () => {
  for (const text of words('0 -0 0.0 1.0 100 1e2 1E+2 0.30000000000000004 1e22 5e-324 120e-1')) {
    expect([text, isExactNumber(text)]).toEqual([text, true]);
  }
  for (const text of ['0.300000000000000041', '12345678901234567890', '1e-400', '1e999', '9007199254740993']) {
    expect([text, isExactNumber(text)]).toEqual([text, false]);
  }
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => isExactNumber(JSON.stringify(value))),
  );
});

test('paths quote names where needed', () => {
  expect(jsonPath(['a', 3, 'b c', '__proto__', '1'])).toBe('$.a[3]["b c"].__proto__["1"]');
});
