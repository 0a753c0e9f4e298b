// Which releases were once current, and when, as readers see it. Read again when a process sees a new pointer; what happens
// in between changes the record, but not what it tells. Releases that were never current are unknown here.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Releases } from '../serve/releases.ts';
import type { Promotion } from '../store/formats.ts';
import { readPromotionLog } from '../store/promotions.ts';

/** A promotion that made a release current. */
export type Turn = Promotion & { readonly kind: 'promote' | 'rollback' };

export interface PromotionView {
  /** Version of the pointer that this view was made for. */
  readonly version: string;
  readonly current: string;
  /** Oldest first. */
  readonly turns: readonly Turn[];
  /** Releases that were once current, each by its last turn, newest first. */
  readonly releases: readonly Turn[];
}

const VIEWS_BYTES = 8 * 1024 * 1024;
const TURN_BYTES = 256;

export function createPromotionViews(objects: Objects, releases: Releases) {
  const cache = new BoundedCache<string, PromotionView>(VIEWS_BYTES);
  const flights = new SingleFlight<string, PromotionView>();

  /** The view of a server. Refuses with `server_not_found`, `release_invalid` or `storage_unavailable`. */
  async function require(server: string): Promise<PromotionView> {
    const version = releases.requirePointerVersion(server);
    const cached = cache.read(server);
    if (cached?.version === version) return cached;
    return flights.run(server, () => read(server));
  }

  /** Whether the view still holds. */
  function isStanding(server: string, { version }: PromotionView): boolean {
    return cache.read(server)?.version === version && releases.requirePointerVersion(server) === version;
  }

  async function read(server: string): Promise<PromotionView> {
    const { entries, pointer, isDamaged } = await readPromotionLog(objects, server);
    if (pointer === undefined) throw new Refusal('server_not_found');
    if (pointer.value === undefined || isDamaged) throw new Refusal('release_invalid');
    const turns = entries.filter((entry): entry is Turn => entry.kind !== 'retire');
    const last = new Map<string, Turn>();
    for (const turn of turns) {
      last.delete(turn.releaseId);
      last.set(turn.releaseId, turn);
    }
    const { version } = pointer;
    const view = { version, current: pointer.value.releaseId, turns, releases: [...last.values()].reverse() };
    cache.store(server, view, turns.length * TURN_BYTES + 1024);
    return view;
  }

  return { require, isStanding };
}

export type PromotionViews = ReturnType<typeof createPromotionViews>;
