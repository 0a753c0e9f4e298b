import { expect, test } from 'bun:test';
import { Turns, type WorkerSlot } from './turns.ts';

const LIMITS = { running: 2, waiting: 8, together: 64 };
const SHARED: WorkerSlot = { isApart: false };
const APART: WorkerSlot = { isApart: true };
const any = (): WorkerSlot => SHARED;
const take = (turns: Turns<string>, findPlace: (task: string) => WorkerSlot | undefined = any) =>
  turns.next(findPlace)?.task;

test('clients take turns, and none has more than two tasks running', () => {
  const turns = new Turns<string>(LIMITS);
  for (const task of ['a1', 'a2', 'a3', 'a4']) turns.wait('a', task);
  turns.wait('b', 'b1');
  expect([take(turns), take(turns), take(turns), take(turns)]).toEqual(['a1', 'b1', 'a2', undefined]);
  turns.wait('c', 'c1');
  turns.end('a', SHARED);
  expect([take(turns), take(turns), take(turns)]).toEqual(['c1', 'a3', undefined]);
  for (const key of ['a', 'a', 'b', 'c']) turns.end(key, SHARED);
  expect([take(turns), take(turns)]).toEqual(['a4', undefined]);
  turns.end('a', SHARED);
  expect(turns.busyClients).toBe(0);
});

test('eight tasks of a client wait, and the ninth is refused', () => {
  const turns = new Turns<number>(LIMITS);
  for (let task = 0; task < 8; task++) expect(turns.wait('a', task)).toBeUndefined();
  expect(turns.wait('a', 8)).toBe(8);
  expect(turns.wait('b', 9)).toBeUndefined();
  turns.leave('a', 3);
  expect(turns.wait('a', 10)).toBeUndefined();
  expect(turns.clear()).toEqual([0, 1, 2, 4, 5, 6, 7, 10, 9]);
});

test('64 tasks wait in all: a client with fewer displaces the last one of the client with most', () => {
  const turns = new Turns<string>(LIMITS);
  for (let client = 0; client < 8; client++) for (let at = 0; at < 8; at++) turns.wait(`c${client}`, `${client}.${at}`);
  expect(turns.wait('new', 'n0')).toBe('0.7');
  expect(turns.wait('new', 'n1')).toBe('1.7');
  for (let at = 2; at < 7; at++) expect(turns.wait('new', `n${at}`)).toMatch(/^\d\.[67]$/);
  expect(turns.wait('new', 'n7')).toBe('n7');
});

test('a task that is not accepted waits, and does not hold up the others of its client', () => {
  const turns = new Turns<string>(LIMITS);
  turns.wait('a', 'query');
  turns.wait('a', 'page');
  turns.wait('b', 'page');
  const isPage = (task: string) => (task === 'page' ? APART : undefined);
  expect([take(turns, isPage), take(turns, isPage), take(turns, isPage)]).toEqual(['page', 'page', undefined]);
  expect(take(turns)).toBe('query');
});

test('a task that continues begun work waits whatever else does', () => {
  const turns = new Turns<number>({ running: 1, waiting: 1, together: 1 });
  turns.wait('a', 1);
  expect(turns.wait('a', 2)).toBe(2);
  turns.waitAnyway('a', 3);
  expect([turns.next(any)?.task, turns.next(any)]).toEqual([1, undefined]);
  turns.end('a', SHARED);
  expect(turns.next(any)?.task).toBe(3);
});

test('what runs apart delays no other task of its client', () => {
  const turns = new Turns<string>(LIMITS);
  for (const task of ['a1', 'a2', 'a3']) turns.wait('a', task);
  expect([take(turns), take(turns)]).toEqual(['a1', 'a2']);
  turns.wait('b', 'page');
  turns.wait('b', 'query');
  expect(take(turns, (task) => (task === 'page' ? APART : undefined))).toBe('page');
  turns.end('a', SHARED);
  expect(take(turns)).toBe('query');
  turns.end('b', APART);
  turns.end('b', SHARED);
  expect(turns.busyClients).toBe(1);
});
