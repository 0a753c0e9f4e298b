// Where the pages of files come from: the tree of the release, the text of a small file, and its source record.
import type { FileEntry, FileTree, FileTrees, FolderEntry } from '../../../features/files/trees.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { type Gone, readGoneFile } from '../common/gone.ts';
import type { Catalog } from '../common/reads.ts';

export type ReleaseFiles = Pick<FileTrees, 'open' | 'readText'>;

/** Where the current release lacks what a pinned page shows. */
export interface MayBeGone {
  readonly gone: Gone | undefined;
}

export interface FolderData {
  readonly kind: 'folder';
  readonly folder: string;
  readonly text: string | undefined;
  readonly folders: readonly FolderEntry[];
  /** Of the page that is shown. */
  readonly files: readonly FileEntry[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** The file that the pane beside the list shows; undefined where the page lists none. */
  readonly shown: Pick<FileData, 'path' | 'file' | 'preview'> | undefined;
}

interface Variant {
  readonly path: string;
  /** The file that answers, if it is another one. */
  readonly answeredBy: string | undefined;
}

export interface FileData {
  readonly kind: 'file';
  /** The path that was asked for; `file` may be another one that answers. */
  readonly path: string;
  readonly file: FileEntry;
  readonly variants: readonly Variant[];
  readonly preview: Preview;
  /** Address of the record of where the file comes from. */
  readonly source: string | undefined;
}

type Preview =
  | { readonly kind: 'picture' | 'sound' | 'film' | 'none' | 'tooLarge' }
  | { readonly kind: 'text'; readonly text: string };

const PAGE_LENGTH = 200;
const PREVIEW_BYTES = 256 * 1024;
const TAGGED = /\((?:en|ko|zh-Hans|zh-Hant)\)(?=(?:\.[^/.]*)?$)/;
const TAGS = ['en', 'zh-Hans', 'zh-Hant', 'ko'];
const TEXT_TYPES = /^(?:text\/|application\/(?:json|x-ndjson)\b)/;

export interface FilesQuestion {
  readonly path: string;
  readonly text: string | undefined;
  readonly page: number;
  /** Name of the file that the pane of a folder shows, below the folder; default: the first. */
  readonly shown: string | undefined;
}

/** Reads a folder or a file. Refuses paths that the release does not have. */
export async function readFiles(
  catalog: Catalog,
  files: ReleaseFiles,
  question: FilesQuestion,
): Promise<(FolderData | FileData) & MayBeGone> {
  const { server, releaseId } = catalog;
  const tree = await files.open(server.id, releaseId);
  const { path } = question;
  const file = path === '' ? undefined : tree.answering(path);
  const gone = await readGoneFile(catalog, files, path);
  if (file !== undefined) return { ...(await readFile(catalog, files, tree, path, file)), gone };
  const listed = tree.list(path);
  if (listed === undefined && path !== '') throw new Refusal('not_found');
  return { ...(await readFolder({ catalog, files, tree }, listed ?? { folders: [], files: [] }, question)), gone };
}

async function readFolder(
  {
    catalog,
    files: reader,
    tree,
  }: { readonly catalog: Catalog; readonly files: ReleaseFiles; readonly tree: FileTree },
  listed: NonNullable<ReturnType<FileTree['list']>>,
  { path: folder, text, page: asked, shown: name }: FilesQuestion,
): Promise<FolderData> {
  const found = text === undefined ? listed.files : tree.search(folder, text);
  const folders = text === undefined ? listed.folders : [];
  const total = folders.length + found.length;
  const pages = Math.max(1, Math.ceil(total / PAGE_LENGTH));
  const page = Math.min(asked, pages);
  const start = (page - 1) * PAGE_LENGTH;
  const shownFolders = folders.slice(start, start + PAGE_LENGTH);
  const from = Math.max(0, start - folders.length);
  const files = found.slice(from, from + PAGE_LENGTH - shownFolders.length);
  const below = folder === '' ? '' : `${folder}/`;
  const file = files.find(({ path }) => path === `${below}${name}`) ?? files[0];
  const [preview] = await Promise.all([
    file && readPreview(catalog, reader, file),
    file && catalog.media.learn([file.path]),
  ]);
  return {
    kind: 'folder' as const,
    folder,
    text,
    total,
    page,
    pages,
    files,
    folders: shownFolders,
    shown: file && preview && { path: file.path, file, preview },
  };
}

async function readFile(
  catalog: Catalog,
  files: ReleaseFiles,
  tree: FileTree,
  path: string,
  file: FileEntry,
): Promise<FileData> {
  const [preview, source] = await Promise.all([
    readPreview(catalog, files, file),
    findSource(catalog, file.path),
    catalog.media.learn([file.path]),
  ]);
  return { kind: 'file', path, file, variants: listVariants(tree, path), preview, source };
}

/** Names of the same picture in other languages, if there are any; each with the file that answers. */
function listVariants(tree: FileTree, path: string): readonly Variant[] {
  const plain = path.replace(TAGGED, '');
  const dot = plain.indexOf('.', plain.lastIndexOf('/') + 1);
  const [stem, suffix] = dot < 0 ? [plain, ''] : [plain.slice(0, dot), plain.slice(dot)];
  const names = [plain, ...TAGS.map((tag) => `${stem}(${tag})${suffix}`)];
  if (names.filter((name) => tree.file(name) !== undefined).length < 2) return [];
  return names.flatMap((name) => {
    const found = tree.answering(name);
    return found === undefined || name === path
      ? []
      : [{ path: name, answeredBy: found.path === name ? undefined : found.path }];
  });
}

async function readPreview(catalog: Catalog, files: ReleaseFiles, file: FileEntry): Promise<Preview> {
  const { mediaType, bytes, path } = file;
  if (/^image\/(?:png|jpeg|webp|gif)$/.test(mediaType)) return { kind: 'picture' };
  if (mediaType.startsWith('audio/')) return { kind: 'sound' };
  if (mediaType.startsWith('video/')) return { kind: 'film' };
  if (!TEXT_TYPES.test(mediaType)) return { kind: 'none' };
  if (bytes > PREVIEW_BYTES) return { kind: 'tooLarge' };
  const text = await files.readText(catalog.server.id, catalog.releaseId, path, PREVIEW_BYTES);
  return text === undefined ? { kind: 'none' } : { kind: 'text', text: readable(mediaType, text) };
}

/** JSON on one line is laid out; numbers that would change by that are left as they are. */
function readable(mediaType: string, text: string): string {
  if (!mediaType.startsWith('application/json') || text.trim().includes('\n')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text.trim() ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

async function findSource({ page, server, releaseId }: Catalog, path: string): Promise<string | undefined> {
  const [, root, rest] = /^assets\/(Assets|Packages)\/(.+)$/.exec(path) ?? [];
  if (root === undefined || rest === undefined) return undefined;
  const given = { params: { server: server.id, path: rest }, query: { release: releaseId } };
  const asked =
    root === 'Assets'
      ? await page.ask('GET /api/v1/servers/{server}/sources/Assets/{path...}', given)
      : await page.ask('GET /api/v1/servers/{server}/sources/Packages/{path...}', given);
  return asked.ok
    ? `/api/v1/servers/${server.id}/sources/${root}/${rest.split('/').map(encodeURIComponent).join('/')}`
    : undefined;
}
