// Localized media fallback (reference sheet, 8.4): a file stem that ends in a language tag may be answered by another file.
// Chinese falls back to the other Chinese, then to the unlocalized file; English and Korean to the unlocalized one.
import { Refusal } from '../../kernel/refusal.ts';
import type { OpenedRelease, ReleaseFile } from '../release/serve/opened.ts';

const TAGGED = /^(.*)\((en|ko|zh-Hans|zh-Hant)\)((?:\.[^/.]*)?)$/s;

/** Release paths to try after the exact one, in order. */
export function planFallbacks(path: string): readonly string[] {
  const slash = path.lastIndexOf('/') + 1;
  const match = TAGGED.exec(path.slice(slash));
  if (match === null) return [];
  const [, stem = '', tag = '', suffix = ''] = match;
  const folder = path.slice(0, slash);
  const plain = stem === '' ? [] : [`${folder}${stem}${suffix}`];
  if (tag === 'zh-Hans') return [`${folder}${stem}(zh-Hant)${suffix}`, ...plain];
  if (tag === 'zh-Hant') return [`${folder}${stem}(zh-Hans)${suffix}`, ...plain];
  return plain;
}

/** The file of a path or of its first fallback that the release has. `exact` is what it has at the path itself. */
export async function readLocalized(
  release: OpenedRelease,
  path: string,
  exact: ReleaseFile | undefined | Promise<ReleaseFile | undefined> = release.readFile(path),
): Promise<ReleaseFile> {
  const found = await exact;
  if (found !== undefined) return found;
  for (const other of planFallbacks(path)) {
    const file = await release.readFile(other);
    if (file !== undefined) return file;
  }
  throw new Refusal('not_found');
}
