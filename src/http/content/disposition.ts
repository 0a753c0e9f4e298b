// File names in headers. Names come from operators and users, so characters that could break the header or mislead the
// reader (control and bidi characters) are removed.

const NAME_MAX = 200;

const dropHidden = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');

/** `Content-Disposition: attachment` with a safe name (RFC 6266; control and bidi characters removed). */
export function attachmentDisposition(fileName: string): string {
  // Truncation may split a surrogate pair, so lone surrogates are removed after it.
  const clean = dropHidden(dropHidden(fileName).slice(0, NAME_MAX)) || 'file';
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const extended = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return ascii === clean
    ? `attachment; filename="${ascii}"`
    : `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
