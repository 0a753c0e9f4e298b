// The XML documents of S3 that Livehouse reads and writes: listings, lists of uploads and parts, results of removals
// and of completed uploads. Keys are requested percent-encoded.
import { createRequire } from 'node:module';
import type * as FastXmlParser from 'fast-xml-parser';
import type { XMLParser } from 'fast-xml-parser';
import { ObjectsUnavailable } from '../objects.ts';

export interface ListPage {
  readonly objects: readonly { readonly key: string; readonly bytes: number; readonly modifiedAt: number }[];
  /** Common prefixes, in full. */
  readonly folders: readonly string[];
  readonly next: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

let parser: XMLParser | undefined;

/**
 * Fields of the root element; none when the text is no document. Throws ObjectsUnavailable for a document that the parser
 * refuses. The parser is loaded for the first document, since most installations keep their objects on disk.
 */
function readRoot(text: string): Fields {
  if (parser === undefined) {
    const library: typeof FastXmlParser = createRequire(import.meta.url)('fast-xml-parser');
    parser = new library.XMLParser({
      ignoreDeclaration: true,
      removeNSPrefix: true,
      parseTagValue: false,
      trimValues: false,
      // For numeric references: many servers write the quotes of an etag as `&#34;`.
      htmlEntities: true,
    });
  }
  try {
    const parsed: unknown = parser.parse(text);
    return Object.values(isFields(parsed) ? parsed : {}).find(isFields) ?? {};
  } catch (cause) {
    throw new ObjectsUnavailable('The object store sent a document that cannot be read', { cause });
  }
}

/** All elements of a name that have fields, in order. The parser returns an array only for repeated elements. */
const listIn = (fields: Fields, name: string): readonly Fields[] => [fields[name]].flat().filter(isFields);

/** Text of the first element of a name; undefined when there is none. */
function textIn(fields: Fields, name: string): string | undefined {
  const [first] = [fields[name]].flat();
  return typeof first === 'string' ? first : undefined;
}

/** Text of a field of the root element. */
export const textOf = (text: string, name: string): string | undefined => textIn(readRoot(text), name);

/** The error code in a response body; '' when there is none, for example from a proxy. */
export function errorCodeOf(text: string): string {
  try {
    const root = readRoot(text);
    const [nested = root] = listIn(root, 'Error');
    const code = textIn(nested, 'Code') ?? '';
    return /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : '';
  } catch (error) {
    if (error instanceof ObjectsUnavailable) return '';
    throw error;
  }
}

const isTruncated = (root: Fields): boolean => textIn(root, 'IsTruncated') === 'true';

const decodeKey = (text: string | undefined): string => decodeURIComponent((text ?? '').replaceAll('+', ' '));

/** A page of ListObjectsV2 with `encoding-type=url`. */
export function readListPage(text: string): ListPage {
  const root = readRoot(text);
  return {
    objects: listIn(root, 'Contents').map((item) => ({
      key: decodeKey(textIn(item, 'Key')),
      bytes: Number(textIn(item, 'Size')),
      modifiedAt: Date.parse(textIn(item, 'LastModified') ?? ''),
    })),
    folders: listIn(root, 'CommonPrefixes').map((item) => decodeKey(textIn(item, 'Prefix'))),
    next: isTruncated(root) ? textIn(root, 'NextContinuationToken') : undefined,
  };
}

export interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly initiatedAt: number;
}

/** A page of ListMultipartUploads with `encoding-type=url`, and the markers of the next page. */
export function readUploadsPage(text: string): {
  readonly uploads: readonly OpenUpload[];
  readonly next: { readonly key: string; readonly uploadId: string } | undefined;
} {
  const root = readRoot(text);
  return {
    uploads: listIn(root, 'Upload').map((item) => ({
      key: decodeKey(textIn(item, 'Key')),
      uploadId: textIn(item, 'UploadId') ?? '',
      initiatedAt: Date.parse(textIn(item, 'Initiated') ?? ''),
    })),
    next: isTruncated(root)
      ? { key: decodeKey(textIn(root, 'NextKeyMarker')), uploadId: textIn(root, 'NextUploadIdMarker') ?? '' }
      : undefined,
  };
}

/** A page of ListParts: part number → etag, and the marker of the next page. */
export function readPartsPage(text: string): {
  readonly etags: ReadonlyMap<number, string>;
  readonly next: string | undefined;
} {
  const root = readRoot(text);
  const etags = new Map(
    listIn(root, 'Part').map((item) => [Number(textIn(item, 'PartNumber')), trimQuotes(textIn(item, 'ETag') ?? '')]),
  );
  return { etags, next: isTruncated(root) ? textIn(root, 'NextPartNumberMarker') : undefined };
}

/** An etag without its quotes. */
export const trimQuotes = (etag: string): string => etag.replace(/^"|"$/g, '');

/** The body of CompleteMultipartUpload. */
export function completionDocument(parts: readonly { readonly number: number; readonly etag: string }[]): string {
  const rows = parts.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${escapeXml(etag)}"</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${rows.join('')}</CompleteMultipartUpload>`;
}

/** The body of DeleteObjects in quiet mode, whose response lists failures only. */
export function removalDocument(fullKeys: readonly string[]): string {
  const rows = fullKeys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`);
  return `<Delete>${rows.join('')}<Quiet>true</Quiet></Delete>`;
}

/** Keys with codes that DeleteObjects could not remove. */
export function readRemovalFailures(text: string): readonly { readonly key: string; readonly code: string }[] {
  return listIn(readRoot(text), 'Error').map((item) => ({
    key: textIn(item, 'Key') ?? '',
    code: textIn(item, 'Code') ?? '',
  }));
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
