// The export stream: complete when read to the end, broken off when a source fails, and without open sources when the
// client disconnects.
import { expect, test } from 'bun:test';
import { readZip } from '../../../../tests/fixtures/zip.ts';
import { type ExportSource, jsonFile } from '../../../kernel/export-file.ts';
import { streamExport } from './export.ts';

const PIECE = new Uint8Array(64 * 1024).fill(7);
const unexpected = (error: unknown): never => {
  throw error;
};
const read = async (
  sources: readonly ExportSource[],
  onError: (error: unknown) => void = unexpected,
): Promise<Uint8Array> => new Response(streamExport(sources, 'account', onError)).bytes();

test('members of all sources, in their order, texts and streams', async () => {
  const first: ExportSource = async function* (accountId) {
    yield jsonFile('a.json', { accountId });
    yield { name: 'media/picture.bin', content: new Blob([PIECE]).stream() };
  };
  const second: ExportSource = async function* () {
    yield {
      name: 'posts/日本.json',
      content: (async function* () {
        yield '[';
        yield new TextEncoder().encode(']');
      })(),
    };
  };
  const files = readZip(await read([first, second]));
  expect([...files.keys()]).toEqual(['a.json', 'media/picture.bin', 'posts/日本.json']);
  expect(JSON.parse(Buffer.from(files.get('a.json') ?? []).toString())).toEqual({ accountId: 'account' });
  expect(files.get('media/picture.bin')?.length).toBe(PIECE.length);
  expect(Buffer.from(files.get('posts/日本.json') ?? []).toString()).toBe('[]');
});

test('a failing source breaks off the zip, between members and inside one', async () => {
  const between: ExportSource = async function* () {
    yield jsonFile('a.json', 1);
    throw new Error('between');
  };
  const inside: ExportSource = async function* () {
    yield {
      name: 'a.bin',
      content: (async function* () {
        yield PIECE;
        throw new Error('inside');
      })(),
    };
  };
  for (const [source, message] of [
    [between, 'between'],
    [inside, 'inside'],
  ] as const) {
    const told: unknown[] = [];
    await expect(read([source], (error) => told.push(error))).rejects.toThrow(message);
    expect(told).toHaveLength(1);
  }
});

test('a disconnecting reader ends the sources and the open member', async () => {
  const ended: string[] = [];
  const source: ExportSource = async function* () {
    try {
      yield {
        name: 'endless.bin',
        content: (async function* () {
          try {
            for (;;) yield PIECE;
          } finally {
            ended.push('member');
          }
        })(),
      };
    } finally {
      ended.push('source');
    }
  };
  const reader = streamExport([source], 'account', unexpected).getReader();
  for (let i = 0; i < 5; i++) await reader.read();
  await reader.cancel();
  await Bun.sleep(0);
  expect(ended.sort()).toEqual(['member', 'source']);
});

test.each(['more', 'the end'])('a reader that disconnects while waiting for %s is not a failure', async (what) => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const source: ExportSource = async function* () {
    yield {
      name: 'slow.bin',
      content: (async function* () {
        yield PIECE;
        reached.resolve();
        await gate.promise;
        if (what === 'more') yield PIECE;
      })(),
    };
  };
  const reader = streamExport([source], 'account', (error) => errors.push(error)).getReader();
  await reader.read();
  const rest = reader.read();
  await reached.promise;
  const cancelled = reader.cancel();
  gate.resolve();
  await cancelled;
  await rest;
  await Bun.sleep(0);
  expect(errors).toEqual([]);
});
