// A resource of a catalog: entities by id, queries, views and relations, or the document.
import type { CallOptions, Connection } from '../calls/connection.ts';
import { callOperation, type LooseInput } from '../calls/operations.ts';
import { openPages, type Paged } from '../calls/pages.ts';
import type { Answer, OperationId } from '../calls/types.ts';
import type {
  DeclaredCollection,
  DeclaredDocument,
  EntityOf,
  RelatedOf,
  RelationName,
  ViewEntityOf,
  ViewName,
} from './declared.ts';
import { type Found, Query, type QueryPage } from './query.ts';

/** Entities of a batch, and ids that were not found. */
export interface Batch<Entity> {
  readonly items: Readonly<Record<string, Entity>>;
  readonly missing: readonly string[];
}

/** A page of a view. */
export interface ViewPage<Entity> {
  readonly items: readonly { readonly id: string; readonly value: Entity }[];
  /** Entities of the view. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Entities in one page of a view. */
const VIEW_ENTITIES = 100;
/** Ids in one request of a batch, so that addresses stay short. */
const BATCH_IDS = 100;

/** A collection. */
export class Collection<C extends DeclaredCollection> {
  readonly #connection: Connection;
  readonly #place: LooseInput;

  /** @internal `place` has server, resource and release. */
  constructor(connection: Connection, place: LooseInput) {
    this.#connection = connection;
    this.#place = place;
  }

  /** An entity. Rejects with `entity_not_found` if there is none. */
  get(id: string, options?: CallOptions): Promise<EntityOf<C>> {
    return this.#call('entityRead', { id }, options);
  }

  /** Several entities by id. */
  async batch(ids: readonly string[], options?: CallOptions): Promise<Batch<EntityOf<C>>> {
    const items: Record<string, EntityOf<C>> = {};
    const missing: string[] = [];
    for (let start = 0; start < ids.length; start += BATCH_IDS) {
      const id = ids.slice(start, start + BATCH_IDS);
      const batch: Batch<EntityOf<C>> = await this.#call('resourceRead', { id }, options);
      Object.assign(items, batch.items);
      missing.push(...batch.missing);
    }
    return { items, missing };
  }

  /** The index document (what lists show of each entity), or the document of a document resource. */
  read(options?: CallOptions): Promise<unknown> {
    return this.#call('resourceRead', {}, options);
  }

  /** Asks for entities by conditions, order and fields. */
  query(): Query<C> {
    return new Query(this.#connection, this.#place);
  }

  /** All entities, whole, in the order of the catalog. */
  all(options?: CallOptions): Paged<Found<EntityOf<C>>, QueryPage<EntityOf<C>>> {
    return this.query().whole().all(options);
  }

  /** Paths, types and statistics of the fields. */
  fields(options?: CallOptions): Promise<Answer<'catalogFields'>> {
    return this.#call('catalogFields', {}, options);
  }

  /** JSON Schema of the entities. */
  schema(options?: CallOptions): Promise<unknown> {
    return this.#call('catalogSchema', {}, options);
  }

  /** A view: a list of the publisher with entities of another form. */
  view(view: ViewName<C>, options?: CallOptions): Promise<unknown> {
    return this.#call('viewRead', { view }, options);
  }

  /** An entity of a view. */
  viewEntity<V extends ViewName<C>>(view: V, id: string, options?: CallOptions): Promise<ViewEntityOf<C, V>> {
    return this.#call('viewEntityRead', { view, id }, options);
  }

  /** All entities of a view, page by page. */
  viewEntities<V extends ViewName<C>>(
    view: V,
    options?: CallOptions,
  ): Paged<Found<ViewEntityOf<C, V>>, ViewPage<ViewEntityOf<C, V>>> {
    return openPages<Found<ViewEntityOf<C, V>>, ViewPage<ViewEntityOf<C, V>>>(
      { view, limit: VIEW_ENTITIES },
      (input) => this.#call('viewRead', input, options),
      ({ items }) => items.map(({ id, value }) => ({ id, entity: value })),
      ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
      options?.signal,
    );
  }

  /** What a relation leads to from a key: entities by id, or records; empty if there is nothing. */
  relation<R extends RelationName<C>>(
    relation: R,
    key: string,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, RelatedOf<C, R>>>> {
    return this.#call('relationRead', { relation, key }, options);
  }

  #call<Result>(id: OperationId, input: LooseInput, options: CallOptions | undefined): Promise<Result> {
    return callOperation(this.#connection, id, { ...this.#place, ...input }, options);
  }
}

/** A document resource. */
export interface DocumentResource<D extends DeclaredDocument> {
  /** The document. */
  read(options?: CallOptions): Promise<D['content']>;
  /** JSON Schema of the document. */
  schema(options?: CallOptions): Promise<unknown>;
}

/** The resource that a declaration describes. */
export type ResourceOf<D> = D extends DeclaredCollection
  ? Collection<D>
  : D extends DeclaredDocument
    ? DocumentResource<D>
    : never;
