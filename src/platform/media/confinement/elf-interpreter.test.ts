// The dynamic loader that an ELF program names.
import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepFolder } from '../../../../tests/fixtures/keep-open.ts';
import { readInterpreter } from './elf-interpreter.ts';

const folder = keepFolder();

test('the loader of this very runtime is a file, on Linux', () => {
  const interpreter = readInterpreter(process.execPath);
  if (process.platform === 'linux') expect(existsSync(interpreter ?? '')).toBe(true);
  else expect(interpreter).toBeUndefined();
});

test.each([
  ['a script', Buffer.from('#!/bin/sh\nexit 0\n')],
  ['nothing', Buffer.alloc(0)],
  ['a head alone', Buffer.concat([Buffer.from('7f454c460201', 'hex'), Buffer.alloc(100)])],
])('%s names none', (_, bytes) => {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  expect(readInterpreter(path)).toBeUndefined();
});
