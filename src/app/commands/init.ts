// `livehouse init DIR`: writes the descriptor of a folder that has none, and notes that say why for every part of it. `--print`
// writes nothing but the draft to standard output, `--update` adds what is new to a descriptor that is there.
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Draft, draftSnapshot } from '../../features/drafting/draft.ts';
import { groupLeftOut } from '../../features/drafting/left-out.ts';
import { writeNotes } from '../../features/drafting/notes.ts';
import type { ResourceSummary } from '../../features/drafting/summary.ts';
import { catalogFolder, type Update, updateDescriptor } from '../../features/drafting/update.ts';
import { OperatorError, operatorError } from '../../features/release/common/operator-error.ts';
import { DESCRIPTOR_FILE, type Descriptor, parseDescriptor } from '../../features/release/snapshot/descriptor.ts';
import { PACKAGE_ROOT } from '../../platform/config/package-root.ts';
import { type Command, UsageError } from '../command.ts';
import { formatCount, formatTable, type Terminal } from '../terminal.ts';
import { formatFinding, presentFinding } from './output/findings.ts';

const NOTES_FILE = 'snapshot.notes.md';
const SCHEMA_FILE = join(PACKAGE_ROOT, 'docs/snapshot.schema.json');

export const initCommand: Command = async ({ terminal, positionals, flag }) => {
  const started = performance.now();
  const given = positionals[0] ?? '.';
  const directory = resolve(given);
  const [isPrinted, isUpdate] = [flag('print'), flag('update')];
  if (isPrinted && isUpdate) throw new UsageError('--print and --update exclude each other.');
  // Before anything is read: large folders take a while.
  if (!isPrinted && !isUpdate) refuseExisting(directory);
  const existing = isUpdate ? readExisting(directory) : undefined;
  const draft = await draftSnapshot(directory, {
    schemaPath: (root) => relative(root, SCHEMA_FILE),
    catalogFolder: existing && catalogFolder(existing.descriptor),
    onProgress: (done, total) => terminal.progress('Reading', done, total),
  });
  terminal.clear();
  const text = `${JSON.stringify(draft.descriptor, undefined, 2)}\n`;
  requireValid(text);
  for (const warning of draft.warnings) terminal.note(formatFinding(warning));
  const update = existing && updateDescriptor(existing.text, existing.descriptor, draft, draft.tables);
  if (update !== undefined) requireValid(update.text);
  const written = isPrinted ? [] : writeFiles(draft, text, update);
  const { collections, documents, entities, media, warnings, leftOut } = draft;
  terminal.result({
    ok: true,
    directory: draft.root,
    server: existing?.descriptor.server.id ?? draft.descriptor.server.id,
    written,
    collections,
    documents,
    entities,
    media,
    leftOut: leftOut.length,
    warnings: warnings.map(presentFinding),
    ...(update !== undefined && { added: update.added, gone: update.gone }),
    draft: draft.descriptor,
    resources: draft.resources.map(({ paths: _, title = null, picture = null, ...summary }) => ({
      ...summary,
      title,
      picture,
    })),
    milliseconds: Math.round(performance.now() - started),
    memoryBytes: process.resourceUsage().maxRSS * 1024,
  });
  if (isPrinted) terminal.say(text.trimEnd());
  else describe(terminal, draft, written, update, given);
  return 0;
};

function describe(
  terminal: Terminal,
  draft: Draft,
  written: readonly string[],
  update: Update | undefined,
  given: string,
): void {
  const { descriptor, collections, documents, entities, media, resources, advice } = draft;
  const { server } = descriptor;
  for (const line of tableOf(resources)) terminal.say(line);
  const rows = [
    ['  server', `${server.id} (${server.displayName})`],
    ['  collections', `${formatCount(collections)}, with ${formatCount(entities)} entities`],
    ['  documents', formatCount(documents)],
    ['  media', formatCount(media)],
  ];
  for (const line of ['', ...formatTable(rows)]) terminal.say(line);
  sayLeftOut(terminal, draft);
  terminal.say('');
  if (update !== undefined) {
    sayUpdate(terminal, update);
    return;
  }
  if (written.length === 0) {
    terminal.say('There is nothing to publish in this folder, and nothing was written.');
    return;
  }
  terminal.say(`Wrote ${DESCRIPTOR_FILE} and ${NOTES_FILE}`);
  if (advice.length > 0) terminal.say(`Some fields could be used better; see the end of ${NOTES_FILE}.`);
  terminal.say(`Next: livehouse publish ${given}`);
}

const RESOURCES_SHOWN = 80;
const PLACES_SHOWN = 4;
const CELL = 36;

function tableOf(resources: readonly ResourceSummary[]): readonly string[] {
  if (resources.length === 0) return [];
  const head = ['resource', 'entities', 'id', 'title', 'picture', 'references', 'languages'];
  const rows = resources
    .slice(0, RESOURCES_SHOWN)
    .map(({ name, entities, id, title, picture, references, languages }) => {
      const targets = [...new Set(Object.values(references).flat())];
      const tags = [...new Set(Object.values(languages).flat())];
      return [
        name,
        formatCount(entities),
        id,
        title ?? '–',
        picture?.template ?? picture?.field ?? '–',
        listOf(targets),
        listOf(tags),
      ].map(shortened);
    });
  const rest = resources.length - rows.length;
  return [...formatTable([head, ...rows], [1]), ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])];
}

const listOf = (words: readonly string[]): string => {
  const shown = words.slice(0, 3).join(', ');
  return words.length === 0 ? '–' : words.length > 3 ? `${shown} +${words.length - 3}` : shown;
};

const shortened = (text: string): string => {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > CELL ? `…${plain.slice(1 - CELL)}` : plain;
};

function sayLeftOut(terminal: Terminal, { leftOut }: Draft): void {
  if (leftOut.length === 0) return;
  terminal.say('');
  terminal.say(`Left out (${formatCount(leftOut.length)}):`);
  for (const { why, count, places } of groupLeftOut(leftOut)) {
    const names = places
      .slice(0, PLACES_SHOWN)
      .map(({ path, files }) => (files > 1 ? `${path} (${formatCount(files)})` : path));
    const more = places.length > PLACES_SHOWN ? ', …' : '';
    terminal.say(`  ${formatCount(count)} ${count === 1 ? 'file' : 'files'}: ${why}`.replaceAll('`', ''));
    terminal.say(`      ${names.join(', ').replace(/\p{Cc}/gu, ' ')}${more}`);
  }
}

function sayUpdate(terminal: Terminal, { added, gone }: Update): void {
  if (added.length === 0) terminal.say(`Nothing new for ${DESCRIPTOR_FILE}.`);
  else {
    terminal.say(`Added to ${DESCRIPTOR_FILE}:`);
    for (const path of added) terminal.say(`  ${path}`);
  }
  if (gone.length === 0) return;
  terminal.say('No longer in the data:');
  for (const line of gone) terminal.say(`  ${line.replaceAll('`', '')}`);
}

function refuseExisting(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of [DESCRIPTOR_FILE, NOTES_FILE]) {
    if (lstatSync(join(directory, name), { throwIfNoEntry: false }) === undefined) continue;
    const message = `There is a ${name} in this folder already. Nothing was changed.${name === DESCRIPTOR_FILE ? ' With --update, what is new is added to it.' : ''}`;
    throw operatorError('already_there', message, name);
  }
}

function readExisting(directory: string): { readonly text: string; readonly descriptor: Descriptor } {
  const place = join(directory, DESCRIPTOR_FILE);
  if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) {
    throw operatorError(
      'descriptor_missing',
      `There is no ${DESCRIPTOR_FILE} to update. Without --update, one is written.`,
    );
  }
  const bytes = readFileSync(place);
  const { descriptor, findings } = parseDescriptor(bytes);
  if (descriptor === undefined || findings.some(({ severity }) => severity === 'error'))
    throw new OperatorError(findings);
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), descriptor };
}

function requireValid(text: string): void {
  const { findings } = parseDescriptor(new TextEncoder().encode(text));
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new OperatorError(errors);
}

/** Writes the descriptor and its notes; nothing where there is nothing to publish, or nothing new. */
function writeFiles(draft: Draft, text: string, update: Update | undefined): readonly string[] {
  const notes = writeNotes(draft, DESCRIPTOR_FILE);
  if (update === undefined) {
    if (isEmpty(draft)) return [];
    writeBoth(draft.root, text, notes);
    return [DESCRIPTOR_FILE, NOTES_FILE];
  }
  if (update.added.length === 0) return [];
  replaceFile(realpathSync(join(draft.root, DESCRIPTOR_FILE)), update.text);
  replaceFile(join(draft.root, NOTES_FILE), notes);
  return [DESCRIPTOR_FILE, NOTES_FILE];
}

const isEmpty = ({ descriptor, media }: Draft): boolean =>
  descriptor.resources === undefined &&
  descriptor.uiMarks === undefined &&
  descriptor.gameClient === undefined &&
  media === 0;

/** Creates both files or none. The flag `wx` refuses to replace what was made in the meantime. */
function writeBoth(root: string, descriptor: string, notes: string): void {
  const notesPlace = join(root, NOTES_FILE);
  writeFileSync(notesPlace, notes, { flag: 'wx' });
  try {
    writeFileSync(join(root, DESCRIPTOR_FILE), descriptor, { flag: 'wx' });
  } catch (error) {
    rmSync(notesPlace, { force: true });
    throw error;
  }
}

/** Replaces a file at once, so that nobody reads a half of it. */
function replaceFile(place: string, text: string): void {
  const temporary = `${place}.${process.pid}.new`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
