// What holds for the pages: which files may reach the browser and what they may import, no way around elements and the
// policy, no words outside of the tables, and a row of the browser tests for every page.
import { expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import { COMPARED_PAGES } from '../browser/compared-pages.ts';
import { COMPONENT_ROWS } from '../browser/components.tsx';
import { PAGE_ROWS } from '../browser/pages.ts';
import { shipped } from './sources.ts';

const web = shipped.filter(({ path }) => path.startsWith('web/'));
const roomOf = (path: string): string => path.split('/')[1] ?? '';
/** Rooms whose files run in the browser. */
const BROWSER_ROOMS = new Set(['islands', 'client', 'ui']);
/** Files of those rooms that the server alone loads. */
const SERVER_FILES = new Set(['web/islands/all.ts', 'web/islands/island.tsx']);
const browser = web.filter(
  ({ path }) => (BROWSER_ROOMS.has(roomOf(path)) && !SERVER_FILES.has(path)) || path.startsWith('web/markdown/'),
);
/** Files outside of these rooms that run on both sides. */
const SHARED = new Set(['web/messages/say.ts', 'web/markdown/view.tsx', 'web/markdown/tree.ts']);

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
const offenders = (files: typeof web, pattern: RegExp): readonly string[] =>
  files.flatMap(({ path, text }) => {
    const found = pattern.exec(withoutComments(text));
    return found === null ? [] : [`${path}: ${found[0].trim()}`];
  });

test('what runs in the browser loads nothing of the server', () => {
  const foreign = browser.flatMap(({ path, loads }) =>
    loads
      .filter((other) => !SHARED.has(other) && !browser.some((file) => file.path === other))
      .filter((other) => !other.startsWith('kernel/') && !other.startsWith('../packages/client/'))
      .map((other) => `${path} → ${other}`),
  );
  expect(foreign).toEqual([]);
});

test('components that run on both sides do not touch the browser', () => {
  const both = web.filter(({ path }) => roomOf(path) === 'ui' || SHARED.has(path));
  expect(offenders(both, /\b(?:document|window|localStorage|sessionStorage|navigator)\./)).toEqual([]);
});

test('no markup from texts, no code from texts, no style attribute', () => {
  const markup = /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|DOMParser|document\.write/;
  const code = /\beval\(|new Function\(|new Worker\(/;
  expect(offenders(web, markup)).toEqual([]);
  expect(offenders(web, code)).toEqual([]);
  expect(offenders(web, /\sstyle=[{"']/)).toEqual([]);
});

test('words of the interface are in the tables', () => {
  const views = web.filter(({ path }) => path.endsWith('.tsx'));
  // Text between tags, and attributes that are read aloud or shown.
  expect(offenders(views, /(?<![=\-\w])>[^<>{}()=;:]*\p{L}[^<>{}()=;:]*<\//u)).toEqual([]);
  expect(offenders(views, /\s(?:title|alt|aria-label|placeholder|label)="[^"]*\p{L}/u)).toEqual([]);
});

test('files with elements name their library, since an installed package has no settings of the compiler', () => {
  const silent = web.filter(
    ({ path, text }) => path.endsWith('.tsx') && !text.startsWith('/** @jsxImportSource preact */\n'),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});

/** Without those that only redirect under a name of their own. */
const pages = listRoutes().filter(
  ({ id, dialect, method, answers }) =>
    dialect === 'page' && method === 'GET' && (answers[200] !== undefined || id.endsWith('Page')),
);

test('pages are called pages', () => {
  expect(pages.map(({ id }) => id).filter((id) => !id.endsWith('Page'))).toEqual([]);
  const others = listRoutes().filter(({ id, dialect }) => id.endsWith('Page') && dialect !== 'page');
  expect(others.map(({ id }) => id)).toEqual([]);
});

test('every page has a row in the browser tests', () => {
  const rows = new Set(PAGE_ROWS.map(({ route }) => route));
  expect(pages.map(({ id }) => id).filter((id) => !rows.has(id))).toEqual([]);
  const ids = new Set(pages.map(({ id }) => id));
  expect([...rows].filter((id) => !ids.has(id))).toEqual([]);
});

test('every component has a row in the gallery', async () => {
  const shown = new Set<unknown>(COMPONENT_ROWS.flatMap(({ shows }) => shows));
  const missing: string[] = [];
  for (const { path } of web.filter((file) => roomOf(file.path) === 'ui' && file.path.endsWith('.tsx'))) {
    const exported: Readonly<Record<string, unknown>> = await import(`../../src/${path}`);
    const components = Object.entries(exported).filter(([name]) => /^[A-Z][a-z]/.test(name));
    missing.push(...components.filter(([, value]) => !shown.has(value)).map(([name]) => `${path}: ${name}`));
  }
  expect(missing).toEqual([]);
});

test('pages whose pictures are compared have rows', () => {
  const names = new Set(PAGE_ROWS.map(({ name }) => name));
  expect(COMPARED_PAGES.filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(COMPARED_PAGES).size).toBe(COMPARED_PAGES.length);
});
