// `livehouse releases diff`: what changed between two stored releases, whether or not they were ever current. The same
// comparison as `release/changes` of the service, with all ids, and the paths of all entries.
import { CatalogReader } from '../../../features/catalog/reader.ts';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import type { ChangeList } from '../../../features/release/history/comparison-messages.ts';
import {
  type Comparison,
  createComparisons,
  readChanges,
  totalOf,
} from '../../../features/release/history/comparisons.ts';
import { createShardCache, type OpenedRelease, openRelease } from '../../../features/release/serve/opened.ts';
import { diffReleases } from '../../../features/release/store/diff.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Command } from '../../command.ts';
import { createResourceReader, PRESENTATION_PATH } from '../../resource-documents.ts';
import { formatCount } from '../../terminal.ts';
import { withReleases } from './with-releases.ts';

const MEMORY_BYTES = 64 * 1024 * 1024;
const LIST_ITEMS = 500;
/** A command is alone and waits as long as it takes. */
const LIMITS = { waiting: 1, waitMs: 2 ** 31 - 1 } as const;
const MARKS = { added: '+', removed: '-', changed: '~' } as const;

interface EntityChange {
  readonly id: string;
  readonly change: keyof typeof MARKS;
  readonly fields: readonly string[];
}

interface FileChange {
  readonly path: string;
  readonly change: keyof typeof MARKS;
}

export const diffCommand: Command = (context) =>
  withReleases(context, async (objects) => {
    const { terminal, positionals } = context;
    const [server = '', from = '', to = ''] = positionals;
    const paths = await diffReleases(objects, server, from, to);
    const { resources, files, presentation } = await compareStored(objects, server, from, to);
    const listed = [...resources].map(([name, list]) => ({ name, list, items: [...listChanges<EntityChange>(list)] }));
    terminal.result({
      ok: true,
      ...paths,
      from,
      to,
      resources: Object.fromEntries(listed.map(({ name, list, items }) => [name, { ...countsOf(list), items }])),
      files: countsOf(files),
      ...(presentation && { presentation }),
    });
    for (const { name, list, items } of listed.filter(({ list }) => totalOf(list) > 0)) {
      terminal.say(`${name}: ${describeCounts(list)}`);
      for (const { id, change, fields } of items) {
        terminal.say(`  ${MARKS[change]} ${id}${fields.length === 0 ? '' : `  ${fields.join(', ')}`}`);
      }
    }
    if (presentation !== undefined) {
      terminal.say(`presentation ${presentation.change}`);
      for (const path of presentation.fields) terminal.say(`  ${MARKS.changed} ${path}`);
    }
    terminal.say(`files: ${describeCounts(files)}`);
    for (const { path, change } of listChanges<FileChange>(files)) terminal.say(`  ${MARKS[change]} ${path}`);
    return 0;
  });

async function compareStored(objects: Objects, server: string, from: string, to: string): Promise<Comparison> {
  const verified = new VerifiedObjects(objects, { memoryBytes: MEMORY_BYTES });
  const reader = new CatalogReader(verified, { shardBytes: MEMORY_BYTES });
  const comparisons = createComparisons(createResourceReader(reader), verified, LIMITS, PRESENTATION_PATH);
  const shards = createShardCache(verified, MEMORY_BYTES);
  const open = async (releaseId: string): Promise<OpenedRelease> => {
    const release = await openRelease(objects, shards, server, releaseId);
    if (release !== undefined) return release;
    throw operatorError('release_not_found', `The server "${server}" has no release "${releaseId}".`);
  };
  try {
    return await comparisons.require(await open(from), await open(to));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw operatorError(error.code, 'A document of a release is damaged. "livehouse releases verify" names it.');
  } finally {
    comparisons.close();
    verified.close();
  }
}

function* listChanges<T>(list: ChangeList): Generator<T> {
  for (let at = 0; at < totalOf(list); at += LIST_ITEMS) {
    for (const text of readChanges(list, at, LIST_ITEMS)) yield JSON.parse(text);
  }
}

const countsOf = ({ added, removed, changed }: ChangeList) => ({ added, removed, changed });

const describeCounts = ({ added, removed, changed }: ChangeList): string =>
  `${formatCount(added)} added, ${formatCount(removed)} removed, ${formatCount(changed)} changed`;
