// The few XML documents of S3 that Livehouse reads and writes: listings, lists of uploads and parts, results of removals
// and of completed uploads. Flat and machine-made, so that patterns read them; keys are asked for percent-encoded.

export interface ListPage {
  readonly objects: readonly { readonly key: string; readonly bytes: number; readonly modifiedAt: number }[];
  /** Common prefixes, whole. */
  readonly folders: readonly string[];
  readonly next: string | undefined;
}

/** Bodies of all elements of a name, in order; elements do not nest in themselves. */
function* elements(text: string, name: string): Iterable<string> {
  for (const match of text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))) yield match[1] ?? '';
}

/** Text of the first element of a name; undefined when there is none. */
export function textOf(text: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return found === undefined ? undefined : unescapeXml(found);
}

function unescapeXml(text: string): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return named[name] ?? whole;
  });
}

const decodeKey = (text: string | undefined): string => decodeURIComponent((text ?? '').replaceAll('+', ' '));

/** A page of ListObjectsV2 with `encoding-type=url`. */
export function readListPage(text: string): ListPage {
  const truncated = textOf(text, 'IsTruncated') === 'true';
  return {
    objects: [...elements(text, 'Contents')].map((item) => ({
      key: decodeKey(textOf(item, 'Key')),
      bytes: Number(textOf(item, 'Size')),
      modifiedAt: Date.parse(textOf(item, 'LastModified') ?? ''),
    })),
    folders: [...elements(text, 'CommonPrefixes')].map((item) => decodeKey(textOf(item, 'Prefix'))),
    next: truncated ? textOf(text, 'NextContinuationToken') : undefined,
  };
}

export interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly initiatedAt: number;
}

/** A page of ListMultipartUploads with `encoding-type=url`, and where the next one begins. */
export function readUploadsPage(text: string): {
  readonly uploads: readonly OpenUpload[];
  readonly next: { readonly key: string; readonly uploadId: string } | undefined;
} {
  const truncated = textOf(text, 'IsTruncated') === 'true';
  return {
    uploads: [...elements(text, 'Upload')].map((item) => ({
      key: decodeKey(textOf(item, 'Key')),
      uploadId: textOf(item, 'UploadId') ?? '',
      initiatedAt: Date.parse(textOf(item, 'Initiated') ?? ''),
    })),
    next: truncated
      ? { key: decodeKey(textOf(text, 'NextKeyMarker')), uploadId: textOf(text, 'NextUploadIdMarker') ?? '' }
      : undefined,
  };
}

/** A page of ListParts: part number → etag, and where the next one begins. */
export function readPartsPage(text: string): {
  readonly etags: ReadonlyMap<number, string>;
  readonly next: string | undefined;
} {
  const etags = new Map<number, string>();
  for (const item of elements(text, 'Part')) {
    etags.set(Number(textOf(item, 'PartNumber')), trimQuotes(textOf(item, 'ETag') ?? ''));
  }
  return { etags, next: textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextPartNumberMarker') : undefined };
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

/** The body of DeleteObjects, which answers with failures alone. */
export function removalDocument(fullKeys: readonly string[]): string {
  const rows = fullKeys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`);
  return `<Delete>${rows.join('')}<Quiet>true</Quiet></Delete>`;
}

/** Keys with codes that DeleteObjects could not remove. */
export function readRemovalFailures(text: string): readonly { readonly key: string; readonly code: string }[] {
  return [...elements(text, 'Error')].map((item) => ({
    key: textOf(item, 'Key') ?? '',
    code: textOf(item, 'Code') ?? '',
  }));
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
