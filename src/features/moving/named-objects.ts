// The objects that rows reference, as a query: what an export of these rows needs. Rows are written after the bytes
// that they reference, and updated before the bytes are removed. So all bytes referenced in one database snapshot
// existed at that moment. Objects being deleted or uploaded are not included.

/** Rows of key and SHA-256 (null if no row has it), for `copy … to stdout`. */
export const NAMED_OBJECTS = `
  select variant.object_key, variant.sha256 from attachment_variant variant
    join attachment on attachment.id = variant.attachment_id
    where attachment.status not in ('deleted', 'rejected')
  union all
  select original_key, sha256 from attachment
    where status in ('scanning', 'ready', 'review') and original_removed_at is null
  union all
  select image_key, image_sha256 from avatar where status in ('pending', 'review', 'ready') and image_key is not null
  union all
  select original_key, null from avatar where status = 'pending' and original_key is not null`;

/** Parses a line of that query in COPY text format. Keys and digests contain no characters that need escaping. */
export function readNamedLine(line: string): { readonly key: string; readonly sha256: string | null } {
  const [key = '', sha256 = '\\N'] = line.split('\t');
  return { key, sha256: sha256 === '\\N' ? null : sha256 };
}
