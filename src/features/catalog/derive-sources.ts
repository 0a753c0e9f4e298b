// Derives source metadata and UI marks: the source records as the operator wrote them, the tree of their paths, and the
// marks, whose targets are checked. Tree and marks are always emitted, even if empty, so that their routes exist.
import { isObject } from '../../kernel/is-object.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { isReleasePath } from '../../kernel/names.ts';
import type { Finding } from '../release/common/finding.ts';
import type { DerivationContext } from '../release/publish/derivation.ts';
import { DESCRIPTOR_FILE } from '../release/snapshot/descriptor.ts';
import { isReleaseEntry } from '../release/snapshot/snapshot.ts';
import { jsonPath, parseJsonInput } from '../release/snapshot/tables/json-input.ts';
import { emitJson, isTooLarge, readCatalogFile } from './derive-resource.ts';
import { SOURCE_TREE_PATH, sourceRecordPath, UI_MARKS_PATH } from './formats.ts';
import { type Member, sortedObjectText } from './json-text.ts';

type Report = (finding: Finding) => void;
type Tree = Map<string, Tree | 1>;

const SOURCES = 'sources/';
const RECORD_SUFFIX = '.json';

/** Emits every source record and the tree of source paths. */
export async function deriveSources(context: DerivationContext, report: Report): Promise<void> {
  const tree: Tree = new Map();
  for (const file of context.files('sources')) {
    const refuse = (code: string, message: string): void =>
      report({ severity: 'error', file: file.path, path: '', code, message });
    const sourcePath = file.path.slice(SOURCES.length, -RECORD_SUFFIX.length);
    if (!isReleasePath(sourcePath) || !isReleasePath(sourceRecordPath(sourcePath))) {
      refuse('invalid_path', 'Without its ending this is no source path, or it is too long.');
      continue;
    }
    if (!plant(tree, sourcePath.split('/'))) {
      refuse('source_path_conflict', 'This source path is also the folder of others, or lies below a record.');
    }
    if (isTooLarge(file, report)) continue;
    const bytes = await context.readBytes(file);
    // The bytes are served unchanged, so numbers that JSON.parse would alter do not matter.
    if (parseJsonInput(bytes, { file: file.path, report, checkNumbers: false }) === undefined) continue;
    await context.emit({ path: sourceRecordPath(sourcePath), bytes, mediaType: JSON_TYPE, prepared: true });
  }
  await emitJson(context, SOURCE_TREE_PATH, treeText(tree), true);
}

/** Emits the UI marks. A mark whose target is not in the release is a warning. */
export async function deriveUiMarks(context: DerivationContext, report: Report): Promise<void> {
  const marks = await readMarks(context, report);
  for (const { place, path, file } of marks) {
    if (isReleaseEntry(path) && context.file(path) !== undefined) continue;
    const message = 'This mark points at no file of the release.';
    report({ severity: 'warning', file, path: place, code: 'mark_target_missing', message });
  }
  const members = marks.map(({ name, path }): Member => [name, JSON.stringify(path)]);
  await emitJson(context, UI_MARKS_PATH, sortedObjectText(members), true);
}

interface Mark {
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly place: string;
}

async function readMarks(context: DerivationContext, report: Report): Promise<readonly Mark[]> {
  const { uiMarks } = context.descriptor;
  if (uiMarks === undefined) return [];
  if (uiMarks.kind === 'inline') {
    return uiMarks.entries.map(([name, path]) => ({
      name,
      path,
      file: DESCRIPTOR_FILE,
      place: jsonPath(['uiMarks', name]),
    }));
  }
  const { file } = uiMarks;
  const input = await readCatalogFile(context, file, { format: undefined, delimiter: undefined }, [], report);
  if (input === undefined) return [];
  const refuse = (path: string, message: string): void =>
    report({ severity: 'error', file, path, code: 'invalid_ui_marks', message });
  const { value } = input;
  if (!isObject(value)) {
    refuse('$', 'UI marks are an object: name → release path.');
    return [];
  }
  const marks: Mark[] = [];
  for (const [name, path] of Object.entries(value)) {
    const place = jsonPath([name]);
    if (typeof path === 'string') marks.push({ name, path, file, place });
    else refuse(place, 'A mark is a release path.');
  }
  return marks;
}

/** Adds a leaf; false when a path would be both a leaf and a folder. */
function plant(tree: Tree, segments: readonly string[]): boolean {
  let node = tree;
  for (const [depth, segment] of segments.entries()) {
    const child = node.get(segment);
    if (depth === segments.length - 1) {
      if (child !== undefined) return false;
      node.set(segment, 1);
    } else if (child === 1) return false;
    else {
      const folder: Tree = child ?? new Map();
      node.set(segment, folder);
      node = folder;
    }
  }
  return true;
}

function treeText(tree: Tree): string {
  return sortedObjectText([...tree].map(([name, child]): Member => [name, child === 1 ? '1' : treeText(child)]));
}
