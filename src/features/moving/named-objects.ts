// Which objects the rows name, as a query: what an export of these rows needs. Rows are written after the bytes that they
// name and let go before these are removed, so that bytes which rows of one moment name were there at that moment. What
// is on its way out (deleted, rejected) or in (parts) is not asked for.

/** Rows of key and SHA-256 (null where no row tells it); for `copy … to stdout`. */
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

/** Reads a line of that query in COPY's text format: keys and digests hold nothing that it would escape. */
export function readNamedLine(line: string): { readonly key: string; readonly sha256: string | null } {
  const [key = '', sha256 = '\\N'] = line.split('\t');
  return { key, sha256: sha256 === '\\N' ? null : sha256 };
}
