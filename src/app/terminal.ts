// Output of commands: the result on standard output (text, or with `--json` exactly one line), everything else on
// standard error. Progress is a bar on a terminal and plain lines elsewhere. A closed pipe (`| head`) is not an error.

export interface Terminal {
  readonly json: boolean;
  /** Prints a line of the result as text; nothing with `--json`. */
  say(line: string): void;
  /** Prints the result as JSON with `--json`; nothing without. */
  result(value: Readonly<Record<string, unknown>>): void;
  /** Prints a line to standard error. */
  note(line: string): void;
  /** Reports the progress of a step; call often. `total` 0: not countable. `unit`: what is counted. */
  progress(label: string, done: number, total: number, unit?: ProgressUnit): void;
  /** Ends the progress display before other output. */
  clear(): void;
}

type ProgressUnit = 'items' | 'bytes';

const BAR_CELLS = 30;
const BAR_EVERY_MS = 80;
const LINE_EVERY_MS = 10_000;

/** The terminal of this process. */
export function openTerminal(json: boolean): Terminal {
  ignoreBrokenPipe(process.stdout);
  ignoreBrokenPipe(process.stderr);
  const bar = process.stderr.isTTY === true;
  let label = '';
  let drawn = false;
  let shownAt = 0;
  const clear = (): void => {
    if (drawn) process.stderr.write('\r\x1b[K');
    drawn = false;
  };
  const note = (line: string): void => {
    clear();
    process.stderr.write(`${line}\n`);
  };
  return {
    json,
    note,
    clear,
    say: (line) => {
      clear();
      if (!json) process.stdout.write(`${line}\n`);
    },
    result: (value) => {
      clear();
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
    },
    progress: (next, done, total, unit = 'items') => {
      const now = performance.now();
      const isNew = next !== label;
      if (!isNew && now - shownAt < (bar ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      label = next;
      shownAt = now;
      if (bar) {
        process.stderr.write(`\r\x1b[K${drawBar(next, done, total, unit)}`);
        drawn = true;
      } else
        process.stderr.write(`${next} …${total === 0 ? '' : ` ${FORMATS[unit](done)} of ${FORMATS[unit](total)}`}\n`);
    },
  };
}

function drawBar(label: string, done: number, total: number, unit: ProgressUnit): string {
  if (total === 0) return `${label} …`;
  const cells = Math.round((done / total) * BAR_CELLS);
  const percent = `${Math.floor((done / total) * 100)}`.padStart(3);
  return `${label.padEnd(12)} ${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${percent} %  ${FORMATS[unit](done)}/${FORMATS[unit](total)}`;
}

function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `142.0 MiB`: the binary units that limits are set in, one decimal place. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `62,683`. */
export function formatCount(count: number): string {
  // Formatting by locale would load the data of locales first.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const FORMATS: Readonly<Record<ProgressUnit, (value: number) => string>> = { items: formatCount, bytes: formatBytes };

/** `0.36 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** `2026-11-21 03:24` in UTC. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');
}

/** Rows as aligned columns. `right` lists the positions of right-aligned columns. */
export function formatTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, Bun.stringWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const gap = ' '.repeat((widths[i] ?? 0) - Bun.stringWidth(cell));
        return right.includes(i) ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}
