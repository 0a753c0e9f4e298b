// The entry point: connects to a service. Sends no request before the first call.
import { Connection, type ConnectOptions } from './calls/connection.ts';
import { type Operations, openOperations } from './calls/operations.ts';
import { type Lists, openLists } from './calls/pages.ts';
import { type Catalog, openCatalog } from './catalog/catalog.ts';
import type { AnyServers, DeclaredServers } from './catalog/declared.ts';
import { listen, type Notification, type NotificationOptions } from './live/notifications.ts';

/** A service. `S` declares its catalogs: the types that `livehouse types` writes. */
export interface Livehouse<S extends DeclaredServers = AnyServers> {
  /** Address of the service, without a slash at its end. */
  readonly url: string;
  /** Every operation of the interface by its id: `api.postCreate({ body: { body: 'Hello' } })`. */
  readonly api: Operations;
  /** Every paged list, element by element: `for await (const post of each.postList({ tag: 'news' }))`. */
  readonly each: Lists;
  /** The catalog of a server: `catalog('demo').songs.get('1001')`. */
  catalog<Server extends keyof S & string>(server: Server): Catalog<S[Server]>;
  /** Headers that identify the account, for requests of your own and for uploads. */
  authorization(): Promise<Readonly<Record<string, string>>>;
  /** The account's notifications as they happen, until the loop ends or `signal` aborts, which ends it without an error. */
  notifications(options?: NotificationOptions): AsyncGenerator<Notification, void, undefined>;
}

/**
 * Connects to a service.
 *
 * @param url its address. On its own pages: `''`
 */
export function connect<S extends DeclaredServers = AnyServers>(
  url: string | URL,
  options: ConnectOptions = {},
): Livehouse<S> {
  const connection = new Connection(url, options);
  return {
    url: connection.base,
    api: openOperations(connection),
    each: openLists(connection),
    catalog: (server) => openCatalog(connection, server),
    authorization: () => connection.authorization(),
    notifications: (options) => listen(connection, options),
  };
}
