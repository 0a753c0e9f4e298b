import { expect, test } from 'bun:test';
import { WorkLine } from './line.ts';

test('one at a time, in order, whatever fails', async () => {
  const line = new WorkLine({ waiting: 8, perClient: 8 });
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('broken');
    return name;
  };
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => line.run(name, work(name))));
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a full line and a client with enough of its own are told at once', async () => {
  const line = new WorkLine({ waiting: 3, perClient: 2 });
  let open: () => void = () => undefined;
  const door = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = [line.run('a', () => door), line.run('a', () => door)];
  expect(line.run('a', () => door)).toBeUndefined();
  const second = [line.run('b', () => door), line.run('c', () => door)];
  expect(line.run('d', () => door)).toBeUndefined();
  open();
  await Promise.all([...first, ...second]);
  expect(await line.run('a', async () => 'again')).toBe('again');
});
