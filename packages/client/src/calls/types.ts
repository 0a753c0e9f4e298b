// Types of calls, derived from the types of the document.
import type { PAGED } from '../generated/operations.ts';
import type { operations } from '../generated/schema.ts';

/** Id of an operation of the interface. */
export type OperationId = keyof operations;

/** One object type, whose optional members may also be undefined: what a variable holds may be absent. */
type Simplify<T> = { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] };
type Defined<T> = T extends undefined ? never : T;
type Part<T, Name extends string> = T extends { readonly [K in Name]?: infer P } ? Defined<P> : never;
type ParametersOf<Id extends OperationId> = operations[Id]['parameters'];
type MembersOf<T> = [T] extends [never] ? unknown : T;

type ContentOf<T> = T extends { readonly content: infer C } ? C : never;
type BodyContent<Id extends OperationId> = ContentOf<Defined<Part<operations[Id], 'requestBody'>>>;

/** Bytes of a body. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

type BodyInput<Content> = [Content] extends [never]
  ? unknown
  : Content extends { readonly 'application/json': infer Json }
    ? { readonly body: Json }
    : {
        readonly body: Bytes;
        /** Media type of the bytes. Default: that of the `Blob`. */
        readonly contentType?: keyof Content & string;
      };
type BodyOf<Id extends OperationId> = 'requestBody' extends keyof operations[Id]
  ? undefined extends operations[Id]['requestBody' & keyof operations[Id]]
    ? Partial<BodyInput<BodyContent<Id>>>
    : BodyInput<BodyContent<Id>>
  : unknown;

/** Parameters and body of an operation, in one object. */
export type Input<Id extends OperationId> = Simplify<
  MembersOf<Part<ParametersOf<Id>, 'path'>> &
    MembersOf<Part<ParametersOf<Id>, 'query'>> &
    MembersOf<Part<ParametersOf<Id>, 'header'>> &
    BodyOf<Id>
>;

type ResponsesOf<Id extends OperationId> = operations[Id]['responses'];
type JsonTypes<Content> = Content extends { readonly 'application/json': infer Json } ? Json : never;
type TextTypes<Content> = {
  [Type in keyof Content]: Type extends 'text/event-stream' | 'text/csv'
    ? never
    : Type extends `text/${string}` | 'application/atom+xml' | `application/xml${string}` | 'application/typescript'
      ? string
      : Type extends `application/${string}+json`
        ? unknown
        : never;
}[keyof Content];
type AnswerContent<Content> = [Content] extends [never]
  ? undefined
  : [JsonTypes<Content>] extends [never]
    ? [TextTypes<Content>] extends [never]
      ? Response
      : TextTypes<Content>
    : JsonTypes<Content>;

/** What an operation answers: JSON, text, or the response itself for bytes. */
export type Answer<Id extends OperationId> = {
  [Status in keyof ResponsesOf<Id>]: AnswerContent<ContentOf<ResponsesOf<Id>[Status]>>;
}[keyof ResponsesOf<Id>];

/** Name of a paged list: its operation, with the list behind it where an operation has several. */
export type ListId = keyof typeof PAGED;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? [First, ...Words<Rest>] : [Text];
type ListWords<Id extends ListId> = Words<(typeof PAGED)[Id]>;

/** Operation of a paged list. */
export type ListOperation<Id extends ListId> = ListWords<Id>[0] & OperationId;
type ItemsOf<Page, Key extends string> = Page extends { readonly [K in Key]?: infer Items }
  ? Defined<Items> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** Element of a paged list. */
export type ListItem<Id extends ListId> =
  ListWords<Id> extends [string, infer Key extends string, ...string[]]
    ? ItemsOf<Answer<ListOperation<Id>>, Key>
    : never;
