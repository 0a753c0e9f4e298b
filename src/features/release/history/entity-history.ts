// The history of an entity: the promotions of its server, the newest first, each compared with the one before. A release that was
// current several times counts each time.

import type { EntityChanges } from './entity-changes.ts';
import type { EntityDocuments, FoundDocument } from './entity-documents.ts';
import type { Turn } from './promotion-views.ts';

/** Releases that one request looks at. */
export const HISTORY_RELEASES = 20;

/** What the releases so far have: not even the resource, the resource alone, or the entity. */
export type Seen = 'nothing' | 'resource' | 'entity';

export interface EntityHistoryPage {
  /** JSON texts, the newest first. */
  readonly items: readonly string[];
  /** Number of the promotion that the next page begins with; undefined where the history ends. */
  readonly next: number | undefined;
  readonly seen: Seen;
}

export interface EntityHistoryQuestion {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
  /** Promotions of releases that are stored, newest first, from where the page begins. */
  readonly turns: readonly Turn[];
  readonly limit: number;
  readonly seen: Seen;
  readonly signal: AbortSignal;
}

/** Reads a page of the history. Refuses as the releases are refused when they are damaged. */
export async function readEntityHistory(
  documents: EntityDocuments,
  changes: EntityChanges,
  { server, resource, id, turns, limit, seen: before, signal }: EntityHistoryQuestion,
): Promise<EntityHistoryPage> {
  let at = -1;
  /** The next promotion whose release is still there. */
  async function step(): Promise<{ readonly turn: Turn; readonly found: FoundDocument } | undefined> {
    for (at++; at < turns.length; at++) {
      const turn = turns[at];
      const found = turn && (await documents.findStored(server, turn.releaseId, resource, id));
      if (turn !== undefined && found !== undefined) return { turn, found };
    }
    return undefined;
  }

  const items: string[] = [];
  let seen = before;
  let current = await step();
  for (let looked = 0; current !== undefined && looked < HISTORY_RELEASES && items.length < limit; looked++) {
    const { turn, found } = current;
    const earlier = await step();
    if (found.hasResource && seen === 'nothing') seen = 'resource';
    const pair = [earlier?.found.document, found.document] as const;
    const change = (await changes.compare(...pair, [id], signal)).get(id);
    if (change !== undefined) {
      seen = 'entity';
      const facts = JSON.stringify({ releaseId: turn.releaseId, promotedAt: turn.at, change: change.change });
      items.push(`${facts.slice(0, -1)},"fields":${change.values}}`);
    }
    current = earlier;
  }
  return { items, next: current?.turn.number, seen };
}
