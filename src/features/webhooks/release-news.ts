// Reports promotions of releases: compares `promotions.json` of a server with the last reported promotion, which is updated
// in the transaction that enqueues the deliveries. So none is lost while the database is unavailable, none is reported
// twice, and any process may look at any time.
import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { webhookPosition } from '../../platform/database/schema/webhooks.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Promotion } from '../release/store/formats.ts';
import { readPromotionLog } from '../release/store/promotions.ts';
import type { TellEvent, WebhookEvent } from './events.ts';

export interface ReleaseNewsDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly tell: TellEvent;
  /** Public address without trailing slash. */
  readonly publicUrl: () => string;
  readonly log: Log;
}

type ReleasePosition = Pick<typeof webhookPosition.$inferSelect, 'number' | 'at'>;

/** Entries beyond a place. A record that was begun anew counts from 1 again; its time then decides. Pure. */
export function findNews(entries: readonly Promotion[], place: ReleasePosition | undefined): readonly Promotion[] {
  if (place === undefined) return entries;
  const isBegunAnew = (entries.at(-1)?.number ?? 0) < place.number;
  return entries.filter(({ number, at }) => (isBegunAnew ? at > place.at.getTime() : number > place.number));
}

export class ReleaseNews {
  readonly #dependencies: ReleaseNewsDependencies;
  /** Pointer versions of which everything was told. */
  readonly #told = new Map<string, string>();
  #versions: ReadonlyMap<string, string> = new Map();
  #isLooking = false;
  #isClosed = false;

  constructor(dependencies: ReleaseNewsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks after servers whose pointers have moved. Called with the versions of all of them, about once a second. */
  notice(versions: ReadonlyMap<string, string>): void {
    this.#versions = versions;
    if (this.#isLooking || this.#isClosed || this.#dependencies.database.state !== 'ready') return;
    if (this.#listMoved().length === 0) return;
    this.#isLooking = true;
    void this.catchUp().finally(() => {
      this.#isLooking = false;
    });
  }

  /** Tells what is known to have happened, so that a webhook made next hears of what comes after it only. */
  async catchUp(): Promise<void> {
    for (const [server, version] of this.#listMoved()) {
      try {
        await this.#look(server);
        this.#told.set(server, version);
      } catch (error) {
        // Looked after again in a second.
        this.#dependencies.log.debug('news of a release could not be told yet', { server, error });
      }
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  #listMoved(): readonly (readonly [server: string, version: string])[] {
    return [...this.#versions].filter(([server, version]) => this.#told.get(server) !== version);
  }

  async #look(server: string): Promise<void> {
    const { database, objects } = this.#dependencies;
    const { entries } = await readPromotionLog(objects, server);
    if (entries.length === 0) return;
    await database.transaction((tx) => this.#tellNews(tx, server, entries));
  }

  async #tellNews(tx: Transaction, server: string, entries: readonly Promotion[]): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook_place'), hashtext(${server}))`);
    const [place] = await tx.select().from(webhookPosition).where(eq(webhookPosition.server, server));
    const news = findNews(entries, place);
    const last = news.at(-1);
    if (last === undefined) return;
    for (const entry of news) await this.#dependencies.tell(tx, this.#eventOf(server, entry));
    const reached = { number: last.number, at: new Date(last.at) };
    await tx
      .insert(webhookPosition)
      .values({ server, ...reached })
      .onConflictDoUpdate({ target: webhookPosition.server, set: reached });
  }

  #eventOf(server: string, { kind, releaseId, number, at }: Promotion): WebhookEvent {
    const moment = new Date(at);
    if (kind === 'retire') return { type: 'release.retired', at: moment, data: { server, releaseId, number } };
    const url = `${this.#dependencies.publicUrl()}/api/v1/servers/${server}/release?release=${releaseId}`;
    return { type: 'release.promoted', at: moment, data: { server, releaseId, number, kind, url } };
  }
}
