// Damaged tables and random bytes: a reader never throws, never hangs, and ends with a value or with an error that says why.
// A failure names the seed of its file; `damage(seed, …)` makes the same file again.
import { expect, test } from 'bun:test';
import { createChance } from '../fixtures/query-model.ts';
import { readTable } from '../fixtures/read-table.ts';
import { TABLE_SEEDS } from '../fixtures/table-seeds.ts';

const FIRST_SEED = 20_261_127;
const RUNS_PER_SEED = 500;
const RANDOM_FILES = 3000;
/** A file takes milliseconds; the rest is for a busy machine. */
const SLOWEST_MS = 5000;
const MESSAGE_LENGTH_MAX = 500;

/** What the formats give a meaning to. */
const PIECES = [
  ...['"', "'", ',', ';', '\t', '\n', '\r\n', '\r', ' ', '\0', '\ufeff', '""', '",', '"\n', '\\', 'あ', '𠮷'],
  ...[
    '[',
    ']',
    '{',
    '}',
    ':',
    ': ',
    '- ',
    '? ',
    '# ',
    '&a ',
    '*a',
    '!x ',
    '|\n',
    '>-\n',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
  ],
  ...['0', '-0', '1e400', '9007199254740993', 'true', 'null', '__proto__', '<<: ', 'a: b\n', '{"a":1}\n', '\\ud800'],
].map((text) => new TextEncoder().encode(text));

/** The bytes with one to five changes. */
function damage(seed: number, bytes: Uint8Array): Uint8Array {
  const chance = createChance(seed);
  const below = (count: number): number => Math.floor(chance() * count);
  let damaged: Uint8Array = bytes;
  for (let change = below(5); change >= 0; change--) {
    const from = below(damaged.length + 1);
    const to = Math.min(damaged.length, from + below(12));
    const [before, middle, after] = [damaged.subarray(0, from), damaged.subarray(from, to), damaged.subarray(to)];
    const piece = PIECES[below(PIECES.length)] ?? middle;
    const kind = below(6);
    const times = below(8) === 0 ? 300 : 1 + below(3);
    const repeated = (part: Uint8Array): readonly Uint8Array[] => Array.from({ length: times }, () => part);
    const random = Uint8Array.from({ length: below(4) }, () => below(256));
    const put: readonly Uint8Array[] =
      kind === 0
        ? []
        : kind === 1
          ? [random]
          : kind === 2
            ? [middle, ...repeated(middle)]
            : kind === 3
              ? [piece, middle]
              : kind === 4
                ? repeated(piece)
                : [after.subarray(0, 20), middle];
    damaged = new Uint8Array(Buffer.concat([before, ...put, after]));
  }
  return damaged.subarray(0, 200_000);
}

function checkReading(name: string, file: string, bytes: Uint8Array): void {
  const started = performance.now();
  try {
    const { value, findings } = readTable(file, bytes);
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect({ isValue: value !== undefined, isRefused: errors.length > 0 }).toEqual({
      isValue: errors.length === 0,
      isRefused: value === undefined,
    });
    if (value !== undefined) JSON.stringify(value);
    expect(findings.length).toBeLessThan(200);
    for (const { message, code } of findings) {
      expect(code).toMatch(/^[a-z_]+$/);
      expect(message).toEndWith('.');
      expect(message.length).toBeLessThan(MESSAGE_LENGTH_MAX);
    }
    expect(performance.now() - started).toBeLessThan(SLOWEST_MS);
  } catch (error) {
    throw new Error(`${file} of ${name}`, { cause: error });
  }
}

test('interesting tables', () => {
  for (const [index, { file, bytes }] of TABLE_SEEDS.entries()) checkReading(`table ${index}`, file, bytes);
});

test('damaged tables', () => {
  for (const [index, { file, bytes }] of TABLE_SEEDS.entries()) {
    for (let run = 0; run < RUNS_PER_SEED; run++) {
      const seed = FIRST_SEED + index * RUNS_PER_SEED + run;
      checkReading(`table ${index}, seed ${seed}`, file, damage(seed, bytes));
    }
  }
});

test.each(['table.csv', 'table.tsv', 'table.ndjson', 'table.yaml', 'table.json'])('random bytes as %s', (file) => {
  for (let run = 0; run < RANDOM_FILES; run++) {
    const seed = FIRST_SEED + run;
    const chance = createChance(seed);
    const isText = chance() < 0.7;
    const length = Math.floor(chance() * 60);
    const bytes = isText
      ? new Uint8Array(
          Buffer.concat(Array.from({ length }, () => PIECES[Math.floor(chance() * PIECES.length)] ?? new Uint8Array())),
        )
      : Uint8Array.from({ length }, () => chance() * 256);
    checkReading(`seed ${seed}`, file, bytes);
  }
});
