// `livehouse init DIR`: writes the descriptor of a folder that has none, and notes that say why for every part of it.
// Neither file is ever overwritten.
import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { draftSnapshot } from '../../features/drafting/draft.ts';
import { writeNotes } from '../../features/drafting/notes.ts';
import { OperatorError, operatorError } from '../../features/release/common/operator-error.ts';
import { DESCRIPTOR_FILE, parseDescriptor } from '../../features/release/snapshot/descriptor.ts';
import { PACKAGE_ROOT } from '../../platform/config/package-root.ts';
import type { Command } from '../command.ts';
import { formatCount, formatTable } from '../terminal.ts';
import { formatFinding, presentFinding } from './output/findings.ts';

const NOTES_FILE = 'snapshot.notes.md';
const SCHEMA_FILE = join(PACKAGE_ROOT, 'docs/snapshot.schema.json');

export const initCommand: Command = async ({ terminal, positionals }) => {
  const directory = resolve(positionals[0] ?? '.');
  // Before anything is read: large folders take a while.
  refuseExisting(directory);
  const draft = await draftSnapshot(directory, {
    schemaPath: (root) => relative(root, SCHEMA_FILE),
    onProgress: (done, total) => terminal.progress('Reading', done, total),
  });
  terminal.clear();
  const text = `${JSON.stringify(draft.descriptor, undefined, 2)}\n`;
  const { findings } = parseDescriptor(new TextEncoder().encode(text));
  if (findings.length > 0) throw new OperatorError(findings);
  writeBoth(draft.root, text, writeNotes(draft, DESCRIPTOR_FILE));
  const { collections, documents, entities, media, warnings, leftOut, advice } = draft;
  const { server } = draft.descriptor;
  for (const warning of warnings) terminal.note(formatFinding(warning));
  terminal.result({
    ok: true,
    directory: draft.root,
    server: server.id,
    written: [DESCRIPTOR_FILE, NOTES_FILE],
    collections,
    documents,
    entities,
    media,
    leftOut: leftOut.length,
    warnings: warnings.map(presentFinding),
  });
  const rows = [
    ['  server', `${server.id} (${server.displayName})`],
    ['  collections', `${formatCount(collections)}, with ${formatCount(entities)} entities`],
    ['  documents', formatCount(documents)],
    ['  media', formatCount(media)],
    ['  left out', formatCount(leftOut.length)],
    ['  warnings', formatCount(warnings.length)],
  ];
  for (const line of [`Wrote ${DESCRIPTOR_FILE} and ${NOTES_FILE}`, ...formatTable(rows)]) terminal.say(line);
  if (advice.length > 0) terminal.say(`Some values name files in another way; see the end of ${NOTES_FILE}.`);
  terminal.say(`Next: livehouse publish ${positionals[0] ?? '.'}`);
  return 0;
};

function refuseExisting(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of [DESCRIPTOR_FILE, NOTES_FILE]) {
    if (lstatSync(join(directory, name), { throwIfNoEntry: false }) === undefined) continue;
    const message = `There is a ${name} in this folder already. Nothing was changed.`;
    throw operatorError('already_there', message, name);
  }
}

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
