// A typed client of Livehouse services, for browsers, Node, Bun and Deno. Without dependencies.
//
//   const house = connect('https://example.org');
//   const song = await house.catalog('demo').songs.get('1001');

export type { CallOptions, ConnectOptions, TokenSource } from './calls/connection.ts';
export { type ErrorCode, LivehouseError } from './calls/failure.ts';
export type { KeptLimits } from './calls/kept-answers.ts';
export type { Operations } from './calls/operations.ts';
export type { Lists, Paged } from './calls/pages.ts';
export type { Answer, Bytes, Input, ListId, ListItem, OperationId } from './calls/types.ts';
export type { Catalog, CatalogTools, FileUrlOptions, Hit, SearchOptions } from './catalog/catalog.ts';
export type {
  AnyCollection,
  AnyServers,
  DeclaredCollection,
  DeclaredDocument,
  DeclaredResources,
  DeclaredServers,
  FieldKind,
  FieldPath,
  FieldValue,
  LocalizedOf,
  RelatedOf,
  RelationName,
  SelectablePath,
  SortKey,
  ViewEntityOf,
  ViewName,
} from './catalog/declared.ts';
export { fieldPath, type Operator } from './catalog/filter-text.ts';
export type { ExportOptions, FacetValue, Found, Query, QueryPage } from './catalog/query.ts';
export { type DeclarationOptions, type Declarations, readDeclarations } from './catalog/read-declarations.ts';
export type { Batch, Collection, DocumentResource, ViewPage } from './catalog/resource.ts';
export { connect, type Livehouse } from './connect.ts';
export type * as schemas from './generated/schema.ts';
export type { Notification, NotificationOptions } from './live/notifications.ts';
