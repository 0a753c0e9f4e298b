// File names in headers. Names come from operators and strangers, so whatever could break the header or fool the eye is removed.

const NAME_MAX = 200;

const dropHidden = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');

/** `Content-Disposition: attachment` with a safe name (RFC 6266; control and bidi characters removed). */
export function attachmentDisposition(fileName: string): string {
  // The cut may halve a surrogate pair, so lone ones leave after it.
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
