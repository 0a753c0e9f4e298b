// Items of a list of changes with the values of their fields, and single ones.
import { Refusal } from '../../../kernel/refusal.ts';
import type { OpenedRelease } from '../serve/opened.ts';
import type { ChangeKind, EntityChange } from './comparison-messages.ts';
import type { EntityChanges } from './entity-changes.ts';
import type { EntityDocuments, FoundDocument } from './entity-documents.ts';

/** A page ends when its items have this size. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

interface Compared {
  readonly from: OpenedRelease;
  readonly to: OpenedRelease;
  readonly resource: string;
  readonly signal: AbortSignal;
}

interface ListedChange {
  readonly id: string;
  readonly change: ChangeKind;
}

/** The documents of both releases with entities that changed. */
interface DocumentPair {
  readonly before: FoundDocument;
  readonly after: FoundDocument;
  readonly ids: string[];
}

/**
 * Items of a list (`lines`, as JSON texts) with the values of their fields: the first of them, and as many more as a page may hold.
 * Refuses with `request_aborted`, and when a document is damaged.
 */
export async function addValues(
  documents: EntityDocuments,
  changes: EntityChanges,
  { from, to, resource, lines, signal }: Compared & { readonly lines: readonly string[] },
): Promise<readonly string[]> {
  const listed = lines.map((line): ListedChange => JSON.parse(line));
  const pairs = new Map<string, DocumentPair>();
  for (const { id, change } of listed) {
    if (change !== 'changed') continue;
    const [before, after] = [await documents.find(from, resource, id), await documents.find(to, resource, id)];
    const name = `${before.document?.object.sha256} ${after.document?.object.sha256}`;
    const pair = pairs.get(name) ?? { before, after, ids: [] };
    pairs.set(name, pair);
    pair.ids.push(id);
  }
  const values = new Map<string, EntityChange>();
  for (const { before, after, ids } of pairs.values()) {
    for (const entry of await changes.compare(before.document, after.document, ids, signal)) values.set(...entry);
  }
  const items: string[] = [];
  let characters = 0;
  for (const [i, { id }] of listed.entries()) {
    const item = `${lines[i]?.slice(0, -1)},"values":${values.get(id)?.values ?? '[]'}}`;
    characters += item.length;
    if (characters > PAGE_CHARACTERS && items.length > 0) break;
    items.push(item);
  }
  return items;
}

/** The item of one entity; undefined where it did not change. Refuses with `resource_not_found` where neither release has the resource. */
export async function readOneChange(
  documents: EntityDocuments,
  changes: EntityChanges,
  { from, to, resource, signal, id, hasValues }: Compared & { readonly id: string; readonly hasValues: boolean },
): Promise<string | undefined> {
  const [before, after] = [await documents.find(from, resource, id), await documents.find(to, resource, id)];
  if (!before.hasResource && !after.hasResource) throw new Refusal('resource_not_found');
  const found = (await changes.compare(before.document, after.document, [id], signal)).get(id);
  if (found === undefined) return undefined;
  const { change, fields, values } = found;
  const item = JSON.stringify({ id, change, fields });
  return hasValues ? `${item.slice(0, -1)},"values":${values}}` : item;
}
