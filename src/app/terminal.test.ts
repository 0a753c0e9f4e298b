// What commands print of their progress where nobody watches a bar.
import { expect, spyOn, test } from 'bun:test';
import { openTerminal } from './terminal.ts';

test('progress without a terminal is a line each ten seconds, with numbers', () => {
  const lines: string[] = [];
  let now = 1_000_000;
  const written = spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  const clock = spyOn(performance, 'now').mockImplementation(() => now);
  const isTty = process.stderr.isTTY;
  process.stderr.isTTY = false;
  try {
    const terminal = openTerminal(false);
    for (let second = 0; second <= 25; second += 1) {
      terminal.progress('Sending', second * 1_500_000, 45_600_000, 'bytes');
      now += 1000;
    }
    terminal.progress('Reading', 12, 1200);
    terminal.progress('Deriving', 0, 0);
  } finally {
    process.stderr.isTTY = isTty;
    written.mockRestore();
    clock.mockRestore();
  }
  expect(lines).toEqual([
    'Sending … 0 bytes of 43.5 MiB\n',
    'Sending … 14.3 MiB of 43.5 MiB\n',
    'Sending … 28.6 MiB of 43.5 MiB\n',
    'Reading … 12 of 1,200\n',
    'Deriving …\n',
  ]);
});
